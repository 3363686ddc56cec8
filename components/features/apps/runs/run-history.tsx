"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWhen } from "@/components/common/use-moments";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { RUN_STATUS } from "@/lib/config/app-runs";
import { resultHref } from "@/lib/features/apps/paths";
import type { RunListDto } from "@/lib/features/apps/runs-dto";
import { type RunsFilter, runsQuery } from "@/lib/features/apps/runs-hooks";
import { RunState } from "./run-state";

const PAGE_SIZE = 20;

/** One's own runs of an app in the sidebar, the newest first. */
export function RunHistory({ appId, currentId }: { appId: string; currentId: string | null }) {
  const t = useTranslations("apps-runs.history");
  const s = useTranslations("apps-runs.status");
  const router = useRouter();
  const [status, setStatus] = useState<RunsFilter["status"]>("all");
  const [page, setPage] = useState(1);
  const { data, isError } = useQuery(runsQuery(appId, { status, page, pageSize: PAGE_SIZE, mine: true }));
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  return (
    <section aria-label={t("title")}>
      <div className="flex h-8 items-center gap-1 pl-2 text-fg-3 text-xs">
        <h2 className="flex-1 font-normal">{t("title")}</h2>
        <Select
          size="sm"
          aria-label={s("label")}
          value={status}
          options={(["all", ...RUN_STATUS] as const).map((value) => ({ value, label: s(value) }))}
          onValueChange={(value) => {
            setStatus(value as RunsFilter["status"]);
            setPage(1);
          }}
          className="text-xs"
        />
        <NewRunButton onCreate={() => router.push(resultHref(appId))} />
      </div>
      {isError && !data && <p className="px-2 py-1.5 text-fg-3 text-xs">{t("failed")}</p>}
      {!data && !isError && <Skeleton className="mx-2 mt-2 h-20" />}
      {data?.items.length === 0 && (
        <p className="px-2 py-1.5 text-fg-3 text-xs">{t(status === "all" ? "none" : "noneFiltered")}</p>
      )}
      <ul className="space-y-0.5">
        {data?.items.map((run) => (
          <li key={run.id}>
            <Entry run={run} isCurrent={run.id === currentId} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={t("title")} className="flex items-center justify-center gap-1 py-1 text-fg-3 text-xs">
          <IconButton
            icon={ChevronLeft}
            size={24}
            label={t("previous")}
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          />
          <span className="tnum">{t("place", { page, pages })}</span>
          <IconButton
            icon={ChevronRight}
            size={24}
            label={t("next")}
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          />
        </nav>
      )}
    </section>
  );
}

function NewRunButton({ onCreate }: { onCreate: () => void }) {
  const t = useTranslations("apps-runs.run");
  return <IconButton icon={Plus} size={24} iconSize={14} label={t("new")} onClick={onCreate} />;
}

function Entry({ run, isCurrent }: { run: RunListDto; isCurrent: boolean }) {
  const t = useTranslations("apps-runs.history");
  const when = useWhen();
  return (
    <Link
      href={resultHref(run.appId, run.id)}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(
        "block rounded-sm px-2 py-1.5 text-sm",
        isCurrent
          ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted"
          : "text-fg-2 hover:bg-muted",
      )}
    >
      <span className={cn("block truncate", !run.title && "text-fg-3")}>{run.title || t("untitled")}</span>
      <span className="flex items-center justify-between gap-2 font-normal text-fg-3 text-xs">
        <RunState status={run.status} className="gap-1.5 text-fg-3 text-xs [&>span]:size-1.5" />
        <span className="tnum">{when(run.createdAt)}</span>
      </span>
    </Link>
  );
}

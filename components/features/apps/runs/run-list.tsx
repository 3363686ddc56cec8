"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock, ChevronLeft, ChevronRight, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/common/error-state";
import { SearchInput } from "@/components/common/search-input";
import { useKeyword } from "@/components/common/use-keyword";
import { useWhen } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { RUN_STATUS } from "@/lib/config/app-runs";
import type { RunsState } from "@/lib/features/apps/runs-address";
import type { RunListDto } from "@/lib/features/apps/runs-dto";
import { runsQuery } from "@/lib/features/apps/runs-hooks";
import { RunState } from "./run-state";

const PAGE_SIZE = 20;

interface RunListProps {
  appId: string;
  state: RunsState;
  onShow: (patch: Partial<RunsState>) => void;
  onPick: (id: string) => void;
  className?: string;
}

/** Runs of an app, the newest first; of those of others who and when, and nothing of their words. */
export function RunList({ appId, state, onShow, onPick, className }: RunListProps) {
  const t = useTranslations("apps-runs.log");
  const h = useTranslations("apps-runs.history");
  const s = useTranslations("apps-runs.status");
  const { status, page, run: current } = state;
  const [keyword, setKeyword] = useKeyword(state.keyword, (word) => onShow({ keyword: word, page: 1 }));
  const filter = { status, keyword: state.keyword, page, pageSize: PAGE_SIZE, mine: false };
  const { data, isError, refetch } = useQuery(runsQuery(appId, filter));
  const isFiltered = status !== "all" || state.keyword !== "";
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  return (
    <div className={cn("flex min-h-0 min-w-0 flex-col max-md:flex-1", className)}>
      <div className="space-y-2 border-b p-3">
        <SearchInput label={t("search")} value={keyword} onChange={setKeyword} />
        <Select
          aria-label={s("label")}
          size="sm"
          value={status}
          options={(["all", ...RUN_STATUS] as const).map((value) => ({ value, label: s(value) }))}
          onValueChange={(value) => onShow({ status: value as RunsState["status"], page: 1 })}
          className="w-full"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {isError && !data && <ErrorState onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton className="m-2 h-40" />}
        {data?.items.length === 0 && (
          <div className="px-3 py-6 text-center">
            <p className="font-semibold text-sm">{isFiltered ? h("noneFiltered") : t("none")}</p>
            {!isFiltered && <p className="mt-1 text-fg-3 text-xs">{t("noneText")}</p>}
          </div>
        )}
        <ul aria-label={t("list")} className="space-y-0.5">
          {data?.items.map((run) => (
            <li key={run.id}>
              <Entry run={run} isCurrent={run.id === current} onPick={() => onPick(run.id)} />
            </li>
          ))}
        </ul>
      </div>
      <div className="tnum flex h-11 shrink-0 items-center gap-1 border-t px-3 text-fg-3 text-xs">
        <span className="flex-1">{data && t("total", { count: data.total })}</span>
        {pages > 1 && (
          <>
            <IconButton
              icon={ChevronLeft}
              size={24}
              label={h("previous")}
              disabled={page <= 1}
              onClick={() => onShow({ page: page - 1 })}
            />
            {h("place", { page, pages })}
            <IconButton
              icon={ChevronRight}
              size={24}
              label={h("next")}
              disabled={page >= pages}
              onClick={() => onShow({ page: page + 1 })}
            />
          </>
        )}
      </div>
    </div>
  );
}

const TRIGGER_ICONS = { schedule: CalendarClock, webhook: Webhook } as const;

function Entry({ run, isCurrent, onPick }: { run: RunListDto; isCurrent: boolean; onPick: () => void }) {
  const t = useTranslations("apps-runs.run");
  const when = useWhen();
  const { asker, trigger, status, version } = run;
  const Icon = trigger === "person" ? null : TRIGGER_ICONS[trigger];
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      onClick={onPick}
      className={cn(
        "flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left text-sm -outline-offset-2",
        isCurrent ? "bg-primary-soft" : "hover:bg-muted",
      )}
    >
      {Icon ? (
        <span aria-hidden className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-muted text-fg-2">
          <Icon size={12} />
        </span>
      ) : (
        <span className="mt-0.5">
          <Avatar id={asker?.id ?? run.id} name={asker?.name ?? "–"} size={20} />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={cn("min-w-0 flex-1 truncate", isCurrent && "font-semibold")}>
            {trigger === "person" ? (asker?.name ?? "–") : t(`trigger.${trigger}`)}
          </span>
          <span className="tnum shrink-0 text-fg-3 text-xs">
            {version === null ? t("draft") : t("versionShort", { version })}
          </span>
        </span>
        <span className="flex items-center justify-between gap-2">
          <RunState status={status} className="text-xs [&>span]:size-1.5" />
          <span suppressHydrationWarning className="tnum text-fg-3 text-xs">
            {when(run.createdAt)}
          </span>
        </span>
      </span>
    </button>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/common/empty-state";
import { LazyMessages } from "@/components/common/lazy-messages";
import { QueryState } from "@/components/common/query-state";
import { useMoments } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { resultHref } from "@/lib/features/apps/paths";
import type { OpenWaitDto } from "@/lib/features/apps/runs-dto";
import { waitsQuery } from "@/lib/features/apps/runs-hooks";

/** What runs ask this person, the oldest first. */
export function WaitsSheet({ onClose }: { onClose: () => void }) {
  return (
    <LazyMessages areas={["apps-runs"]}>
      <Waits onClose={onClose} />
    </LazyMessages>
  );
}

function Waits({ onClose }: { onClose: () => void }) {
  const t = useTranslations("apps-runs.waits");
  const query = useQuery(waitsQuery);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="flex flex-col">
        {!query.data && <QueryState query={query} />}
        {query.data?.items.length === 0 && <EmptyState title={t("empty")} description={t("emptyText")} />}
        <ul className="-mx-5 -mt-5 divide-y">
          {query.data?.items.map((wait) => (
            <Row key={`${wait.runId} ${wait.stepId}`} wait={wait} onOpen={onClose} />
          ))}
        </ul>
      </SheetContent>
    </Sheet>
  );
}

function Row({ wait, onOpen }: { wait: OpenWaitDto; onOpen: () => void }) {
  const t = useTranslations("apps-runs");
  const moments = useMoments();
  const { appId, appName, runId, subject, kind, asker, dueAt, createdAt } = wait;
  return (
    <li>
      <Link
        href={resultHref(appId, runId)}
        prefetch={false}
        onClick={onOpen}
        className="flex items-center gap-3 px-5 py-3 -outline-offset-2 hover:bg-subtle"
      >
        {asker && <Avatar id={asker.id} name={asker.name} size={28} />}
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 truncate font-semibold text-sm">{subject || t(`wait.title.${kind}`)}</span>
            <Badge>{t(`wait.title.${kind}`)}</Badge>
          </span>
          <span className="block truncate text-fg-2 text-xs">
            {t("waits.line", { name: asker?.name ?? "–", app: appName })}
          </span>
          <span className="tnum flex flex-wrap gap-x-3 text-fg-3 text-xs">
            <span>{t("waits.since", { time: moments.minute(createdAt) })}</span>
            {dueAt && <span>{t("wait.dueShort", { time: moments.minute(dueAt) })}</span>}
          </span>
        </span>
        <ChevronRight aria-hidden size={15} className="shrink-0 text-fg-3" />
      </Link>
    </li>
  );
}

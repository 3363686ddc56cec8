"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Skeleton } from "@/components/ui/skeleton";
import { syncRunsQuery } from "@/lib/features/directory-sync/hooks";
import { SyncHistory } from "./sync-history";
import { SyncRunView } from "./sync-run-view";
import { SyncSettings } from "./sync-settings";
import { SyncStart } from "./sync-start";

interface SyncPanelProps {
  channelId: string;
}

/** The directory behind a login channel: preview, diff, apply, schedule and history. */
export function SyncPanel({ channelId }: SyncPanelProps) {
  return (
    <LazyBoundary fallback={<Waiting />}>
      <LazyMessages areas={["directory-sync", "login-channels", "validation"]}>
        <Panel key={channelId} channelId={channelId} />
      </LazyMessages>
    </LazyBoundary>
  );
}

function Panel({ channelId }: SyncPanelProps) {
  const t = useTranslations("directory-sync");
  const [chosen, setChosen] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const newest = useQuery(syncRunsQuery(channelId, 1));
  if (!newest.data) {
    if (newest.isError) return <ErrorState description={t("run.loadFailed")} onRetry={() => void newest.refetch()} />;
    return <Waiting />;
  }
  const shown = chosen ?? newest.data.items[0]?.id;
  return (
    <div className="space-y-8">
      <section aria-labelledby="sync-run-title" className="space-y-4">
        <h3 id="sync-run-title" className="font-semibold text-base">
          {t("run.title")}
        </h3>
        <SyncStart channelId={channelId} hasRun={shown !== undefined} onStarted={setChosen} />
        {shown && <SyncRunView key={shown} id={shown} channelId={channelId} />}
      </section>
      <SyncSettings channelId={channelId} settings={newest.data.settings} />
      <SyncHistory channelId={channelId} page={page} onPage={setPage} shown={shown} onOpen={setChosen} />
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy className="space-y-3">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleSlash } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { ErrorState } from "@/components/common/error-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Meter } from "@/components/ui/meter";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { confirm } from "@/lib/client/dialogs";
import type { SyncRunDto } from "@/lib/features/directory-sync/dto";
import { isAtWork, syncRunQuery, useSyncActions } from "@/lib/features/directory-sync/hooks";
import { SyncApply } from "./sync-apply";
import { SyncItems } from "./sync-items";
import { useFailureText } from "./use-reason-text";

interface SyncRunViewProps {
  id: string;
  channelId: string;
}

/** One run in whatever state it is, with its lines below. */
export function SyncRunView({ id, channelId }: SyncRunViewProps) {
  const t = useTranslations("directory-sync.run");
  const query = useQuery(syncRunQuery(id));
  const { refreshAll } = useSyncActions(channelId);
  const run = query.data;
  const before = useRef(run?.status);
  // Tells the lists of people and the history, once, that a run came to its end.
  useEffect(() => {
    if (before.current !== undefined && before.current !== run?.status) void refreshAll();
    before.current = run?.status;
  }, [run?.status, refreshAll]);
  if (!run) {
    if (query.isError) return <ErrorState description={t("loadFailed")} onRetry={() => void query.refetch()} />;
    return <Skeleton className="h-32 w-full" />;
  }
  const hasLines = Object.keys(run.summary).length > 0;
  return (
    <div className="space-y-4">
      <State run={run} channelId={channelId} />
      {run.status !== "reading" && hasLines && <SyncItems run={run} />}
    </div>
  );
}

function State({ run, channelId }: { run: SyncRunDto; channelId: string }) {
  const t = useTranslations("directory-sync.run");
  const failureText = useFailureText();
  if (isAtWork(run)) return <UnderWay run={run} channelId={channelId} />;
  if (run.status === "planned") return <Planned run={run} channelId={channelId} />;
  if (run.status === "done") {
    if (run.total === 0) return <Head title={t("nothing")}>{t("nothingText")}</Head>;
    return (
      <Head tone={run.failed > 0 ? "danger" : "success"} title={t("done")}>
        {t("doneText", { done: run.done, failed: run.failed })}
      </Head>
    );
  }
  if (run.status === "cancelled") {
    return (
      <Head tone="neutral" title={t("cancelled")}>
        {t("cancelledText")}
      </Head>
    );
  }
  return (
    <Head tone="danger" title={t("failed")}>
      {t("failedText", { reason: failureText(run.failure) })}
    </Head>
  );
}

function UnderWay({ run, channelId }: { run: SyncRunDto; channelId: string }) {
  const t = useTranslations("directory-sync.run");
  const { cancel } = useSyncActions(channelId);
  const isReading = run.status === "reading";
  const handleCancel = async () => {
    if (!isReading) {
      const agreed = await confirm({
        title: t("cancelTitle"),
        description: t("cancelText", { done: run.done }),
        okButton: t("cancel"),
        cancelButton: t("cancelKeep"),
        destructive: true,
      });
      if (!agreed) return;
    }
    cancel.mutate(run.id);
  };
  return (
    <section className="space-y-3 rounded-md border p-4">
      <div role="status">
        <h4 className="flex items-center gap-2 font-semibold text-sm">
          <Spinner />
          {t(isReading ? "reading" : "applying")}
        </h4>
      </div>
      {!isReading && <Meter value={Math.round((run.done / Math.max(1, run.total)) * 100)} label={t("applying")} />}
      <p className="tnum text-fg-2 text-sm">
        {isReading ? t("readCount", { count: run.done }) : t("progress", { done: run.done, total: run.total })}
      </p>
      <p className="text-fg-3 text-xs">{t("goesOn")}</p>
      <Button loading={cancel.isPending} onClick={() => void handleCancel()}>
        {t("cancel")}
      </Button>
    </section>
  );
}

function Planned({ run, channelId }: { run: SyncRunDto; channelId: string }) {
  const t = useTranslations("directory-sync.run");
  const { cancel } = useSyncActions(channelId);
  const leavers = run.summary["user.disable"] ?? 0;
  const canApply = run.total > 0 && !run.isStale;
  return (
    <div className="space-y-3">
      <Head title={run.total > 0 ? t("planned") : t("nothing")}>
        {run.total > 0 ? t("plannedText", { total: run.total }) : t("nothingText")}
      </Head>
      {run.isStale && <p className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">{t("stale")}</p>}
      {run.needsReview && (
        <div role="alert" className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">
          <p className="font-semibold">{t("review")}</p>
          <p>{leavers > 0 ? t("reviewText", { count: leavers }) : t("reviewEmpty")}</p>
        </div>
      )}
      {run.total > 0 && (
        <div className="flex flex-wrap gap-2">
          {canApply && <SyncApply run={run} channelId={channelId} />}
          <Button loading={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
            {t("discard")}
          </Button>
        </div>
      )}
    </div>
  );
}

const TONES = { success: "text-success-ink", danger: "text-danger-ink", neutral: "text-fg-3" } as const;
const ICONS = { success: CircleCheck, danger: CircleAlert, neutral: CircleSlash } as const;

interface HeadProps {
  tone?: keyof typeof TONES;
  title: string;
  children: ReactNode;
}

function Head({ tone = "success", title, children }: HeadProps) {
  const Icon = ICONS[tone];
  return (
    <div role="status" className="flex gap-2.5">
      <Icon aria-hidden size={18} strokeWidth={1.75} className={cn("mt-0.5 shrink-0", TONES[tone])} />
      <div className="min-w-0">
        <h4 className="font-semibold">{title}</h4>
        <p className="mt-0.5 text-fg-2 text-sm">{children}</p>
      </div>
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { ErrorState } from "@/components/common/error-state";
import { FullState } from "@/components/common/full-state";
import { Notice } from "@/components/common/notice";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TextExportMenu } from "@/components/common/text-export-menu";
import { useWhen } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/client/api-error";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { RunDto, StepDto } from "@/lib/features/apps/runs-dto";
import { downloadRun, isOpenRun, runQuery, useRunActions } from "@/lib/features/apps/runs-hooks";
import { useLiveRun } from "@/lib/features/apps/runs-live";
import { RunAnswer } from "./run-answer";
import { RunFailure } from "./run-failure";
import { RunFigures } from "./run-figures";
import { RunGiven } from "./run-given";
import { RunState } from "./run-state";
import { RunThread } from "./run-thread";
import { WaitForm } from "./wait-form";
import { HandOverButton, WaitPeople } from "./wait-people";

export interface RunPanelProps {
  runId: string;
  /** The reader may look up people. */
  mayFindPeople: boolean;
  /** Of whoever looks for the steps rather than for what came out: the answer stands below them. */
  isLog?: boolean;
  selected?: string | null;
  onSelect?: (id: string | null) => void;
  stepActions?: (run: RunDto, step: StepDto) => ReactNode;
  /** What else can be done with the run. */
  actions?: (run: RunDto) => ReactNode;
  /** Below the figures. */
  graph?: (run: RunDto) => ReactNode;
}

/** A run as it is by now: what it asks, what it took, what came out, and its steps. */
export function RunPanel(props: RunPanelProps) {
  const t = useTranslations("apps-runs.wait");
  const query = useQuery(runQuery(props.runId));
  if (query.data) return <Loaded {...props} run={query.data} now={query.dataUpdatedAt} />;
  if (query.error instanceof ApiError && query.error.code === 404) {
    return <FullState kind="empty" title={t("notOpen")} description={t("notOpenText")} />;
  }
  return query.error ? <ErrorState onRetry={() => void query.refetch()} /> : <PanelSkeleton />;
}

interface LoadedProps extends RunPanelProps {
  run: RunDto;
  now: number;
}

function Loaded({ run, now, mayFindPeople, isLog = false, stepActions, actions, graph, ...chosen }: LoadedProps) {
  const t = useTranslations("apps-runs");
  const [own, setOwn] = useState<string | null>(null);
  const [wasAnswered, setWasAnswered] = useState(false);
  useLiveRun(run, isOpenRun(run.status));
  const { selected = own, onSelect = setOwn } = chosen;
  const mine = run.nodes.filter(({ status, wait }) => status === "waiting" && wait?.isMine);
  const isOnlyAsked = !run.isOwn && !run.mayManage;
  const forms = mine.map(
    (step) =>
      step.wait && (
        <WaitForm
          key={step.id}
          runId={run.id}
          step={step}
          wait={step.wait}
          asker={run.isOwn ? null : (run.asker?.name ?? null)}
          more={<HandOverButton run={run} step={step} mayFindPeople={mayFindPeople} />}
          onAnswered={() => setWasAnswered(true)}
        />
      ),
  );
  const live = (
    <p role="status" className="sr-only">
      {t("run.state", { state: t(`status.${run.status}`) })}
    </p>
  );
  if (isOnlyAsked) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-5">
        <div className="mx-auto flex min-h-full max-w-(--w-reading) flex-col gap-4">
          {live}
          {forms.length > 0 ? (
            forms
          ) : (
            <FullState
              kind="empty"
              title={t(wasAnswered ? "wait.thanks" : "wait.notOpen")}
              description={t(wasAnswered ? "wait.thanksText" : "wait.notOpenText")}
            />
          )}
        </div>
      </div>
    );
  }
  const answer = !run.isHidden && <RunAnswer run={run} />;
  return (
    <section aria-label={t("run.region")} className="min-h-0 flex-1 overflow-y-auto">
      {live}
      <div className={isLog ? undefined : "mx-auto w-full max-w-200"}>
        <div className="space-y-3 p-4">
          <RunHead run={run} actions={actions} />
          {forms}
          <RunFailure run={run} />
          {!isLog && answer}
          <RunFigures run={run} />
          {graph?.(run)}
          {run.isHidden ? (
            <p className="rounded-md bg-subtle px-3 py-2 text-fg-2 text-sm">
              {run.asker ? t("run.hidden", { name: run.asker.name }) : t("run.hiddenUnknown")}
            </p>
          ) : (
            <RunGiven run={run} />
          )}
        </div>
        <RunThread
          run={run}
          now={now}
          selected={selected}
          onSelect={onSelect}
          actions={stepActions && ((step) => stepActions(run, step))}
          waiting={(step) => <WaitPeople run={run} step={step} mayFindPeople={mayFindPeople} />}
        />
        {isLog && answer && <div className="border-t p-4">{answer}</div>}
        <p className="border-t px-4 py-3 text-fg-3 text-xs">{t("run.once")}</p>
      </div>
    </section>
  );
}

function RunHead({ run, actions }: Pick<LoadedProps, "run" | "actions">) {
  const t = useTranslations("apps-runs.run");
  const when = useWhen();
  const { cancel, retry } = useRunActions();
  const mayAct = run.isOwn || run.mayManage;
  const handleCancel = () =>
    void confirm({
      title: t("cancelTitle"),
      description: t("cancelText"),
      okButton: t("cancel"),
      destructive: true,
      onOk: async () => {
        await cancel.mutateAsync(run.id).catch((error: unknown) => {
          reportFailure(error);
          throw error;
        });
        toast.success(t("cancelled"));
      },
    });
  const handleRetry = () => retry.mutateAsync(run.id).then(() => toast.success(t("retried")), reportFailure);
  const name = run.asker?.name ?? "–";
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="flex items-center gap-2">
          <RunState status={run.status} className="font-semibold text-fg" />
          <Badge tone={run.version === null ? "neutral" : "primary"}>
            {run.version === null ? t("draft") : t("version", { version: run.version })}
          </Badge>
        </h2>
        <p suppressHydrationWarning className="tnum min-w-36 flex-1 truncate text-fg-3 text-xs">
          {t("by", { name, trigger: t(`trigger.${run.trigger}`), time: when(run.createdAt) })}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {run.output && (
            <>
              <CopyButton text={run.output} label={t("copy")} />
              <TextExportMenu onExport={(format) => downloadRun(run.id, format)} />
            </>
          )}
          {mayAct && isOpenRun(run.status) && (
            <Button icon={Ban} onClick={handleCancel}>
              {t("cancel")}
            </Button>
          )}
          {mayAct && run.status === "failed" && (
            <Button icon={RotateCw} loading={retry.isPending} onClick={() => void handleRetry()}>
              {t("retry")}
            </Button>
          )}
          {actions?.(run)}
        </div>
      </div>
      {run.resumed > 0 && (
        <div className="overflow-hidden rounded-md">
          <Notice icon={RotateCw}>{t("resumed")}</Notice>
        </div>
      )}
    </>
  );
}

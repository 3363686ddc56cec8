"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, CornerDownRight, History, Play } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { FullState } from "@/components/common/full-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { reportFailure } from "@/lib/client/report-failure";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { type RunsState, runsAddress } from "@/lib/features/apps/runs-address";
import type { RunDto, StepDto } from "@/lib/features/apps/runs-dto";
import { isOpenRun, runQuery, useRunActions } from "@/lib/features/apps/runs-hooks";
import type { RunBasis } from "@/lib/features/apps/runs-schema";
import { RunGraphFold } from "./run-graph-fold";
import { RunList } from "./run-list";
import { RunPanel } from "./run-panel";

const RunGraph = lazy(() => import("./run-graph").then((module) => ({ default: module.RunGraph })));

interface RunsTabProps {
  app: AppDetailDto;
  models: readonly { id: string; name: string }[];
  /** Keeps the draft before it is run. */
  flush: () => Promise<unknown>;
}

/** All runs of a workflow: which way each took, and what came of every step. */
export function RunsTab(props: RunsTabProps) {
  return (
    <LazyMessages areas={["apps-flow", "apps-runs"]}>
      <Runs {...props} />
    </LazyMessages>
  );
}

function Runs({ app, models, flush }: RunsTabProps) {
  const t = useTranslations("apps-runs");
  const asked = useSearchParams();
  // The address alone says what is shown: links of other parts of the editor lead to runs as well.
  const state = runsAddress.read(Object.fromEntries(asked));
  const show = (patch: Partial<RunsState>) =>
    window.history.replaceState(null, "", `${window.location.pathname}${runsAddress.query({ ...state, ...patch })}`);
  const { run: runId } = state;
  const [selected, setSelected] = useState<string | null>(null);
  const pick = (id: string | null) => {
    setSelected(null);
    show({ run: id });
  };
  const { begin } = useRunActions();
  const go = async (basis: RunBasis) => {
    try {
      if ((await flush()) === false) return;
      pick((await begin.mutateAsync({ appId: app.id, basis, version: "draft", key: crypto.randomUUID() })).runId);
    } catch (error) {
      reportFailure(error);
    }
  };
  const stepActions = (run: RunDto, step: StepDto) =>
    // Only what stands in the graph itself, and was given something that may be read.
    run.isHidden || isOpenRun(run.status) || step.id !== step.nodeId || step.type === "start" ? null : (
      <>
        <Button
          size="sm"
          icon={CornerDownRight}
          disabled={begin.isPending}
          onClick={() => void go({ runId: run.id, nodeId: step.id, only: false })}
        >
          {t("step.runFrom")}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={Play}
          disabled={begin.isPending}
          onClick={() => void go({ runId: run.id, nodeId: step.id, only: true })}
        >
          {t("step.runOnly")}
        </Button>
        <span className="text-fg-3 text-xs">{t("step.basisNote")}</span>
      </>
    );
  return (
    <div className="flex min-h-0 flex-1">
      <RunList
        appId={app.id}
        state={state}
        onShow={show}
        onPick={pick}
        className={cn("md:w-60 md:shrink-0 md:border-r", runId && "max-md:hidden")}
      />
      {runId ? (
        <>
          <Graph runId={runId} models={models} selected={selected} onSelect={setSelected} />
          <div className="flex min-w-0 flex-1 flex-col border-l-0 xl:w-115 xl:flex-none xl:border-l">
            <div className="border-b px-3 py-1.5 md:hidden">
              <Button size="sm" variant="ghost" icon={ArrowLeft} onClick={() => pick(null)}>
                {t("log.back")}
              </Button>
            </div>
            <RunPanel
              key={runId}
              runId={runId}
              isLog
              mayFindPeople
              selected={selected}
              onSelect={setSelected}
              stepActions={stepActions}
              graph={(run) => <RunGraphFold run={run} models={models} className="xl:hidden" />}
              actions={(run) =>
                !run.isHidden && (
                  <Button
                    variant="primary"
                    icon={History}
                    data-tooltip={t("run.replayNote")}
                    loading={begin.isPending}
                    onClick={() => void go({ runId: run.id, only: false })}
                  >
                    {t("run.replay")}
                  </Button>
                )
              }
            />
          </div>
        </>
      ) : (
        <div className="flex min-w-0 flex-1 flex-col max-md:hidden">
          <FullState kind="empty" title={t("log.pick")} description={t("log.pickText")} />
        </div>
      )}
    </div>
  );
}

interface GraphProps {
  runId: string;
  models: RunsTabProps["models"];
  selected: string | null;
  onSelect: (id: string) => void;
}

function Graph({ runId, models, selected, onSelect }: GraphProps) {
  const { data } = useQuery(runQuery(runId));
  return (
    <div className="flex min-h-0 min-w-0 flex-1 bg-subtle max-xl:hidden">
      {data && (
        <LazyBoundary fallback={<Skeleton className="m-auto h-12 w-53" />}>
          <RunGraph key={runId} run={data} models={models} selected={selected} onSelect={onSelect} />
        </LazyBoundary>
      )}
    </div>
  );
}

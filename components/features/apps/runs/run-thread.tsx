"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import type { RunDto, StepDto } from "@/lib/features/apps/runs-dto";
import { isOpenRun } from "@/lib/features/apps/runs-hooks";
import { everyNode } from "@/lib/features/apps/workflow/edit";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { nodesAhead, stepTree, waterfall } from "@/lib/features/apps/workflow/run-view";
import { decimalsOf } from "@/lib/i18n/amounts";
import { StepRow, type ThreadContext } from "./step-row";

interface RunThreadProps {
  run: RunDto;
  /** When it was looked at, of this machine's clock. */
  now: number;
  /** The step whose contents are open. */
  selected: string | null;
  onSelect: (id: string | null) => void;
  /** What can be done from a step. */
  actions?: (step: StepDto) => ReactNode;
  /** Who is waited for, and what can be done about it. */
  waiting: (step: StepDto) => ReactNode;
}

/** The steps of a run in their order, with what each took; those of rounds stand inside their container. */
export function RunThread({ run, now, selected, onSelect, actions, waiting }: RunThreadProps) {
  const t = useTranslations("apps-runs.run");
  const graph = run.graph as FlowGraph;
  const { nodes: steps, workedMs, waitedMs } = run;
  const trees = useMemo(() => stepTree(steps), [steps]);
  const bars = useMemo(
    // While machines work what they took is not summed up yet.
    () => waterfall(steps, { workedMs, waitedMs: isOpenRun(run.status) ? 0 : waitedMs }, now),
    [steps, workedMs, waitedMs, run.status, now],
  );
  const ahead = isOpenRun(run.status) ? nodesAhead(graph, steps) : [];
  const context: ThreadContext = {
    ...{ bars, now, selected, onSelect, actions, waiting },
    isHidden: run.isHidden,
    known: useMemo(() => new Set([...everyNode(graph)].map(({ node }) => node.id)), [graph]),
    decimals: decimalsOf(steps.map(({ cost }) => cost?.micros)),
  };
  return (
    <section aria-label={t("steps")} className="@container/thread">
      <div
        aria-hidden
        className="flex h-8 items-center gap-3 border-y bg-subtle pr-3 pl-9 text-fg-3 text-xs max-md:pr-4 max-md:pl-10"
      >
        <span className="flex-1">{t("columns.step")}</span>
        <span className="hidden w-14 text-right @[25rem]/thread:block">{t("columns.tokens")}</span>
        <span className="hidden w-16 text-right @[25rem]/thread:block">{t("columns.cost")}</span>
        <span className="hidden w-20 @[25rem]/thread:block">{t("columns.line")}</span>
        <span className="w-16 text-right">{t("columns.time")}</span>
      </div>
      <ol className="py-2 pr-3 pl-3 max-md:px-4">
        {trees.map((tree, index) => (
          <StepRow
            key={tree.step.id}
            tree={tree}
            context={context}
            isLast={index === trees.length - 1 && ahead.length === 0}
          />
        ))}
        {ahead.map((node, index) => (
          <StepRow
            key={node.id}
            tree={{ step: aheadStep(node), round: null, children: [] }}
            context={context}
            isLast={index === ahead.length - 1}
            isAhead
          />
        ))}
      </ol>
      {run.isCut && <p className="px-4 pb-3 text-fg-3 text-xs">{t("cut")}</p>}
    </section>
  );
}

/** A node the run has not come to, as a step nothing became of. */
function aheadStep({ id, type, data }: FlowGraph["nodes"][number]): StepDto {
  return {
    ...{ id, nodeId: id, type, title: data.title, status: "skipped", attempts: 0 },
    ...{ startedAt: null, endedAt: null, input: null, output: null, handle: null, cost: null },
    ...{ isCached: false, isSimulated: false },
  };
}

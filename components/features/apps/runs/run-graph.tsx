"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import type { RunDto, StepDto } from "@/lib/features/apps/runs-dto";
import { isOpenRun } from "@/lib/features/apps/runs-hooks";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { durationOf, lineOf, walkedEdges } from "@/lib/features/apps/workflow/run-view";
import { type FlowNodeState, FlowView } from "../flow/flow-view";
import { useFlowNames } from "../flow/use-flow-names";
import { STEP_TONES, useDuration } from "./use-run-words";

interface RunGraphProps {
  run: RunDto;
  /** Those of the editor; a reader of results is told no names, and what a node would do is left out. */
  models: readonly { id: string; name: string }[] | null;
  selected: string | null;
  onSelect?: (id: string) => void;
}

/** The way a run took through its workflow. */
export function RunGraph(props: RunGraphProps) {
  return (
    <LazyMessages areas={["apps-flow", "apps-runs", "chat-more"]}>
      <Walked {...props} />
    </LazyMessages>
  );
}

const NO_MODELS: readonly { id: string; name: string }[] = [];

function Walked({ run, models, selected, onSelect }: RunGraphProps) {
  const t = useTranslations("apps-runs");
  const duration = useDuration();
  const graph = run.graph as FlowGraph;
  const names = useFlowNames(run.appId, graph, models ?? NO_MODELS);
  const states = useMemo(() => {
    const byId = new Map(run.nodes.map((step) => [step.id, step]));
    const stateOf = (step: StepDto | undefined): FlowNodeState => {
      const state = step?.status ?? (isOpenRun(run.status) ? "ahead" : "skipped");
      const { tone, hollow } = STEP_TONES[state];
      const took = step && durationOf(step, Date.now());
      return {
        tone,
        isHollow: hollow,
        // What went well says how long it took.
        word: state === "done" && typeof took === "number" ? duration(took) : t(`step.${state}`),
        line: step?.error?.message ?? (lineOf(step?.output) || (models ? undefined : "")),
        isFaint: state === "skipped" || state === "ahead",
      };
    };
    return Object.fromEntries(graph.nodes.map(({ id }) => [id, stateOf(byId.get(id))]));
  }, [run, graph, models, t, duration]);
  const walked = useMemo(() => walkedEdges(graph, run.nodes), [graph, run.nodes]);
  return (
    <FlowView
      label={t("run.graph")}
      graph={graph}
      names={names}
      states={states}
      walked={walked}
      selected={selected}
      onSelect={onSelect}
    />
  );
}

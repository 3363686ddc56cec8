import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import type { FlowProblem } from "@/lib/features/apps/workflow/check";
import { bodyOf, findNode, graphAt } from "@/lib/features/apps/workflow/edit";
import type { FlowEdge, FlowGraph, FlowNode } from "@/lib/features/apps/workflow/graph";
import { mendFor } from "@/lib/features/apps/workflow/references";
import { useFlow, useFlowState } from "./flow-context";
import type { FlowState } from "./flow-store";
import type { CanvasNode, WireEdge } from "./step-types";
import { problemsByNode, type Shown, useCanvasEdges, useCanvasNodes } from "./use-canvas-parts";
import { useFlowNames } from "./use-flow-names";
import { useProblemText } from "./use-problem-text";
import { useSummary } from "./use-summary";

const graphOf = ({ history, path }: FlowState) => graphAt(history.present, path) ?? history.present;

/** What has only not been filled in yet is no fault. */
export const isOpenOnly = (problems: readonly FlowProblem[]) => problems.every(({ code }) => code === "required");

/** The graph in view as the canvas takes it, with what is wrong with each node. */
export function useEditedSteps(): { nodes: CanvasNode[]; edges: WireEdge[] } {
  const { appId, options, others } = useFlow();
  const t = useTranslations("apps-flow");
  const root = useFlowState(({ history }) => history.present);
  const graph = useFlowState(graphOf);
  const problems = useFlowState((state) => state.problems);
  const wiring = useFlowState((state) => state.wiring);
  const names = useFlowNames(appId, root, options.models.items);
  const summary = useSummary(names);
  const say = useProblemText();
  const byNode = useMemo(() => problemsByNode(root, problems), [root, problems]);
  const wiredTarget = wiring?.targets[wiring.target];

  const shownOf = useCallback(
    (node: FlowNode): Shown => {
      const own = byNode.get(node.id) ?? [];
      const isWired = wiring?.source === node.id || wiredTarget === node.id;
      const here = others.find(({ nodeId }) => nodeId !== null && holds(node, nodeId));
      const shown = { line: summary(node), isWired, editorId: here?.id, editorName: here?.name };
      if (own.length === 0) return { ...shown, tone: "success", word: t("state.ready") };
      if (isOpenOnly(own)) return { ...shown, tone: "neutral", isHollow: true, word: t("state.open") };
      const first = own.find(({ code }) => code !== "required")!;
      const mend = first.nodeId === node.id ? mendOf(root, first) : null;
      return {
        ...shown,
        tone: "danger",
        word: t("state.problems", { count: own.length }),
        problem: say(first),
        mend: mend ? t("mend.node", { name: mend }) : undefined,
      };
    },
    [byNode, root, summary, say, t, wiring?.source, wiredTarget, others],
  );
  const toneOf = useCallback((_edge: FlowEdge) => undefined, []);
  const nodes = useCanvasNodes(graph, shownOf);
  const drawn = useCanvasEdges(graph, toneOf);
  const edges = useMemo((): WireEdge[] => {
    if (!wiring || wiredTarget === undefined) return drawn;
    const { source, handles, handle } = wiring;
    const trial: WireEdge = {
      ...{ id: "wiring", type: "wire", source, target: wiredTarget, sourceHandle: handles[handle] ?? null },
      data: { tone: "wiring" },
    };
    return [...drawn, trial];
  }, [drawn, wiring, wiredTarget]);
  return { nodes, edges };
}

/** Whether a node is this one, or around it. */
function holds(node: FlowNode, id: string): boolean {
  const body = bodyOf(node);
  return node.id === id || (body !== null && findNode(body, id) !== null);
}

/** What puts a problem right, as a reference. */
function mendOf(root: FlowGraph, problem: FlowProblem): string | null {
  const found = problem.nodeId === null ? null : findNode(root, problem.nodeId);
  return found ? (mendFor(root, found.path, problem)?.reference ?? null) : null;
}

import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import type { FlowProblem } from "@/lib/features/apps/workflow/check";
import { edgeKey, everyNode, inOrder } from "@/lib/features/apps/workflow/edit";
import type { FlowEdge, FlowGraph, FlowNode } from "@/lib/features/apps/workflow/graph";
import { NODE_WIDTH } from "@/lib/features/apps/workflow/layout";
import { ERROR_HANDLE, handlesOf } from "@/lib/features/apps/workflow/outputs";
import { geometryOf } from "./ports";
import type { CanvasNode, NoteNode, StepData, StepNode, WireData, WireEdge } from "./step-types";
import { useBranchName } from "./use-branch-name";

/** What is shown of a node beside its name. */
export type Shown = Partial<Omit<StepData, "node" | "title">> & Pick<StepData, "line">;

const isAlike = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  Object.keys({ ...a, ...b }).every((key) => Object.is(a[key], b[key]));

/** The name of a node: its own, or that of its kind. */
export function useTitle(): (node: FlowNode) => string {
  const t = useTranslations("apps-flow.nodes");
  return useMemo(() => (node: FlowNode) => node.data.title || t(node.type), [t]);
}

/** Nodes and comments as the canvas takes them, in the order they are run in; what shows the same is the same object. */
export function useCanvasNodes(graph: FlowGraph, shownOf: (node: FlowNode) => Shown): CanvasNode[] {
  const t = useTranslations("apps-flow");
  const titleOf = useTitle();
  const known = useRef(new Map<string, CanvasNode>());
  return useMemo(() => {
    const steps = inOrder(graph).map((node): StepNode => {
      const data: StepData = { ...shownOf(node), node, title: titleOf(node) };
      const position = node.position ?? { x: 0, y: 0 };
      const before = known.current.get(node.id) as StepNode | undefined;
      if (before && before.position === position && isAlike(before.data, data)) return before;
      const kept = before && isAlike(before.data, data) ? before.data : data;
      return {
        id: node.id,
        type: "step",
        position,
        data: kept,
        width: NODE_WIDTH,
        ...geometryOf(node, Boolean(data.problem)),
        ariaLabel: t("canvas.node", { name: data.title, kind: t(`nodes.${node.type}`), state: data.word ?? "" }),
        domAttributes: { "aria-roledescription": t("canvas.nodeRole") },
      };
    });
    const notes = graph.comments.map((comment): NoteNode => {
      const before = known.current.get(comment.id) as NoteNode | undefined;
      if (before?.data.comment === comment) return before;
      return {
        id: comment.id,
        type: "note",
        position: comment.position,
        data: { comment },
        ariaLabel: t("canvas.comment"),
        domAttributes: { "aria-roledescription": t("canvas.comment") },
      };
    });
    known.current = new Map([...notes, ...steps].map((node) => [node.id, node]));
    return [...notes, ...steps];
  }, [graph, shownOf, titleOf, t]);
}

/** Connections as the canvas takes them, with the names of their branches. */
export function useCanvasEdges(graph: FlowGraph, toneOf: (edge: FlowEdge) => WireData["tone"]): WireEdge[] {
  const branchName = useBranchName();
  return useMemo(() => {
    const byId = new Map(graph.nodes.map((node) => [node.id, node]));
    return graph.edges.flatMap((edge): WireEdge[] => {
      const source = byId.get(edge.source);
      if (!source || !byId.has(edge.target)) return [];
      const handle = edge.sourceHandle ?? null;
      const own = handlesOf(source).filter((one) => one !== ERROR_HANDLE);
      return [
        {
          id: edgeKey(edge),
          type: "wire",
          source: edge.source,
          sourceHandle: handle,
          target: edge.target,
          data: {
            label: branchName(source, handle) || undefined,
            branch: own.indexOf(handle),
            branches: own.length,
            isError: handle === ERROR_HANDLE,
            tone: toneOf(edge),
          },
          // The list of the flow says it in words.
          domAttributes: { "aria-hidden": true },
        },
      ];
    });
  }, [graph, toneOf, branchName]);
}

/** Problems of each node; a container has those of what is inside it as well. */
export function problemsByNode(root: FlowGraph, problems: readonly FlowProblem[]): Map<string, FlowProblem[]> {
  const found = new Map<string, FlowProblem[]>();
  if (problems.length === 0) return found;
  const paths = new Map([...everyNode(root)].map(({ node, path }) => [node.id, path]));
  const add = (id: string, problem: FlowProblem) => found.set(id, [...(found.get(id) ?? []), problem]);
  for (const problem of problems) {
    if (problem.nodeId === null) continue;
    for (const id of [problem.nodeId, ...(paths.get(problem.nodeId) ?? [])]) add(id, problem);
  }
  return found;
}

import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import type { FlowProblem } from "@/lib/features/apps/workflow/check";
import { edgeKey, everyNode, inOrder } from "@/lib/features/apps/workflow/edit";
import type { FlowEdge, FlowGraph, FlowNode } from "@/lib/features/apps/workflow/graph";
import { NODE_WIDTH } from "@/lib/features/apps/workflow/layout";
import { ERROR_HANDLE, handlesOf, type Output, type OutputType } from "@/lib/features/apps/workflow/outputs";
import { carriedBy } from "@/lib/features/apps/workflow/references";
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

/** What a value on a wire is called: as its form does, as whoever drew it did, else what kind of thing it is. */
function nameOfValue(source: FlowNode, { name, type }: Output, typeName: (type: OutputType) => string): string {
  if (source.type === "start" || source.type === "human") {
    const fields = source.type === "start" ? source.data.variables : source.data.fields;
    return fields.find((field) => field.name === name)?.label || typeName(type);
  }
  return source.type === "variable" || source.type === "extract" || source.type === "loop" ? name : typeName(type);
}

/** Connections as the canvas takes them, with the names of their branches, or with what they carry. */
export function useCanvasEdges(graph: FlowGraph, toneOf: (edge: FlowEdge) => WireData["tone"]): WireEdge[] {
  const branchName = useBranchName();
  const typeName = useTranslations("apps-flow.types");
  return useMemo(() => {
    const byId = new Map(graph.nodes.map((node) => [node.id, node]));
    const arriving = Map.groupBy(graph.edges, ({ target }) => target);
    return graph.edges.flatMap((edge): WireEdge[] => {
      const source = byId.get(edge.source);
      const target = byId.get(edge.target);
      if (!source || !target) return [];
      const handle = edge.sourceHandle ?? null;
      const own = handlesOf(source).filter((one) => one !== ERROR_HANDLE);
      // It stands right above the next node, where wires that meet would cover it.
      const carried = handle === null && arriving.get(edge.target)?.length === 1 ? carriedBy(source, target) : [];
      const [first] = carried;
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
            ...(first && {
              value: nameOfValue(source, first, typeName),
              valueType: first.type,
              values: carried.length,
            }),
            tone: toneOf(edge),
          },
          // The list of the flow says it in words.
          domAttributes: { "aria-hidden": true },
        },
      ];
    });
  }, [graph, toneOf, branchName, typeName]);
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

import dagre from "@dagrejs/dagre";
import type { FlowGraph, Position } from "./graph";
import { ELSE_HANDLE, ERROR_HANDLE, handlesOf } from "./outputs";

/** How large a node is drawn, pixels. */
export const NODE_WIDTH = 212;
export const NODE_HEIGHT = 48;
/** Between nodes side by side, and between rows: a label fits. */
const COLUMN_GAP = 44;
const ROW_GAP = 44;

/** Nodes stand on these lines, so that connections are straight. */
export const GRID = 4;
const onGrid = (place: number) => Math.round(place / GRID) * GRID;

/** Where the nodes of a graph stand when they are arranged from the top down; branches in their order from the left. */
export function arranged({ nodes, edges }: Pick<FlowGraph, "nodes" | "edges">): Map<string, Position> {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: COLUMN_GAP, ranksep: ROW_GAP });
  for (const { id } of nodes) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  const order = new Map(nodes.map((node) => [node.id, handlesOf(node)]));
  const rank = (source: string, handle: string | null) => order.get(source)?.indexOf(handle) ?? 0;
  const sorted = [...edges].sort((a, b) =>
    a.source === b.source ? rank(a.source, a.sourceHandle ?? null) - rank(b.source, b.sourceHandle ?? null) : 0,
  );
  for (const { source, sourceHandle, target } of sorted) {
    if (!order.has(source) || !order.has(target)) continue;
    // The usual way stays straight, what happens after a failure makes room.
    const weight = sourceHandle === ERROR_HANDLE ? 1 : sourceHandle === ELSE_HANDLE ? 2 : 3;
    graph.setEdge(source, target, { weight }, sourceHandle ?? "out");
  }
  dagre.layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: onGrid(x - NODE_WIDTH / 2), y: onGrid(y - NODE_HEIGHT / 2) }];
    }),
  );
}

/** The graph with its nodes arranged. */
export function withArranged<G extends FlowGraph>(graph: G): G {
  const places = arranged(graph);
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, position: places.get(node.id) })) };
}

/** As it is drawn: arranged where a node has no place yet. */
export const placed = (graph: FlowGraph): FlowGraph =>
  graph.nodes.every(({ position }) => position) ? graph : withArranged(graph);

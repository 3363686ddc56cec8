import { copied, pasted } from "@/lib/features/apps/workflow/copying";
import { connected, freeName, inOrder, mayStand, newNode, removed, withNode } from "@/lib/features/apps/workflow/edit";
import type { FlowGraph, FlowNode, NodeType, Position } from "@/lib/features/apps/workflow/graph";
import { NODE_HEIGHT, NODE_WIDTH, withArranged } from "@/lib/features/apps/workflow/layout";
import { FLOW_DEPTH_MAX, FLOW_NODES_MAX } from "@/lib/features/apps/workflow/limits";
import { handlesOf } from "@/lib/features/apps/workflow/outputs";
import type { FlowStore } from "./flow-store";

/** From one row to the next, and from one column to the next. */
const ROW = NODE_HEIGHT + 44;
const COLUMN = NODE_WIDTH + 44;

/** Whether a kind can be added to the graph in view. */
export function mayAdd(store: FlowStore, type: NodeType): boolean {
  const { nodes } = store.graph();
  const { path } = store.get();
  if (nodes.length >= FLOW_NODES_MAX || !mayStand(type, path, FLOW_DEPTH_MAX)) return false;
  return type !== "start" || !nodes.some((node) => node.type === "start");
}

/**
 * Adds a node: where it was dropped; or after the node that is picked, on its first free branch or into the way that leads
 * on from there; or in the middle of what is seen.
 */
export function addNode(store: FlowStore, type: NodeType, at: { drop?: Position; middle: Position }): string | null {
  if (!mayAdd(store, type)) return null;
  const { selected } = store.get();
  const graph = store.graph();
  const after = at.drop || selected.size !== 1 ? undefined : graph.nodes.find(({ id }) => selected.has(id));
  const node = newNode(store.root(), type, at.drop ?? at.middle);
  store.commitHere((current) => (after ? placedAfter(current, after, node) : withFree(current, node)));
  store.patch({ selected: new Set([node.id]), selectedEdges: new Set(), open: node.id });
  return node.id;
}

/** At its place, or right of what stands there. */
function withFree(graph: FlowGraph, node: FlowNode): FlowGraph {
  let { x, y } = node.position!;
  while (graph.nodes.some(({ position }) => position && overlaps(position, { x, y }))) x += COLUMN;
  return { ...graph, nodes: [...graph.nodes, { ...node, position: { x, y } }] };
}

const overlaps = (a: Position, b: Position) =>
  Math.abs(a.x - b.x) < NODE_WIDTH + 16 && Math.abs(a.y - b.y) < NODE_HEIGHT + 16;

function placedAfter(graph: FlowGraph, after: FlowNode, node: FlowNode): FlowGraph {
  const from = after.position!;
  if (node.type === "start") return withFree(graph, node);
  const edges = graph.edges.filter(({ source }) => source === after.id);
  const handles = handlesOf(after);
  const free = handles.find((handle) => edges.every((edge) => (edge.sourceHandle ?? null) !== handle));
  const own = handles.filter((handle) => handle !== "error");
  if (free !== undefined) {
    const column = own.length > 1 ? own.indexOf(free) - (own.length - 1) / 2 : 0;
    const position = { x: Math.round(from.x + column * COLUMN), y: from.y + ROW };
    const placed = withFree(graph, { ...node, position });
    return connected(placed, { source: after.id, sourceHandle: free, target: node.id });
  }
  // Every way out is taken: it is put into the first one.
  const [first] = edges;
  const rest =
    first && edges.filter((edge) => edge !== first && (edge.sourceHandle ?? null) === (first.sourceHandle ?? null));
  const position = { x: from.x, y: from.y + ROW };
  const next: FlowGraph = {
    ...graph,
    nodes: [...graph.nodes.map((one) => lowered(one, position)), { ...node, position }],
  };
  if (!first || (rest && rest.length > 0)) {
    return connected(withFree(graph, { ...node, position }), {
      source: after.id,
      sourceHandle: own[0] ?? null,
      target: node.id,
    });
  }
  const cut = { ...next, edges: next.edges.filter((edge) => edge !== first) };
  const [out = null] = handlesOf(node);
  return connected(connected(cut, { ...first, target: node.id }), {
    source: node.id,
    sourceHandle: out,
    target: first.target,
  });
}

/** What stands where a node is put, and below, makes room. */
const lowered = (node: FlowNode, { y }: Position): FlowNode =>
  node.position && node.position.y > y - NODE_HEIGHT
    ? { ...node, position: { x: node.position.x, y: node.position.y + ROW } }
    : node;

/** Takes away what is picked. */
export function removePicked(store: FlowStore): void {
  const { selected, selectedEdges } = store.get();
  if (selected.size + selectedEdges.size === 0) return;
  store.commitHere((graph) => removed(graph, selected, selectedEdges));
  store.patch({ selected: new Set(), selectedEdges: new Set() });
}

/** Puts copies beside the others, and picks them. */
export function paste(store: FlowStore, graph: FlowGraph): void {
  const { path } = store.get();
  const done = pasted(store.root(), path, graph);
  if (!done || done.ids.length === 0 || store.graph().nodes.length + done.ids.length > FLOW_NODES_MAX) return;
  store.commit(() => done.root);
  store.patch({
    selected: new Set(done.ids),
    selectedEdges: new Set(),
    open: done.ids.length === 1 ? done.ids[0]! : null,
  });
}

/** What is picked, as it is put on the clipboard; null: nothing. */
export function pickedGraph(store: FlowStore): FlowGraph | null {
  const picked = copied(store.graph(), store.get().selected);
  return picked.nodes.length + picked.comments.length > 0 ? picked : null;
}

export function duplicate(store: FlowStore): void {
  const picked = pickedGraph(store);
  if (picked) paste(store, picked);
}

export const arrange = (store: FlowStore) => store.commitHere(withArranged);

export function addComment(store: FlowStore, position: Position): void {
  const id = freeName(
    [...store.graph().comments, ...store.graph().nodes].map((one) => one.id),
    "note",
  );
  store.commitHere((graph) => ({ ...graph, comments: [...graph.comments, { id, text: "", position }] }));
  store.patch({ selected: new Set([id]), selectedEdges: new Set(), open: null });
}

/** Places of nodes and comments that were moved. */
export function move(store: FlowStore, places: ReadonlyMap<string, Position>, key?: string): void {
  // What stays where it is stays the same object: it is not drawn anew.
  const placed = <Thing extends { id: string; position?: Position }>(thing: Thing): Thing => {
    const position = places.get(thing.id);
    return position ? { ...thing, position } : thing;
  };
  store.commitHere(
    (graph) => ({ ...graph, nodes: graph.nodes.map(placed), comments: graph.comments.map(placed) }),
    key,
  );
}

/** Sets one node otherwise. `key`: what is typed there in close succession is one step. */
export function setNode(store: FlowStore, node: FlowNode, key: string): void {
  store.commitHere((graph) => withNode(graph, node), `${node.id} ${key}`);
}

/** The node before or after another in the order of the flow. */
export function nextInOrder(graph: FlowGraph, id: string | null, step: 1 | -1): string | null {
  const nodes = inOrder(graph);
  const at = nodes.findIndex((node) => node.id === id);
  const next = at < 0 ? (step === 1 ? 0 : nodes.length - 1) : at + step;
  return nodes[next]?.id ?? null;
}

/** The nearest node in the direction of an arrow. */
export function nextInDirection(graph: FlowGraph, id: string, key: string): string | null {
  const from = graph.nodes.find((node) => node.id === id)?.position;
  if (!from) return null;
  const isSideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best: { id: string; distance: number } | null = null;
  for (const { id: other, position } of graph.nodes) {
    if (!position || other === id) continue;
    const [along, across] = isSideways
      ? [(position.x - from.x) * sign, Math.abs(position.y - from.y)]
      : [(position.y - from.y) * sign, Math.abs(position.x - from.x)];
    if (along <= 8) continue;
    const distance = along + across * (isSideways ? 3 : 1.5);
    if (!best || distance < best.distance) best = { id: other, distance };
  }
  return best?.id ?? null;
}

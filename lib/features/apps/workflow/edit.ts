import { type FlowEdge, type FlowGraph, type FlowNode, NODE_DATA, type NodeType, type Position } from "./graph";
import { CONTAINERS, handlesOf } from "./outputs";
import { RUN_NAMES, SECRET } from "./values";

/** Containers one is inside of, the outermost first. */
export type FlowPath = readonly string[];

/** The graph inside a container; null for a node that holds none. */
export const bodyOf = (node: FlowNode | undefined): FlowGraph | null =>
  node?.type === "iteration" || node?.type === "loop" ? node.data.body : null;

/** The graph at a path; null where a container of it is gone. */
export function graphAt(root: FlowGraph, path: FlowPath): FlowGraph | null {
  let graph: FlowGraph | null = root;
  for (const id of path) graph = graph && bodyOf(graph.nodes.find((node) => node.id === id));
  return graph;
}

/** The whole graph with another one at a path. */
export function withGraphAt(root: FlowGraph, path: FlowPath, next: FlowGraph): FlowGraph {
  const [first, ...rest] = path;
  if (first === undefined) return next;
  const nodes = root.nodes.map((node) => {
    const body = bodyOf(node);
    if (node.id !== first || !body) return node;
    return { ...node, data: { ...node.data, body: withGraphAt(body, rest, next) } } as FlowNode;
  });
  return { ...root, nodes };
}

/** Every node, those inside containers too, each with the containers around it. */
export function* everyNode(graph: FlowGraph, path: FlowPath = []): Generator<{ node: FlowNode; path: FlowPath }> {
  for (const node of graph.nodes) {
    yield { node, path };
    const body = bodyOf(node);
    if (body) yield* everyNode(body, [...path, node.id]);
  }
}

/** A node wherever it stands. */
export function findNode(root: FlowGraph, id: string): { node: FlowNode; path: FlowPath } | null {
  for (const found of everyNode(root)) if (found.node.id === id) return found;
  return null;
}

/** Names nodes of a graph have, and those that mean something else. */
export const takenIds = (root: FlowGraph): Set<string> =>
  new Set([...RUN_NAMES, SECRET, ...[...everyNode(root)].map(({ node }) => node.id)]);

/** A short name nobody has: the kind, with a figure where there may be several. */
export function newId(taken: ReadonlySet<string>, type: NodeType): string {
  if ((type === "start" || type === "answer") && !taken.has(type)) return type;
  let number = 1;
  while (taken.has(`${type}${number}`)) number += 1;
  return `${type}${number}`;
}

/** The first of `word1`, `word2` and so on that is not among the names. */
export function freeName(names: readonly string[], word: string): string {
  let number = 1;
  while (names.includes(`${word}${number}`)) number += 1;
  return `${word}${number}`;
}

/** A node as it is drawn first: with a branch or two where it has branches. */
export function newNode(root: FlowGraph, type: NodeType, position: Position): FlowNode {
  const id = newId(takenIds(root), type);
  const begun: Partial<Record<NodeType, object>> = {
    condition: { branches: [{ id: "branch1", tests: [{}] }] },
    classifier: { classes: [{ id: "class1" }, { id: "class2" }] },
    variable: { values: [{ name: "value1" }] },
    extract: { fields: [{ name: "field1" }] },
  };
  return { id, type, data: NODE_DATA[type].parse(begun[type] ?? {}), position } as FlowNode;
}

/** What tells an edge from the others: there is one between a branch and a node. */
export const edgeKey = ({ source, sourceHandle, target }: FlowEdge): string =>
  `${source} ${sourceHandle ?? ""} ${target}`;

export type EdgeRefusal = "self" | "start" | "twice" | "cycle";

/** Why two nodes cannot be connected; null: they can. */
export function edgeRefusal(graph: FlowGraph, edge: FlowEdge): EdgeRefusal | null {
  if (edge.source === edge.target) return "self";
  if (graph.nodes.find(({ id }) => id === edge.target)?.type === "start") return "start";
  if (graph.edges.some((one) => edgeKey(one) === edgeKey(edge))) return "twice";
  return comesAfter(graph, edge.target, edge.source) ? "cycle" : null;
}

/** Whether a node is reached from another. */
function comesAfter({ edges }: FlowGraph, from: string, wanted: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === wanted) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { source, target } of edges) if (source === id) open.push(target);
  }
  return false;
}

/** The graph with an edge more, where it may be drawn. */
export function connected(graph: FlowGraph, { source, sourceHandle, target }: FlowEdge): FlowGraph {
  const edge: FlowEdge = { source, target, ...(sourceHandle && { sourceHandle }) };
  return edgeRefusal(graph, edge) ? graph : { ...graph, edges: [...graph.edges, edge] };
}

/** Without nodes and comments of these ids, and without what led to them. */
export function removed(graph: FlowGraph, ids: ReadonlySet<string>, edges: ReadonlySet<string> = new Set()): FlowGraph {
  return {
    nodes: graph.nodes.filter(({ id }) => !ids.has(id)),
    edges: graph.edges.filter((edge) => !ids.has(edge.source) && !ids.has(edge.target) && !edges.has(edgeKey(edge))),
    comments: graph.comments.filter(({ id }) => !ids.has(id)),
  };
}

/** With one node set otherwise; edges of branches that are gone go too, or move to the only way that is left. */
export function withNode(graph: FlowGraph, next: FlowNode): FlowGraph {
  const before = graph.nodes.find(({ id }) => id === next.id);
  const nodes = graph.nodes.map((node) => (node.id === next.id ? next : node));
  const had = before ? handlesOf(before) : [];
  const has = handlesOf(next);
  if (had.join("\n") === has.join("\n")) return { ...graph, nodes };
  const [first = null] = has;
  const seen = new Set<string>();
  const edges = graph.edges.flatMap((edge) => {
    if (edge.source !== next.id) return [edge];
    const handle = edge.sourceHandle ?? null;
    const isMoved = !has.includes(handle) && (handle === null || has.includes(null)) && handle !== "error";
    if (!has.includes(handle) && !isMoved) return [];
    const kept: FlowEdge = isMoved ? { source: edge.source, target: edge.target } : edge;
    if (isMoved && first !== null) kept.sourceHandle = first;
    if (seen.has(edgeKey(kept))) return [];
    seen.add(edgeKey(kept));
    return [kept];
  });
  return { ...graph, nodes, edges };
}

/** Nodes in the order they are run in; of those that could come next the upper, then the left one. */
export function inOrder({ nodes, edges }: Pick<FlowGraph, "nodes" | "edges">): FlowNode[] {
  const left = new Map(nodes.map((node) => [node.id, 0]));
  const next = new Map<string, string[]>();
  for (const { source, target } of edges) {
    if (!left.has(source) || !left.has(target)) continue;
    left.set(target, left.get(target)! + 1);
    next.set(source, [...(next.get(source) ?? []), target]);
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rank = ({ type, position }: FlowNode) =>
    type === "start" ? -1e9 : (position?.y ?? 0) * 4 + (position?.x ?? 0) / 1e3;
  const open = nodes.filter(({ id }) => left.get(id) === 0);
  const ordered: FlowNode[] = [];
  while (open.length > 0) {
    let best = 0;
    for (let index = 1; index < open.length; index += 1) if (rank(open[index]!) < rank(open[best]!)) best = index;
    const [node] = open.splice(best, 1);
    ordered.push(node!);
    for (const target of next.get(node!.id) ?? []) {
      left.set(target, left.get(target)! - 1);
      if (left.get(target) === 0) open.push(byId.get(target)!);
    }
  }
  // What stands in a circle has no order.
  if (ordered.length === nodes.length) return ordered;
  const known = new Set(ordered);
  return [...ordered, ...nodes.filter((node) => !known.has(node))];
}

/** Whether a node may stand at a depth, the outermost graph being 0. */
export const mayStand = (type: NodeType, path: FlowPath, deepest: number): boolean =>
  path.length === 0 || (type !== "start" && !(CONTAINERS.includes(type) && path.length + 1 >= deepest));

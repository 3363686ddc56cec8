import { z } from "zod";
import { bodyOf, everyNode, type FlowPath, freeName, graphAt, mayStand, newId, takenIds, withGraphAt } from "./edit";
import { type FlowGraph, type FlowNode, flowGraph } from "./graph";
import { FLOW_DEPTH_MAX } from "./limits";
import { withNames } from "./renaming";

/** Pasted nodes stand so far from those they were copied from, in both directions. */
const SHIFT = 32;

/** Those of a graph that are picked, with the edges between them. */
export function copied(graph: FlowGraph, ids: ReadonlySet<string>): FlowGraph {
  return {
    nodes: graph.nodes.filter(({ id }) => ids.has(id)),
    edges: graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
    comments: graph.comments.filter(({ id }) => ids.has(id)),
  };
}

/**
 * The whole graph with copies in the one at a path, and the ids they were given there. Names are made new, and references
 * among what was copied follow; what may not stand there is left out.
 */
export function pasted(root: FlowGraph, path: FlowPath, from: FlowGraph): { root: FlowGraph; ids: string[] } | null {
  const graph = graphAt(root, path);
  if (!graph) return null;
  const hasStart = path.length > 0 || graph.nodes.some(({ type }) => type === "start");
  const nodes = from.nodes.filter(
    (node) => !(node.type === "start" && hasStart) && mayStand(node.type, path, FLOW_DEPTH_MAX) && fits(node, path),
  );
  const taken = takenIds(root);
  const names = new Map<string, string>();
  for (const { node } of everyNode({ nodes, edges: [], comments: [] })) {
    const id = newId(taken, node.type);
    taken.add(id);
    names.set(node.id, id);
  }
  const added = nodes.map((node) => moved(renamed(node, names)));
  const comments = from.comments.map((comment) => {
    const id = freeName([...taken, ...graph.comments.map((one) => one.id)], "note");
    taken.add(id);
    return { ...comment, id, position: shifted(comment.position) };
  });
  const next: FlowGraph = {
    nodes: [...graph.nodes, ...added],
    edges: [...graph.edges, ...edgesOf(from, names)],
    comments: [...graph.comments, ...comments],
  };
  return { root: withGraphAt(root, path, next), ids: [...added, ...comments].map(({ id }) => id) };
}

/** The whole graph with one node called otherwise; references to it follow. */
export function renamedNode(root: FlowGraph, id: string, next: string): FlowGraph {
  const names = new Map([[id, next]]);
  return {
    nodes: root.nodes.map((node) => renamed(node, names)),
    edges: root.edges.map((edge) => ({
      ...edge,
      source: names.get(edge.source) ?? edge.source,
      target: names.get(edge.target) ?? edge.target,
    })),
    comments: root.comments,
  };
}

const shifted = ({ x, y }: { x: number; y: number }) => ({ x: x + SHIFT, y: y + SHIFT });
const moved = (node: FlowNode): FlowNode => (node.position ? { ...node, position: shifted(node.position) } : node);

function edgesOf({ edges }: FlowGraph, names: ReadonlyMap<string, string>): FlowGraph["edges"] {
  return edges.flatMap(({ source, sourceHandle, target }) => {
    const [from, to] = [names.get(source), names.get(target)];
    return from && to ? [{ source: from, target: to, ...(sourceHandle && { sourceHandle }) }] : [];
  });
}

/** A node under its new name, with everything inside it under theirs. */
function renamed(node: FlowNode, names: ReadonlyMap<string, string>): FlowNode {
  const id = names.get(node.id) ?? node.id;
  const body = bodyOf(node);
  if (!body) return { ...node, id, data: withNames(node.data, names) } as FlowNode;
  const inner: FlowGraph = {
    ...body,
    nodes: body.nodes.map((one) => renamed(one, names)),
    edges: body.edges.map((edge) => ({
      ...edge,
      source: names.get(edge.source) ?? edge.source,
      target: names.get(edge.target) ?? edge.target,
    })),
  };
  const rest: object = withNames({ ...node.data, body: undefined }, names);
  return { ...node, id, data: { ...rest, body: inner } } as FlowNode;
}

/** Whether the containers inside a node leave room for the depth it would come to stand at. */
function fits(node: FlowNode, path: FlowPath): boolean {
  const deepest = Math.max(
    ...[...everyNode({ nodes: [node], edges: [], comments: [] })].map(({ path: p }) => p.length),
  );
  return path.length + 1 + deepest <= FLOW_DEPTH_MAX;
}

/** On the clipboard, so that nodes go from one app to another. */
const clipping = z.strictObject({ flow: flowGraph });

export const asClipping = (graph: FlowGraph): string => JSON.stringify({ flow: graph });

/** What of a clipboard is nodes; null: none. */
export function fromClipping(text: string): FlowGraph | null {
  if (!text.startsWith('{"flow"')) return null;
  try {
    const parsed = clipping.safeParse(JSON.parse(text));
    return parsed.success ? (parsed.data.flow as FlowGraph) : null;
  } catch {
    return null;
  }
}

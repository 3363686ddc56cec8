import { type ChangedSetting, changedSettings } from "../settings-diff";
import { bodyOf, edgeKey, type FlowPath, inOrder } from "./edit";
import type { FlowGraph, FlowNode } from "./graph";
import { withArranged } from "./layout";

export interface NodeChange {
  kind: "added" | "removed" | "changed";
  /** In the list and at the node. */
  number: number;
  /** As it is now, or was. */
  node: FlowNode;
  /** Containers it is inside of. */
  path: FlowPath;
  /** What of it is set otherwise, each as text. */
  settings: ChangedSetting[];
}

export interface MergedFlow {
  /** Nodes of both, arranged. */
  graph: FlowGraph;
  changes: NodeChange[];
  /** How nodes of the graph are marked; a container is changed by what is inside it. */
  marks: Map<string, Pick<NodeChange, "kind" | "number">>;
  /** Connections that only one of the two has, by their keys. */
  edges: Map<string, "added" | "removed">;
  /** Nodes, those inside containers too, that are the same in both. */
  same: number;
}

const NOTHING: FlowGraph = { nodes: [], edges: [], comments: [] };

/** Two versions of a workflow as one graph, and what is different in them. */
export function mergedFlows(before: FlowGraph, after: FlowGraph): MergedFlow {
  const found: NodeChange[] = [];
  const same = { count: 0 };
  const whole = joined(before, after);
  collect(before, after, [], found, same);
  const marks = new Map<string, Pick<NodeChange, "kind" | "number">>();
  for (const { kind, number, node, path } of found) {
    const [outermost] = path;
    if (outermost === undefined) marks.set(node.id, { kind, number });
    else if (!marks.has(outermost)) marks.set(outermost, { kind: "changed", number });
  }
  const had = new Set(before.edges.map(edgeKey));
  const has = new Set(after.edges.map(edgeKey));
  const edges = new Map<string, "added" | "removed">();
  for (const key of has) if (!had.has(key)) edges.set(key, "added");
  for (const key of had) if (!has.has(key)) edges.set(key, "removed");
  return { graph: withArranged(whole), changes: found, marks, edges, same: same.count };
}

/** Nodes and connections of both graphs; what is in both is as it is now. */
function joined(before: FlowGraph, after: FlowGraph): FlowGraph {
  const ids = new Set(after.nodes.map(({ id }) => id));
  const keys = new Set(after.edges.map(edgeKey));
  return {
    nodes: [...after.nodes, ...before.nodes.filter(({ id }) => !ids.has(id))],
    edges: [...after.edges, ...before.edges.filter((edge) => !keys.has(edgeKey(edge)))],
    comments: [],
  };
}

function collect(
  before: FlowGraph,
  after: FlowGraph,
  path: FlowPath,
  found: NodeChange[],
  same: { count: number },
): void {
  const was = new Map(before.nodes.map((node) => [node.id, node]));
  const is = new Map(after.nodes.map((node) => [node.id, node]));
  for (const node of inOrder(joined(before, after))) {
    const [old, now] = [was.get(node.id), is.get(node.id)];
    const add = (kind: NodeChange["kind"], settings: ChangedSetting[]) =>
      found.push({ kind, number: found.length + 1, node: now ?? node, path, settings });
    if (!old) add("added", []);
    else if (!now) add("removed", []);
    else {
      const settings = changedSettings(settingsOf(old), settingsOf(now));
      if (settings.length > 0) add("changed", settings);
      else same.count += 1;
    }
    const [oldBody, nowBody] = [bodyOf(old), bodyOf(now)];
    if (oldBody || nowBody) collect(oldBody ?? NOTHING, nowBody ?? NOTHING, [...path, node.id], found, same);
  }
}

/** Settings of a node, those of its policy among them; what is inside it is looked at by itself. */
function settingsOf(node: FlowNode): Record<string, unknown> {
  const { policy, ...data } = node.data;
  const { body, ...rest } = data as typeof data & { body?: unknown };
  return { type: node.type, ...rest, ...(typeof body === "string" && { body }), ...policy };
}

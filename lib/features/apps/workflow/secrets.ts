import { everyNode } from "./edit";
import type { FlowGraph, FlowNode } from "./graph";
import { textsOf } from "./outputs";
import { referencesIn, SECRET } from "./values";

const PREFIX = `${SECRET}.`;

/** Names of the secrets a node's call carries. */
export function secretsOf(node: FlowNode): string[] {
  if (node.type !== "http") return [];
  const names = textsOf(node).flatMap(({ text }) => referencesIn(text));
  return [...new Set(names.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])))];
}

/** All that a graph and those inside it name, with the nodes that do. */
export const secretsIn = (graph: FlowGraph): { nodeId: string; name: string }[] =>
  [...everyNode(graph)].flatMap(({ node }) => secretsOf(node).map((name) => ({ nodeId: node.id, name })));

import { type FlowGraph, type FlowNode, NODE_DATA } from "./graph";

/**
 * A graph as whoever only uses the app may see it: its nodes, what they are called and where each can be left. Prompts, calls,
 * conditions and what a node is made of are its makers'.
 */
export function outlineOf({ nodes, edges }: FlowGraph): FlowGraph {
  return { nodes: nodes.map(outlined), edges, comments: [] };
}

function outlined(node: FlowNode): FlowNode {
  const { title, policy } = node.data;
  const kept = { title, policy: { onError: policy.onError }, ...leavesOf(node) };
  return { ...node, data: NODE_DATA[node.type].parse(kept) } as FlowNode;
}

/** What decides by which edges a node is left, and what it holds. */
function leavesOf(node: FlowNode): object {
  switch (node.type) {
    case "condition":
      return { branches: node.data.branches.map(({ id, name }) => ({ id, name })) };
    case "classifier":
      return { classes: node.data.classes.map(({ id, name }) => ({ id, name })) };
    case "human":
      return { mode: node.data.mode };
    case "iteration":
    case "loop":
      return { body: outlineOf(node.data.body) };
    default:
      return {};
  }
}

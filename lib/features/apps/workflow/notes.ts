import { bodyOf } from "./edit";
import type { FlowComment, FlowGraph, FlowNode } from "./graph";

/**
 * The graph with who wrote each comment, and when: whoever changes its words is its author, and what stays as it was stays
 * another's. What was sent of that is not believed.
 */
export function withAuthors(graph: FlowGraph, before: FlowGraph | null, by: string, at: number): FlowGraph {
  const had = new Map(before?.comments.map((comment) => [comment.id, comment]));
  const nodes = new Map(before?.nodes.map((node) => [node.id, node]));
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const body = bodyOf(node);
      if (!body) return node;
      return {
        ...node,
        data: { ...node.data, body: withAuthors(body, bodyOf(nodes.get(node.id)), by, at) },
      } as FlowNode;
    }),
    comments: graph.comments.map(({ by: _, at: __, ...comment }) => {
      const old = had.get(comment.id);
      return { ...comment, ...(old?.text === comment.text ? authorOf(old) : { by, at }) };
    }),
  };
}

const authorOf = ({ by, at }: FlowComment) => ({ ...(by !== undefined && { by }), ...(at !== undefined && { at }) });

/** People who wrote comments of a graph, or inside its containers. */
export function authorsIn({ nodes, comments }: FlowGraph): string[] {
  const inside = nodes.flatMap((node) => {
    const body = bodyOf(node);
    return body ? authorsIn(body) : [];
  });
  return [...new Set([...comments.flatMap(({ by }) => by ?? []), ...inside])];
}

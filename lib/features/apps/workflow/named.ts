import type { NodeType } from "./graph";

/** What of an installation a node names. */
export type NamedKind = "base" | "model" | "tool" | "app" | "person";

/** The field of a node by which it names something of this installation. */
export const NAMED_FIELDS: { readonly [T in NodeType]?: { field: string; what: NamedKind } } = {
  model: { field: "modelId", what: "model" },
  classifier: { field: "modelId", what: "model" },
  extract: { field: "modelId", what: "model" },
  knowledge: { field: "baseIds", what: "base" },
  tool: { field: "tool", what: "tool" },
  app: { field: "appId", what: "app" },
  human: { field: "userId", what: "person" },
};

export interface Naming {
  nodeId: string;
  field: string;
  what: NamedKind;
  id: string;
}

type Raw = Record<string, unknown>;
const isRaw = (value: unknown): value is Raw => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * A graph with what it names said otherwise: by names where it leaves an installation, by ids where it comes. Null leaves a
 * thing out. The graph may be one that was never checked.
 */
export function withNames(graph: unknown, say: (one: Naming) => string | null): unknown {
  if (!isRaw(graph) || !Array.isArray(graph.nodes)) return graph;
  const nodes = graph.nodes.map((node: unknown) => {
    if (!isRaw(node) || !isRaw(node.data)) return node;
    const data: Raw = { ...node.data };
    if ("body" in data) data.body = withNames(data.body, say);
    const named = NAMED_FIELDS[node.type as NodeType];
    if (named && Object.hasOwn(data, named.field)) {
      const { field, what } = named;
      const value = data[field];
      const one = (id: unknown) =>
        typeof id === "string" && id !== "" ? say({ nodeId: String(node.id), field, what, id }) : null;
      if (Array.isArray(value)) data[field] = value.map(one).filter((id) => id !== null);
      else data[field] = one(value) ?? (what === "tool" ? "" : null);
    }
    return { ...node, data };
  });
  return { ...graph, nodes };
}

/** All that a graph and those inside it name. */
export function namedIn(graph: unknown): Naming[] {
  const found: Naming[] = [];
  withNames(graph, (one) => {
    found.push(one);
    return one.id;
  });
  return found;
}

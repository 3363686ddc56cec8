import type { NodeType } from "./graph";

/** What of an installation a node names. */
export type NamedKind = "base" | "model" | "reranker" | "tool" | "app" | "person";

interface NamedField {
  /** Where it stands in the settings; behind a dot, within an object of them. */
  field: string;
  what: NamedKind;
}

const MODEL: readonly NamedField[] = [{ field: "modelId", what: "model" }];

/** The fields of a node by which it names things of this installation. */
const NAMED_FIELDS: { readonly [T in NodeType]?: readonly NamedField[] } = {
  model: MODEL,
  classifier: MODEL,
  extract: MODEL,
  knowledge: [
    { field: "baseIds", what: "base" },
    { field: "retrieval.rerankModelId", what: "reranker" },
    { field: "retrieval.rewriteModelId", what: "model" },
    { field: "retrieval.filterModelId", what: "model" },
    { field: "retrieval.selectModelId", what: "model" },
  ],
  tool: [{ field: "tool", what: "tool" }],
  app: [{ field: "appId", what: "app" }],
  human: [{ field: "userId", what: "person" }],
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
    for (const { field, what } of NAMED_FIELDS[node.type as NodeType] ?? []) {
      const one = (id: unknown) =>
        typeof id === "string" && id !== "" ? say({ nodeId: String(node.id), field, what, id }) : null;
      replace(data, field.split("."), what, one);
    }
    return { ...node, data };
  });
  // Who wrote a comment is a matter of this installation.
  const comments = Array.isArray(graph.comments) && graph.comments.map(anonymous);
  return { ...graph, nodes, ...(comments && { comments }) };
}

function anonymous(comment: unknown): unknown {
  if (!isRaw(comment)) return comment;
  const { by: _, at: __, ...rest } = comment;
  return rest;
}

function replace(data: Raw, [name = "", ...rest]: readonly string[], what: NamedKind, one: (id: unknown) => unknown) {
  if (!Object.hasOwn(data, name)) return;
  const value = data[name];
  const [inner] = rest;
  if (inner !== undefined) {
    if (!isRaw(value) || !Object.hasOwn(value, inner)) return;
    const { [inner]: id, ...others } = value;
    const said = one(id);
    // Null means that none is used, which is not the same as what is left out.
    data[name] = said !== null || id === null ? { ...others, [inner]: said } : others;
  } else if (Array.isArray(value)) data[name] = value.map(one).filter((id) => id !== null);
  else data[name] = one(value) ?? (what === "tool" ? "" : null);
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

import { type FlowProblem, nodesBefore } from "./check";
import { bodyOf, type FlowPath, graphAt, inOrder } from "./edit";
import type { FlowGraph, FlowNode } from "./graph";
import { ERROR_OUTPUT, innerOutputsOf, type Output, outputsOf, textsOf } from "./outputs";
import { referencesIn } from "./values";

/** What one node hands to the field that is being filled in. */
export interface Available {
  node: FlowNode;
  outputs: Output[];
}

/** Fields of a container that are read with what its inner nodes gave. */
const INNER_FIELDS = /^(output$|tests\.|variables\.\d+\.next$)/;

/** Outputs a field of a node can name, the nearest node first. */
export function availableAt(root: FlowGraph, path: FlowPath, id: string, field: string): Available[] {
  const graph = graphAt(root, path);
  const node = graph?.nodes.find((one) => one.id === id);
  if (!graph || !node) return [];
  const inside: Available[] = [];
  const body = bodyOf(node);
  if (body && INNER_FIELDS.test(field)) {
    inside.push(...inOrder(body).reverse().map(given), { node, outputs: innerOutputsOf(node) });
  }
  return [...inside, ...earlier(root, path, id)].filter(({ outputs }) => outputs.length > 0);
}

function earlier(root: FlowGraph, path: FlowPath, id: string): Available[] {
  const graph = graphAt(root, path);
  if (!graph) return [];
  const before = nodesBefore(graph).get(id) ?? new Set();
  const here = inOrder(graph)
    .filter((one) => before.has(one.id))
    .reverse()
    .map(given);
  const container = path.at(-1);
  if (container === undefined) return here;
  const around = path.slice(0, -1);
  const holder = graphAt(root, around)?.nodes.find((one) => one.id === container);
  const own = holder ? [{ node: holder, outputs: innerOutputsOf(holder) }] : [];
  return [...here, ...own, ...earlier(root, around, container)];
}

function given(node: FlowNode): Available {
  const { onError } = node.data.policy;
  const outputs = outputsOf(node);
  return { node, outputs: onError === "stop" ? outputs : [...outputs, { name: ERROR_OUTPUT, type: "text" }] };
}

/** What a node takes of another one, in the order it names it. */
export function carriedBy(source: FlowNode, target: FlowNode): Output[] {
  const outputs = new Map(outputsOf(source).map((output) => [output.name, output]));
  const named = textsOf(target).flatMap(({ text }) => referencesIn(text));
  const found = named.flatMap((reference) => {
    const [id, name = ""] = reference.split(".");
    const output = id === source.id ? outputs.get(name) : undefined;
    return output ? [output] : [];
  });
  return [...new Set(found)];
}

/** A value that can stand where a reference leads nowhere, or where nothing was filled in: an earlier one of the same name. */
export function mendFor(
  root: FlowGraph,
  path: FlowPath,
  { nodeId, field, code, args }: FlowProblem,
): { reference: string; node: FlowNode; output: string } | null {
  if (nodeId === null || field === undefined) return null;
  const wrong = typeof args?.name === "string" ? args.name : null;
  const output = code === "required" ? field : (wrong?.split(".")[1] ?? null);
  if (output === null || (code !== "required" && code !== "reference" && code !== "referenceOutput")) return null;
  const found = availableAt(root, path, nodeId, field).find(({ outputs }) =>
    outputs.some(({ name }) => name === output),
  );
  if (!found) return null;
  return {
    reference: [found.node.id, output, ...(wrong?.split(".").slice(2) ?? [])].join("."),
    node: found.node,
    output,
  };
}

/** Settings with one text replaced, at a field such as `tests.0.left`. */
export function withText<T>(value: T, field: string, change: (text: string) => string): T {
  const [first = "", ...rest] = field.split(".");
  if (field === "") return (typeof value === "string" ? change(value) : value) as T;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === first ? withText(item, rest.join("."), change) : item)) as T;
  }
  if (value === null || typeof value !== "object" || !(first in value)) return value;
  return { ...value, [first]: withText((value as Record<string, unknown>)[first], rest.join("."), change) };
}

/** The settings with what `mendFor` found put in its place. */
export function mended<T>(data: T, { field = "", code, args }: FlowProblem, reference: string): T {
  return withText(data, field, (text) => {
    if (code === "required") return `{{${reference}}}`;
    const wrong = String(args?.name ?? "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return text.replace(new RegExp(`\\{\\{\\s*${wrong}\\s*\\}\\}`, "g"), `{{${reference}}}`);
  });
}

import type { z } from "zod";
import { type FlowGraph, type FlowNode, flowGraph, NODE_TYPES } from "./graph";
import { FLOW_CHARACTERS_MAX, FLOW_DEPTH_MAX, FLOW_NODES_IN_ALL_MAX } from "./limits";
import { ERROR_OUTPUT, handlesOf, innerOutputsOf, outputsOf, textsOf } from "./outputs";
import { RUN_NAMES, referencesIn, SECRET } from "./values";

export const PROBLEM_CODES = [
  "type",
  "invalid",
  "tooLong",
  "tooMany",
  "twice",
  "edgeNode",
  "edgeHandle",
  "cycle",
  "startTwice",
  "startInside",
  "startMissing",
  "depth",
  "size",
  "foreign",
  "required",
  "reference",
  "referenceOutput",
  "unreached",
  "argument",
  "secretPlace",
  "secretMissing",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** What is wrong with a graph, at a node (none: with all of it) and a field of its settings. */
export interface FlowProblem {
  nodeId: string | null;
  field?: string;
  code: ProblemCode;
  args?: Record<string, string | number>;
  /** It cannot be kept; what is not whole yet can, and is asked for when it is published. */
  isBroken: boolean;
}

/** A graph as it was sent, or what makes it none. */
export function readGraph(raw: unknown): { graph: FlowGraph } | { problems: FlowProblem[] } {
  if (JSON.stringify(raw ?? null).length > FLOW_CHARACTERS_MAX) {
    return { problems: [{ nodeId: null, code: "size", isBroken: true }] };
  }
  const parsed = flowGraph.safeParse(raw);
  if (!parsed.success) return { problems: parsed.error.issues.map((issue) => fromIssue(raw, issue)) };
  const graph = parsed.data as FlowGraph;
  const problems = [...walk(graph)].flatMap(({ graph: one, depth }) => brokenIn(one, depth));
  const count = [...walk(graph)].reduce((sum, { graph: one }) => sum + one.nodes.length, 0);
  if (count > FLOW_NODES_IN_ALL_MAX) {
    problems.push({ nodeId: null, code: "tooMany", args: { max: FLOW_NODES_IN_ALL_MAX }, isBroken: true });
  }
  problems.push(...twiceInAll(graph));
  return problems.length > 0 ? { problems } : { graph };
}

/** What is missing before a graph can be run; of one that `readGraph` took. */
export function incompleteIn(graph: FlowGraph): FlowProblem[] {
  const outer = graph.nodes.some(({ type }) => type === "start") ? [] : [problem(null, "startMissing")];
  return [...outer, ...missingIn(graph, new Map(), true)];
}

/** Every problem of a graph, broken or not whole, for whoever draws it. */
export function flowProblems(raw: unknown): FlowProblem[] {
  const read = readGraph(raw);
  return "problems" in read ? read.problems : incompleteIn(read.graph);
}

/** The graph and those inside its containers. */
export function* walk(graph: FlowGraph, depth = 1): Generator<{ graph: FlowGraph; depth: number }> {
  yield { graph, depth };
  for (const node of graph.nodes) {
    if (node.type === "iteration" || node.type === "loop") yield* walk(node.data.body, depth + 1);
  }
}

const problem = (nodeId: string | null, code: ProblemCode, more: Partial<FlowProblem> = {}): FlowProblem => ({
  nodeId,
  code,
  isBroken: false,
  ...more,
});

function fromIssue(raw: unknown, { path, code, message }: z.core.$ZodIssue): FlowProblem {
  let at: unknown = raw;
  let nodeId: string | null = null;
  let field: PropertyKey[] = [];
  for (const [index, key] of path.entries()) {
    const parent = path[index - 1];
    at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key];
    field.push(key);
    if (parent === "nodes" && typeof key === "number") {
      const { id } = (at ?? {}) as { id?: unknown };
      nodeId = typeof id === "string" ? id : null;
      field = [];
    }
  }
  const name = field[0] === "data" ? field.slice(1) : field;
  const type = (at as { type?: unknown } | null)?.type;
  const isUnknownType = field.length <= 1 && code === "invalid_union" && !(NODE_TYPES as unknown[]).includes(type);
  const known = isUnknownType ? "type" : (["tooLong", "tooMany"] as const).find((one) => one === message);
  const twice = message === "duplicate" || message === "variableTwice" ? "twice" : undefined;
  return {
    nodeId,
    ...(name.length > 0 && { field: name.map(String).join(".") }),
    code: known ?? twice ?? "invalid",
    isBroken: true,
  };
}

function brokenIn({ nodes, edges }: FlowGraph, depth: number): FlowProblem[] {
  const found: FlowProblem[] = [];
  const broken = (nodeId: string | null, code: ProblemCode, more: Partial<FlowProblem> = {}) =>
    found.push(problem(nodeId, code, { ...more, isBroken: true }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, type } of nodes) if (depth > 1 && type === "start") broken(id, "startInside");
  const [, ...starts] = nodes.filter(({ type }) => type === "start");
  if (depth === 1) for (const { id } of starts) broken(id, "startTwice");
  if (depth > FLOW_DEPTH_MAX) broken(nodes[0]?.id ?? null, "depth", { args: { max: FLOW_DEPTH_MAX } });
  for (const { source, target } of edges) {
    const from = byId.get(source);
    const to = byId.get(target);
    if (!from || !to) broken(from?.id ?? to?.id ?? null, "edgeNode", { args: { name: from ? target : source } });
    else if (to.type === "start") broken(target, "edgeNode", { args: { name: target } });
  }
  const inCycle = cycleOf(nodes, edges);
  if (inCycle) broken(inCycle, "cycle");
  return found;
}

/** Names stand for one thing in all of a graph, or a reference would mean two. */
function twiceInAll(graph: FlowGraph): FlowProblem[] {
  const seen = new Set<string>([...RUN_NAMES, SECRET]);
  const found: FlowProblem[] = [];
  for (const { graph: one } of walk(graph)) {
    for (const { id } of one.nodes) {
      if (seen.has(id)) found.push(problem(id, "twice", { isBroken: true }));
      seen.add(id);
    }
  }
  return found;
}

/** A node that comes after itself; null where there is none. */
function cycleOf(nodes: FlowGraph["nodes"], edges: FlowGraph["edges"]): string | null {
  const waiting = new Map(nodes.map(({ id }) => [id, 0]));
  const next = new Map<string, string[]>();
  for (const { source, target } of edges) {
    if (!waiting.has(source) || !waiting.has(target)) continue;
    waiting.set(target, waiting.get(target)! + 1);
    next.set(source, [...(next.get(source) ?? []), target]);
  }
  const free = [...waiting].flatMap(([id, count]) => (count === 0 ? [id] : []));
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    waiting.delete(id);
    for (const target of next.get(id) ?? []) {
      const left = waiting.get(target)! - 1;
      waiting.set(target, left);
      if (left === 0) free.push(target);
    }
  }
  // What only stands behind a cycle is not its fault.
  for (const id of waiting.keys()) if (reaches(id, id, next)) return id;
  return null;
}

function reaches(from: string, wanted: string, next: ReadonlyMap<string, string[]>): boolean {
  const seen = new Set<string>();
  const open = [...(next.get(from) ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === wanted) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(next.get(id) ?? []));
  }
  return false;
}

/** Nodes that come before each, by their ids. */
export function nodesBefore({ nodes, edges }: Pick<FlowGraph, "nodes" | "edges">): Map<string, Set<string>> {
  const sources = new Map<string, string[]>();
  for (const { source, target } of edges) sources.set(target, [...(sources.get(target) ?? []), source]);
  const known = new Map<string, Set<string>>();
  const before = (id: string): Set<string> => {
    const had = known.get(id);
    if (had) return had;
    const all = new Set<string>();
    known.set(id, all);
    for (const source of sources.get(id) ?? []) {
      all.add(source);
      for (const earlier of before(source)) all.add(earlier);
    }
    return all;
  };
  for (const { id } of nodes) before(id);
  return known;
}

/** Nodes some way leads to from a node. */
export function nodesAfter({ edges }: Pick<FlowGraph, "edges">, from: string): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { source, target } of edges) {
      if (source !== id || found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}

/** Fields of a container that are read with what its inner nodes gave. */
const INNER_FIELDS = /^(output$|tests\.|variables\.\d+\.next$)/;

function missingIn(graph: FlowGraph, outer: ReadonlyMap<string, Set<string>>, isOutermost: boolean): FlowProblem[] {
  const { nodes, edges } = graph;
  const before = nodesBefore(graph);
  const outputs = new Map(nodes.map((node) => [node.id, namesOf(node)]));
  const entered = new Set(edges.map(({ target }) => target));
  return nodes.flatMap((node) => {
    const known = new Map(outer);
    for (const id of before.get(node.id) ?? []) known.set(id, outputs.get(id) ?? new Set());
    const isContainer = node.type === "iteration" || node.type === "loop";
    const within = new Map(known);
    if (isContainer) within.set(node.id, new Set(innerOutputsOf(node).map(({ name }) => name)));
    const inner = new Map(within);
    if (isContainer) for (const one of node.data.body.nodes) inner.set(one.id, namesOf(one));
    const handles = new Set(handlesOf(node));
    const stray = edges.filter(({ source, sourceHandle }) => source === node.id && !handles.has(sourceHandle ?? null));
    return [
      ...(isOutermost && node.type !== "start" && !entered.has(node.id) ? [problem(node.id, "unreached")] : []),
      ...stray.map(({ sourceHandle }) => problem(node.id, "edgeHandle", { args: { name: sourceHandle ?? "" } })),
      ...requiredIn(node).map((field) => problem(node.id, "required", { field })),
      ...textsOf(node).flatMap(({ field, text }) =>
        wrongReferences(text, node, isContainer && INNER_FIELDS.test(field) ? inner : known).map((one) =>
          problem(node.id, one.code, { field, args: { name: one.name } }),
        ),
      ),
      ...(isContainer ? missingIn(node.data.body, within, false) : []),
    ];
  });
}

const namesOf = (node: FlowNode) => new Set([...outputsOf(node).map(({ name }) => name), ERROR_OUTPUT]);

function wrongReferences(
  text: string,
  { type }: FlowNode,
  known: ReadonlyMap<string, Set<string>>,
): { code: ProblemCode; name: string }[] {
  return referencesIn(text).flatMap((name) => {
    const [first = "", output] = name.split(".");
    if ((RUN_NAMES as readonly string[]).includes(first)) return [];
    if (first === SECRET && output !== undefined) return type === "http" ? [] : { code: "secretPlace", name };
    const names = known.get(first);
    if (names && (output === undefined || names.has(output))) return [];
    return { code: names ? "referenceOutput" : "reference", name };
  });
}

/** Fields that must be filled before a node can run. */
export function requiredIn(node: FlowNode): string[] {
  const missing = (fields: Record<string, boolean>) => Object.keys(fields).filter((field) => !fields[field]);
  const has = (text: string) => text.trim() !== "";
  switch (node.type) {
    case "start":
      return [];
    case "model":
      return missing({ prompt: has(node.data.prompt) });
    case "knowledge":
      return missing({ baseIds: node.data.baseIds.length > 0, query: has(node.data.query) });
    case "classifier": {
      const { classes, input } = node.data;
      return missing({ input: has(input), classes: classes.length > 1 && classes.every(({ name }) => has(name)) });
    }
    case "condition": {
      const { branches } = node.data;
      return missing({ branches: branches.length > 0 && branches.every(({ tests }) => tests.length > 0) });
    }
    case "iteration": {
      const { list, body, output } = node.data;
      return missing({ list: has(list), body: body.nodes.length > 0, output: has(output) });
    }
    case "loop":
      return missing({ body: node.data.body.nodes.length > 0 });
    case "join":
      return [];
    case "variable":
      return missing({ values: node.data.values.length > 0 });
    case "template":
      return missing({ template: has(node.data.template) });
    case "extract":
      return missing({ input: has(node.data.input), fields: node.data.fields.length > 0 });
    case "code":
      return missing({ code: has(node.data.code) });
    case "http":
      return missing({ url: has(node.data.url) });
    case "tool":
      return missing({ tool: node.data.tool !== "" });
    case "document":
      return missing({ files: has(node.data.files) });
    case "human": {
      const { subject, assignee, userId, mode, fields } = node.data;
      return missing({
        subject: has(subject),
        userId: assignee !== "person" || userId !== null,
        fields: mode === "approval" || fields.length > 0,
      });
    }
    case "app":
      return missing({ appId: node.data.appId !== null });
    case "answer":
      return missing({ text: has(node.data.text) });
  }
}

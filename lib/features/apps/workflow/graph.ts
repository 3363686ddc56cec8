import { z } from "zod";
import { ownRetrieval } from "@/lib/config/knowledge-retrieval";
import { chatSettings } from "@/lib/conversation/settings";
import { ownReviewRules } from "@/lib/review/rule-schema";
import { identifier, line, lines, prose, verbatim } from "@/lib/text/line";
import { APP_BASES_MAX, VARIABLE_NAME_MAX, VARIABLE_TEXT_MAX } from "../limits";
import { appVariables, VARIABLE_NAME } from "../variables";
import {
  BRANCHES_MAX,
  CLASSES_MAX,
  CODE_MAX,
  COMMENT_MAX,
  DOCUMENT_CHARACTERS,
  DOCUMENT_CHARACTERS_MAX,
  FIELDS_MAX,
  FLOW_COMMENTS_MAX,
  FLOW_EDGES_MAX,
  FLOW_NODES_MAX,
  NODE_ID_MAX,
  NODE_NAME_MAX,
  NODE_SECONDS_MAX,
  NODE_TOKENS_MAX,
  PARALLEL_MAX,
  PASSAGES_MAX,
  PROMPT_MAX,
  RETRIES_MAX,
  RETRY_SECONDS_MAX,
  ROUNDS_MAX,
  TESTS_MAX,
  VALUE_MAX,
  VALUES_MAX,
  WAIT_HOURS,
  WAIT_HOURS_MAX,
} from "./limits";

/** A text in which `{{node.output}}` stands for what a node before gave; such a name alone hands the value on as it is. */
const value = prose(VALUE_MAX);
const name = line(VARIABLE_NAME_MAX).regex(VARIABLE_NAME, "variableName");
const label = line(NODE_NAME_MAX);
/** Of a branch; edges leave by it. */
const handle = identifier(NODE_ID_MAX);

/** Whether no two of a list have the same name. */
const unlike =
  <K extends string>(key: K) =>
  (list: readonly Readonly<Record<K, unknown>>[]) =>
    new Set(list.map((item) => item[key])).size === list.length;

const named = z.strictObject({ name, value: value.default("") });
const namedValues = z.array(named).max(VALUES_MAX, "tooMany").refine(unlike("name"), "variableTwice").default([]);
/** Headers and the like, whose names are the other side's. */
const pairs = z
  .array(z.strictObject({ name: line(200), value: value.default("") }))
  .max(VALUES_MAX, "tooMany")
  .default([]);

const options = chatSettings.pick({ temperature: true, topP: true, maxOutputTokens: true });
const modelId = z.uuid().nullable().default(null);

export const ON_ERROR = ["stop", "branch", "continue"] as const;
/** What holds for a node of any kind when it fails or takes too long. */
const policy = z.strictObject({
  /** Seconds; unset: what its kind usually needs. */
  timeout: z.int().min(1).max(NODE_SECONDS_MAX).optional(),
  retries: z.int().min(0).max(RETRIES_MAX).default(0),
  /** Seconds before another try. */
  pause: z.int().min(0).max(RETRY_SECONDS_MAX).default(1),
  /** The run fails; or it goes on by the edge `error`; or as if nothing had come of the node. */
  onError: z.enum(ON_ERROR).default("stop"),
  /** An effect that may be had twice: after a crash in the middle the node is begun again without asking. */
  repeatable: z.boolean().default(false),
  /** Tokens the node may use in one run, all its rounds together. */
  maxTokens: z.int().min(1).max(NODE_TOKENS_MAX).optional(),
});
export type NodePolicy = z.infer<typeof policy>;

const common = { title: label.default(""), policy: policy.prefault({}) };

export const TEST_OPS = [
  "is",
  "isNot",
  "contains",
  "containsNot",
  "begins",
  "ends",
  "empty",
  "present",
  "more",
  "atLeast",
  "less",
  "atMost",
  "true",
  "false",
] as const;
export type TestOp = (typeof TEST_OPS)[number];
/** Tests that need nothing to compare with. */
export const ALONE_OPS: readonly TestOp[] = ["empty", "present", "true", "false"];

const tests = z
  .array(z.strictObject({ left: value.default(""), op: z.enum(TEST_OPS).default("is"), right: value.default("") }))
  .max(TESTS_MAX, "tooMany")
  .default([]);
const match = z.enum(["all", "any"]).default("all");
export type FlowTest = z.infer<typeof tests>[number];

export const VALUE_TYPES = ["text", "number", "boolean", "list", "object"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

export const HTTP_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;
/** Calls that change nothing, by the rules of HTTP. */
export const SAFE_METHODS: readonly (typeof HTTP_METHODS)[number][] = ["GET", "HEAD"];

const branch = z.strictObject({ id: handle, name: label.default(""), match, tests });
const classOf = z.strictObject({ id: handle, name: label.default(""), description: lines(500).default("") });

/** What a node of each kind is set to. Everything may be empty while it is drawn; `flowProblems` tells what is missing. */
export const NODE_DATA = {
  start: z.strictObject({
    ...common,
    variables: appVariables.default([]),
    /** A run may bring files along, as `{{start.files}}`. */
    takesFiles: z.boolean().default(false),
    /** Of the whole workflow, whatever it begins with. */
    reviewRules: ownReviewRules.default([]),
  }),
  model: z.strictObject({
    ...common,
    modelId,
    options: options.default({}),
    system: prose(PROMPT_MAX).default(""),
    prompt: prose(PROMPT_MAX).default(""),
  }),
  knowledge: z.strictObject({
    ...common,
    baseIds: z
      .array(z.uuid())
      .max(APP_BASES_MAX, "tooMany")
      .refine((ids) => new Set(ids).size === ids.length, "duplicate")
      .default([]),
    query: value.default(""),
    /** How they are searched; what is not set is as each base has it. */
    retrieval: ownRetrieval.default({}),
    /** Passages of all bases together that are handed on. */
    topK: z.int().min(1).max(PASSAGES_MAX).default(5),
  }),
  classifier: z.strictObject({
    ...common,
    modelId,
    input: value.default(""),
    instructions: lines(2000).default(""),
    classes: z.array(classOf).max(CLASSES_MAX, "tooMany").refine(unlike("id"), "duplicate").default([]),
  }),
  condition: z.strictObject({
    ...common,
    branches: z.array(branch).max(BRANCHES_MAX, "tooMany").refine(unlike("id"), "duplicate").default([]),
  }),
  iteration: z.strictObject({
    ...common,
    list: value.default(""),
    parallel: z.int().min(1).max(PARALLEL_MAX).default(1),
    /** An item that fails ends the node; or leaves nothing at its place; or is left out. */
    itemErrors: z.enum(["stop", "empty", "omit"]).default("stop"),
    get body(): z.ZodType<FlowGraph> {
      return flowGraph.prefault({});
    },
    /** What each item gives, from the nodes inside. */
    output: value.default(""),
  }),
  loop: z.strictObject({
    ...common,
    rounds: z.int().min(1).max(ROUNDS_MAX).default(10),
    /** Kept from round to round: what they begin with, and what they are after each. */
    variables: z
      .array(named.extend({ next: value.default("") }))
      .max(VALUES_MAX, "tooMany")
      .refine(unlike("name"), "variableTwice")
      .default([]),
    /** It ends when these hold after a round; without any it goes its rounds. */
    match,
    tests,
    get body(): z.ZodType<FlowGraph> {
      return flowGraph.prefault({});
    },
  }),
  join: z.strictObject({
    ...common,
    /** All ways that are walked, or the first that arrives. */
    mode: z.enum(["all", "any"]).default("all"),
    /** The first of these that is not empty is its value. */
    values: z.array(value).max(VALUES_MAX, "tooMany").default([]),
  }),
  variable: z.strictObject({
    ...common,
    values: z
      .array(named.extend({ type: z.enum(VALUE_TYPES).default("text") }))
      .max(VALUES_MAX, "tooMany")
      .refine(unlike("name"), "variableTwice")
      .default([]),
  }),
  template: z.strictObject({ ...common, template: value.default("") }),
  extract: z.strictObject({
    ...common,
    modelId,
    input: value.default(""),
    instructions: lines(2000).default(""),
    fields: z
      .array(
        z.strictObject({
          name,
          type: z.enum(VALUE_TYPES).default("text"),
          description: lines(500).default(""),
          required: z.boolean().default(false),
        }),
      )
      .max(FIELDS_MAX, "tooMany")
      .refine(unlike("name"), "variableTwice")
      .default([]),
  }),
  code: z.strictObject({ ...common, inputs: namedValues, code: verbatim(CODE_MAX).default("") }),
  http: z.strictObject({
    ...common,
    method: z.enum(HTTP_METHODS).default("GET"),
    url: prose(2000).default(""),
    query: pairs,
    headers: pairs,
    bodyType: z.enum(["none", "json", "form", "text"]).default("none"),
    body: value.default(""),
    form: pairs,
    /** An answer of 400 and above is an answer, and no failure. */
    takesErrors: z.boolean().default(false),
  }),
  tool: z.strictObject({
    ...common,
    tool: identifier(200).default(""),
    arguments: z
      .array(z.strictObject({ name: line(200), value: value.default("") }))
      .max(FIELDS_MAX, "tooMany")
      .default([]),
  }),
  document: z.strictObject({
    ...common,
    files: value.default(""),
    maxCharacters: z.int().min(100).max(DOCUMENT_CHARACTERS_MAX).default(DOCUMENT_CHARACTERS),
  }),
  human: z.strictObject({
    ...common,
    mode: z.enum(["approval", "form"]).default("approval"),
    /** What is asked, as whoever answers reads it. */
    subject: line(100).default(""),
    text: value.default(""),
    assignee: z.enum(["asker", "owner", "person"]).default("asker"),
    userId: z.uuid().nullable().default(null),
    fields: appVariables.default([]),
    hours: z.int().min(1).max(WAIT_HOURS_MAX).default(WAIT_HOURS),
    /** A reminder so many hours before the end; 0: none. */
    remind: z.int().min(0).max(WAIT_HOURS_MAX).default(24),
  }),
  app: z.strictObject({
    ...common,
    appId: z.uuid().nullable().default(null),
    text: value.default(""),
    inputs: namedValues,
  }),
  answer: z.strictObject({ ...common, text: value.default("") }),
} as const;

export const NODE_TYPES = Object.keys(NODE_DATA) as [NodeType, ...NodeType[]];
export type NodeType = keyof typeof NODE_DATA;
export type NodeData<T extends NodeType> = z.infer<(typeof NODE_DATA)[T]>;

/** Letters, figures, `-` and `_`: what may stand before the dot of a reference. */
export const nodeId = identifier(NODE_ID_MAX).regex(/^[A-Za-z0-9_-]+$/, "invalid");
const position = z.strictObject({ x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) });
export type Position = z.infer<typeof position>;

const nodeOf = <T extends NodeType>(type: T) =>
  z.strictObject({ id: nodeId, type: z.literal(type), data: NODE_DATA[type], position: position.optional() });

export const flowNode = z.discriminatedUnion("type", [
  nodeOf("start"),
  nodeOf("model"),
  nodeOf("knowledge"),
  nodeOf("classifier"),
  nodeOf("condition"),
  nodeOf("iteration"),
  nodeOf("loop"),
  nodeOf("join"),
  nodeOf("variable"),
  nodeOf("template"),
  nodeOf("extract"),
  nodeOf("code"),
  nodeOf("http"),
  nodeOf("tool"),
  nodeOf("document"),
  nodeOf("human"),
  nodeOf("app"),
  nodeOf("answer"),
]);

export const flowEdge = z.strictObject({
  id: identifier(200).optional(),
  source: nodeId,
  /** The branch it leaves by; none: the usual one. */
  sourceHandle: handle.nullish(),
  target: nodeId,
});
export type FlowEdge = z.infer<typeof flowEdge>;

const comment = z.strictObject({
  id: nodeId,
  text: lines(COMMENT_MAX),
  position,
  /** Who wrote it, and when in milliseconds: the server says so when it is kept. */
  by: z.uuid().optional(),
  at: z.int().min(0).optional(),
});
export type FlowComment = z.infer<typeof comment>;

export const flowGraph = z.strictObject({
  nodes: z.array(flowNode).max(FLOW_NODES_MAX, "tooMany").default([]),
  edges: z.array(flowEdge).max(FLOW_EDGES_MAX, "tooMany").default([]),
  comments: z.array(comment).max(FLOW_COMMENTS_MAX, "tooMany").default([]),
});

export type FlowNode = { [T in NodeType]: FlowNodeOf<T> }[NodeType];
export interface FlowNodeOf<T extends NodeType> {
  id: string;
  type: T;
  data: NodeData<T>;
  position?: Position;
}
export interface FlowGraph {
  nodes: FlowNode[];
  edges: FlowEdge[];
  comments: FlowComment[];
}

/** What a run is given in one of its fields. */
export const FLOW_TEXT_MAX = VARIABLE_TEXT_MAX;

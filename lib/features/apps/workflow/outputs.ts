import type { FlowNode, NodeType, ValueType } from "./graph";
import { SAFE_METHODS } from "./graph";

export type OutputType = ValueType | "files" | "any";

/** One thing a node hands on, as `{{id.name}}`. */
export interface Output {
  name: string;
  type: OutputType;
}

const FORM_TYPES = { text: "text", paragraph: "text", select: "text", number: "number", switch: "boolean" } as const;

/** What a node hands on. */
export function outputsOf(node: FlowNode): Output[] {
  switch (node.type) {
    case "start":
      return [
        ...node.data.variables.map(({ name, type }) => ({ name, type: FORM_TYPES[type] })),
        ...(node.data.takesFiles ? [{ name: "files", type: "files" as const }] : []),
        { name: "text", type: "text" },
      ];
    case "model":
    case "template":
    case "answer":
      return [{ name: "text", type: "text" }];
    case "knowledge":
      return [
        { name: "text", type: "text" },
        { name: "passages", type: "list" },
      ];
    case "classifier":
      return [
        { name: "class", type: "text" },
        { name: "id", type: "text" },
      ];
    case "condition":
      return [{ name: "branch", type: "text" }];
    case "iteration":
      return [
        { name: "results", type: "list" },
        { name: "count", type: "number" },
        { name: "failed", type: "number" },
      ];
    case "loop":
      return [
        ...node.data.variables.map(({ name }) => ({ name, type: "any" as const })),
        { name: "rounds", type: "number" },
      ];
    case "join":
      return [
        { name: "value", type: "any" },
        { name: "from", type: "list" },
      ];
    case "variable":
    case "extract": {
      const list: readonly Output[] = node.type === "variable" ? node.data.values : node.data.fields;
      return list.map(({ name, type }) => ({ name, type }));
    }
    case "code":
      return [
        { name: "result", type: "any" },
        { name: "printed", type: "text" },
      ];
    case "http":
      return [
        { name: "status", type: "number" },
        { name: "body", type: "text" },
        { name: "json", type: "any" },
        { name: "headers", type: "object" },
      ];
    case "tool":
      return [
        { name: "text", type: "text" },
        { name: "data", type: "any" },
      ];
    case "document":
      return [
        { name: "text", type: "text" },
        { name: "files", type: "list" },
      ];
    case "human":
      return [
        ...node.data.fields.map(({ name, type }) => ({ name, type: FORM_TYPES[type] })),
        { name: "decision", type: "text" },
        { name: "comment", type: "text" },
        { name: "by", type: "text" },
      ];
    case "app":
      return [{ name: "text", type: "text" }];
  }
}

/** What a container hands to the nodes inside it, as `{{id.name}}`. */
export function innerOutputsOf(node: FlowNode): Output[] {
  if (node.type === "iteration")
    return [
      { name: "item", type: "any" },
      { name: "index", type: "number" },
    ];
  if (node.type === "loop")
    return [
      ...node.data.variables.map(({ name }) => ({ name, type: "any" as const })),
      { name: "index", type: "number" },
    ];
  return [];
}

/** Every node fails with its reason, as `{{id.error}}`, where it goes on after that. */
export const ERROR_OUTPUT = "error";
/** The edge that is walked when a node failed. */
export const ERROR_HANDLE = "error";
export const ELSE_HANDLE = "else";
export const APPROVED = "approved";
export const REJECTED = "rejected";

/** Branches a node can be left by, the usual edge (null) or its own ones. */
export function handlesOf(node: FlowNode): (string | null)[] {
  const own = ownHandles(node);
  return node.data.policy.onError === "branch" && node.type !== "start" ? [...own, ERROR_HANDLE] : own;
}

function ownHandles(node: FlowNode): (string | null)[] {
  if (node.type === "classifier") return node.data.classes.map(({ id }) => id);
  if (node.type === "condition") return [...node.data.branches.map(({ id }) => id), ELSE_HANDLE];
  if (node.type === "human" && node.data.mode === "approval") return [APPROVED, REJECTED];
  return [null];
}

/** Whether running a node twice would do something twice in the world outside. */
export function hasEffect(node: FlowNode): boolean {
  if (node.type === "http") return !SAFE_METHODS.includes(node.data.method);
  return node.type === "tool";
}

/** Nodes that hold others. */
export const CONTAINERS: readonly NodeType[] = ["iteration", "loop"];

/** Texts of a node in which references are looked for, by their fields. */
export function textsOf(node: FlowNode): { field: string; text: string }[] {
  const found: { field: string; text: string }[] = [];
  const walk = (value: unknown, field: string) => {
    if (typeof value === "string") found.push({ field, text: value });
    else if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${field}.${index}`);
    else if (value !== null && typeof value === "object") {
      for (const [key, item] of Object.entries(value)) {
        // What stands inside a container is looked at with its nodes; code has braces of its own.
        if (key === "body" && CONTAINERS.includes(node.type)) continue;
        if (key === "code" && node.type === "code") continue;
        walk(item, field ? `${field}.${key}` : key);
      }
    }
  };
  walk(node.data, "");
  return found;
}

import type { Gap } from "../../dify-gaps";
import { type Data, isData, listIn, nameOf, wordIn } from "./raw";

/** A node of a Dify graph, as far as its file is read. */
export interface DifyNode {
  id: string;
  type: string;
  title: string;
  parentId: string | null;
  data: Record<string, unknown>;
}

export interface Constants {
  /** Of the environment, without its secrets. */
  env: ReadonlyMap<string, string>;
  secrets: ReadonlySet<string>;
  /** What variables of a conversation begin with. */
  conversation: ReadonlyMap<string, string>;
}

/** What an output is called here, by the kind of its node. */
const FIELDS: Record<string, Record<string, string>> = {
  "knowledge-retrieval": { result: "text" },
  "question-classifier": { class_name: "class", class_id: "id" },
  "http-request": { status_code: "status", files: "body" },
  tool: { json: "data", files: "data" },
  "template-transform": { output: "text" },
  "variable-aggregator": { output: "value" },
  "variable-assigner": { output: "value" },
  iteration: { output: "results" },
};

/** Kinds that are a piece of code here, whose outputs stand in its one result. */
const isCode = ({ type, data }: DifyNode) =>
  type === "code" || type === "list-operator" || (type === "variable-aggregator" && groupsOf(data) !== null);

/** Groups of which a node gives the first value each; null where it gives a single one. */
export const groupsOf = ({ advanced_settings: settings }: Data): Data[] | null =>
  isData(settings) && settings.group_enabled === true ? listIn(settings.groups) : null;

/** Text within a limit; what had to be cut is a gap. */
export function filled(names: Names, text: string, max: number): string {
  if (text.length <= max) return text;
  names.gap("long");
  return text.slice(0, max);
}

/** What a node sets, in the form of either version. */
export function assignmentsOf(data: Data): { to: unknown; operation: string; kind: unknown; value: unknown }[] {
  const { assigned_variable_selector: to, write_mode: mode, input_variable_selector: value } = data;
  if (Array.isArray(to)) return [{ to, operation: wordIn(mode), kind: "variable", value }];
  return listIn(data.items).map(({ variable_selector: to, operation, input_type: kind, value }) => ({
    ...{ to, operation: wordIn(operation), kind, value },
  }));
}

/** Names of a Dify file as ours. */
export class Names {
  private readonly byId: ReadonlyMap<string, DifyNode>;
  /** Gaps found since they were last taken. */
  private found = new Set<Gap>();
  /** Fields of the form that are files: here they come along in one list. */
  private readonly fileFields: ReadonlySet<string>;
  /** Kind of the node that is being converted: only calls may name secrets. */
  private at = "";

  constructor(
    nodes: readonly DifyNode[],
    private readonly constants: Constants,
    /** The form, and the field of it that is the question. */
    private readonly start: { id: string; query: string },
  ) {
    this.byId = new Map(nodes.map((node) => [node.id, node]));
    const form = nodes.find(({ type }) => type === "start")?.data.variables;
    const files = listIn(form).filter(({ type }) => type === "file" || type === "file-list");
    this.fileFields = new Set(files.map(({ variable }) => wordIn(variable)));
  }

  /** The texts that come next are those of a node of this kind. */
  enter(type: string): void {
    this.at = type;
  }

  /**
   * Whether the loop around a node keeps all it sets: it sets variables of the loop over, and no branch can pass it by.
   */
  isKept(nodeId: string): boolean {
    const { parentId, data } = this.byId.get(nodeId)!;
    const loop = parentId === null ? undefined : this.byId.get(parentId);
    if (loop?.type !== "loop") return false;
    const inside = [...this.byId.values()].filter((node) => node.parentId === parentId);
    if (inside.some(({ type }) => type === "if-else" || type === "question-classifier")) return false;
    return assignmentsOf(data).every(({ to, operation }) => Array.isArray(to) && to[0] === loop.id && isSet(operation));
  }

  gap(gap: Gap): void {
    this.found.add(gap);
  }

  takeGaps(): Gap[] {
    const gaps = [...this.found];
    this.found = new Set();
    return gaps;
  }

  /** A text with its references as ours; `context`: what stands for the passages of a prompt. */
  text(value: unknown, context = ""): string {
    return String(value ?? "").replace(/\{\{#([^#{}]+)#\}\}/g, (_, path: string) => {
      const name = path.trim();
      if (name === "context") return context;
      if (name !== "histories") return this.reference(name.split("."));
      this.gap("history");
      return "";
    });
  }

  /** A selector as a reference. */
  selector(value: unknown): string {
    return Array.isArray(value) && value.length > 0 ? this.reference(value.map(String)) : "";
  }

  /** What may be a selector or a constant. */
  value(kind: unknown, value: unknown): string {
    if (kind === "variable" && Array.isArray(value)) return this.selector(value);
    if (value !== null && typeof value === "object") return JSON.stringify(value);
    return this.text(value);
  }

  private reference([first = "", ...rest]: string[]): string {
    const [name = ""] = rest;
    if (first === "sys") return this.ofSystem(name);
    if (first === "conversation") {
      this.gap("memory");
      return this.constants.conversation.get(name) ?? "";
    }
    if (first === "env") return this.ofEnvironment(name);
    const node = this.byId.get(first);
    if (!node) {
      this.gap("value");
      return "";
    }
    // The form was once asked for what the system knows.
    if (node.type === "start" && name.startsWith("sys")) return this.ofSystem(name.split(".")[1] ?? rest[1] ?? "");
    const path = [idOf(first), ...this.output(node, rest)].filter((part) => part !== "");
    return `{{${path.join(".")}}}`;
  }

  private output(node: DifyNode, [name = "", ...more]: string[]): string[] {
    if (name === "error_message" || name === "error_type") return ["error"];
    if (isCode(node)) return ["result", name, ...more];
    if (node.type === "llm" && name === "structured_output") return more.map(nameOf);
    if (node.type === "start" && this.fileFields.has(name)) {
      if (this.fileFields.size > 1) this.gap("file");
      return ["files"];
    }
    const isNamed = node.type === "start" || node.type === "parameter-extractor";
    return [FIELDS[node.type]?.[name] ?? (isNamed ? nameOf(name) : name), ...more];
  }

  private ofEnvironment(name: string): string {
    const constant = this.constants.env.get(name);
    if (constant !== undefined) return constant;
    if (!this.constants.secrets.has(name)) {
      this.gap("value");
      return "";
    }
    this.gap("secret");
    return this.at === "http-request" ? `{{secret.${nameOf(name)}}}` : "";
  }

  private ofSystem(name: string): string {
    if (name === "query") return `{{${this.start.id}.${this.start.query}}}`;
    if (name === "files") return `{{${this.start.id}.files}}`;
    if (name === "user_id") return "{{user.account}}";
    if (name === "workflow_run_id" || name === "conversation_id") return "{{run.id}}";
    this.gap("value");
    return "";
  }
}

/** Whether a variable is something else afterwards, whatever it was. */
export const isSet = (operation: string) => operation === "over-write" || operation === "set";

/** An id as ours may be. */
export const idOf = (id: string): string => {
  const clean = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
  return ["today", "user", "run", ""].includes(clean) ? `n_${clean}` : clean;
};

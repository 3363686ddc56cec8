import type { Gap } from "../../dify-gaps";

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
  "list-operator": { result: "result", first_record: "result.0", last_record: "result.0" },
  agent: { text: "text" },
};

/** Names of a Dify file as ours. */
export class Names {
  private readonly byId: ReadonlyMap<string, DifyNode>;
  /** Gaps found since they were last taken. */
  private found = new Set<Gap>();

  constructor(
    nodes: readonly DifyNode[],
    private readonly constants: Constants,
    /** The form, and the field of it that is the question. */
    private readonly start: { id: string; query: string },
  ) {
    this.byId = new Map(nodes.map((node) => [node.id, node]));
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
    return String(value ?? "").replace(/\{\{#([^#{}]+)#\}\}/g, (_, path: string) =>
      path.trim() === "context" ? context : this.reference(path.trim().split(".")),
    );
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
    if (first === "env" || first === "conversation") {
      const constant = this.constants[first].get(name);
      if (first === "conversation") this.gap("memory");
      else if (constant === undefined) this.gap("secret");
      return constant ?? "";
    }
    const node = this.byId.get(first);
    if (!node) {
      this.gap("value");
      return "";
    }
    // What a piece of code gives stands in one result here.
    const field = node.type === "code" ? `result.${name}` : (FIELDS[node.type]?.[name] ?? name);
    const path = [idOf(first), field, ...rest.slice(1)].filter((part) => part !== "");
    return `{{${path.join(".")}}}`;
  }

  private ofSystem(name: string): string {
    if (name === "query") return `{{${this.start.id}.${this.start.query}}}`;
    if (name === "files") return `{{${this.start.id}.files}}`;
    if (name === "user_id") return "{{user.account}}";
    if (/^(workflow_run_id|conversation_id)$/.test(name)) return "{{run.id}}";
    this.gap("value");
    return "";
  }
}

/** An id as ours may be. */
export const idOf = (id: string): string => {
  const clean = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
  return ["today", "user", "run", ""].includes(clean) ? `n_${clean}` : clean;
};

import type { NodeType, TestOp } from "../../workflow/graph";
import { CODE_MAX, PROMPT_MAX, VALUE_MAX } from "../../workflow/limits";
import type { DifyNode, Names } from "./names";

/** What a node of Dify becomes here: its kind and settings, and how its edges are called. */
export interface Converted {
  type: NodeType;
  data: Record<string, unknown>;
  /** Their names of the edges it is left by, as ours; those not named here are the usual edge. */
  handles?: ReadonlyMap<string, string | null>;
}

type Data = Record<string, unknown>;
const isData = (value: unknown): value is Data => value !== null && typeof value === "object" && !Array.isArray(value);
const listIn = (value: unknown): Data[] => (Array.isArray(value) ? value.filter(isData) : []);
const wordIn = (value: unknown): string => (typeof value === "string" ? value : "");
const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** A name as a variable may have it. */
export const nameOf = (name: string): string => {
  const clean = name.replace(/[^A-Za-z0-9_]/g, "_").slice(0, 40);
  return /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`.slice(0, 40);
};

/** Text within a limit; what had to be cut is a gap. */
function within(names: Names, text: string, max: number): string {
  if (text.length <= max) return text;
  names.gap("long");
  return text.slice(0, max);
}

const FORM_TYPES: Record<string, string> = {
  "text-input": "text",
  paragraph: "paragraph",
  number: "number",
  select: "select",
  checkbox: "switch",
};

/** Fields of a form; files are taken along beside it. */
export function formOf(names: Names, variables: unknown) {
  const fields: Data[] = [];
  let takesFiles = false;
  for (const { variable, label, type, required, options } of listIn(variables)) {
    const ours = FORM_TYPES[wordIn(type)];
    if (type === "file" || type === "file-list") takesFiles = true;
    else if (!ours || !wordIn(variable)) names.gap("value");
    else {
      const choices = ours === "select" && Array.isArray(options) ? [...new Set(options.map(String))].slice(0, 50) : [];
      const name = nameOf(wordIn(variable));
      const shown = (wordIn(label) || name).slice(0, 50);
      fields.push({ name, label: shown, type: ours, required: required === true, options: choices });
    }
  }
  return { fields: fields.slice(0, 20), takesFiles };
}

const modelOf = ({ model }: Data) => (isData(model) ? wordIn(model.name) || null : null);

function optionsOf({ model }: Data): Data {
  const params = isData(model) && isData(model.completion_params) ? model.completion_params : {};
  const set = {
    temperature: numberIn(params.temperature),
    topP: numberIn(params.top_p),
    maxOutputTokens: numberIn(params.max_tokens),
  };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
}

/** What holds for a node that fails, and for how often it is tried. */
export function policyOf({ retry_config: retry, error_strategy: strategy }: Data): Data {
  const tries = isData(retry) && retry.retry_enabled === true ? numberIn(retry.max_retries) : undefined;
  const onError = strategy === "fail-branch" ? "branch" : strategy === "default-value" ? "continue" : "stop";
  return { onError, retries: Math.min(5, Math.max(0, Math.round(tries ?? 0))) };
}

const OPERATORS: Record<string, TestOp> = {
  contains: "contains",
  "not contains": "containsNot",
  "start with": "begins",
  "end with": "ends",
  is: "is",
  "is not": "isNot",
  "=": "is",
  "≠": "isNot",
  empty: "empty",
  "not empty": "present",
  null: "empty",
  "not null": "present",
  exists: "present",
  "not exists": "empty",
  ">": "more",
  "<": "less",
  "≥": "atLeast",
  "≤": "atMost",
};

export function testsOf(names: Names, conditions: unknown): Data[] {
  return listIn(conditions)
    .slice(0, 10)
    .map(({ variable_selector: left, comparison_operator: operator, value }) => {
      const op = OPERATORS[wordIn(operator)];
      if (!op) names.gap("operator");
      return {
        left: names.selector(left),
        op: op ?? "is",
        right: Array.isArray(value) ? value.join(", ") : names.text(value),
      };
    });
}

export const matchOf = (operator: unknown) => (operator === "or" ? "any" : "all");

const pairsIn = (names: Names, lines: unknown) =>
  wordIn(lines)
    .split("\n")
    .flatMap((line) => {
      const at = line.indexOf(":");
      const name = (at < 0 ? line : line.slice(0, at)).trim();
      return name ? [{ name: name.slice(0, 200), value: at < 0 ? "" : names.text(line.slice(at + 1).trim()) }] : [];
    })
    .slice(0, 20);

const inputsOf = (names: Names, variables: unknown) =>
  listIn(variables)
    .slice(0, 20)
    .flatMap(({ variable, value_selector: selector }) =>
      wordIn(variable) ? [{ name: nameOf(wordIn(variable)), value: names.selector(selector) }] : [],
    );

/** How a node of each of their kinds is converted; containers are the graph's. Others have no counterpart. */
export const CONVERT: Readonly<Record<string, (names: Names, node: DifyNode) => Converted>> = {
  llm: (names, { data }) => {
    const context =
      isData(data.context) && data.context.enabled === true ? names.selector(data.context.variable_selector) : "";
    if (isData(data.vision) && data.vision.enabled === true) names.gap("vision");
    const prompts = Array.isArray(data.prompt_template)
      ? listIn(data.prompt_template)
      : isData(data.prompt_template)
        ? [{ role: "user", ...data.prompt_template }]
        : [];
    const said = (role: (role: unknown) => boolean) =>
      prompts
        .filter((one) => role((one as Data).role))
        .map((one) => names.text((one as Data).text, context))
        .join("\n\n");
    const system = said((role) => role === "system");
    const rest = said((role) => role !== "system");
    // A question that only stood in the memory of a conversation is asked in words.
    const asked = rest.trim() === "" ? system : rest;
    return {
      type: "model",
      data: {
        modelId: modelOf(data),
        options: optionsOf(data),
        system: within(names, rest.trim() === "" ? "" : system, PROMPT_MAX),
        prompt: within(names, asked, PROMPT_MAX),
      },
    };
  },
  answer: (names, { data }) => ({ type: "answer", data: { text: within(names, names.text(data.answer), VALUE_MAX) } }),
  end: (names, { data }) => {
    const outputs = listIn(data.outputs).map(({ variable, value_selector: selector }) => [
      wordIn(variable),
      names.selector(selector),
    ]);
    const text =
      outputs.length === 1 ? (outputs[0]?.[1] ?? "") : outputs.map(([name, value]) => `${name}: ${value}`).join("\n");
    return { type: "answer", data: { text } };
  },
  "knowledge-retrieval": (names, { data }) => {
    names.gap("base");
    return { type: "knowledge", data: { baseIds: [], query: names.selector(data.query_variable_selector) } };
  },
  "if-else": (names, { data }) => {
    const cases = listIn(data.cases);
    const old: Data = { case_id: "true", logical_operator: data.logical_operator, conditions: data.conditions };
    const branches = (cases.length > 0 ? cases : [old]).slice(0, 10).map((one, index) => ({
      id: `case${index + 1}`,
      name: index === 0 ? "IF" : `ELIF ${index}`,
      match: matchOf(one.logical_operator),
      tests: testsOf(names, one.conditions),
      theirs: wordIn(one.case_id) || wordIn(one.id),
    }));
    return {
      type: "condition",
      data: { branches: branches.map(({ theirs: _, ...branch }) => branch) },
      handles: new Map<string, string>([["false", "else"], ...branches.map(({ id, theirs }) => [theirs, id] as const)]),
    };
  },
  "question-classifier": (names, { data }) => {
    const classes = listIn(data.classes)
      .slice(0, 20)
      .map(({ id, name }, index) => {
        // What they call a name is often a whole description.
        const words = names.text(name);
        return {
          id: `class${index + 1}`,
          name: words.slice(0, 40),
          description: words.length > 40 ? words.slice(0, 500) : "",
          theirs: wordIn(id),
        };
      });
    return {
      type: "classifier",
      data: {
        modelId: modelOf(data),
        input: names.selector(data.query_variable_selector),
        instructions: names.text(data.instruction ?? data.instructions).slice(0, 2000),
        classes: classes.map(({ theirs: _, ...one }) => one),
      },
      handles: new Map(classes.map(({ id, theirs }) => [theirs, id])),
    };
  },
  code: (names, { data }) => {
    const source = wordIn(data.code);
    const inputs = inputsOf(names, data.variables);
    const isPython = wordIn(data.code_language).startsWith("python");
    if (isPython) names.gap("python");
    const code = isPython
      ? `/* ${source.replaceAll("*/", "* /")} */\nfunction main({ ${inputs.map(({ name }) => name).join(", ")} }) {\n  return { ${Object.keys(
          isData(data.outputs) ? data.outputs : {},
        )
          .map((name) => `${JSON.stringify(name)}: null`)
          .join(", ")} };\n}\nmain(inputs);`
      : `${source}\nmain(inputs);`;
    return { type: "code", data: { inputs, code: within(names, code, CODE_MAX) } };
  },
  "template-transform": (names, { data }) => {
    const inputs = new Map(inputsOf(names, data.variables).map(({ name, value }) => [name, value]));
    const template = wordIn(data.template);
    if (/\{%|\{\{[^}]*\|/.test(template)) names.gap("jinja");
    const text = template.replace(/\{\{\s*([A-Za-z_]\w*)((?:\.\w+)*)\s*\}\}/g, (whole, name: string, rest: string) => {
      const value = inputs.get(nameOf(name));
      return value === undefined ? whole : value.replace(/\}\}$/, `${rest}}}`);
    });
    return { type: "template", data: { template: within(names, text, VALUE_MAX) } };
  },
  "http-request": (names, { data }) => {
    const headers = pairsIn(names, data.headers);
    if (isData(data.authorization) && data.authorization.type !== "no-auth") names.gap("secret");
    const body = isData(data.body) ? data.body : {};
    const type = wordIn(body.type);
    const pairs = Array.isArray(body.data) ? listIn(body.data) : [];
    const words = Array.isArray(body.data) ? names.text(pairs[0]?.value) : names.text(body.data);
    const isForm = type === "x-www-form-urlencoded" || type === "form-data";
    const form = pairs
      .slice(0, 20)
      .map(({ key, value }) => ({ name: wordIn(key).slice(0, 200), value: names.text(value) }));
    if (type === "binary" || type === "form-data") names.gap("body");
    return {
      type: "http",
      data: {
        method: wordIn(data.method).toUpperCase() || "GET",
        url: names.text(data.url).slice(0, 2000),
        query: pairsIn(names, data.params),
        headers,
        bodyType: type === "json" ? "json" : isForm ? "form" : type === "raw-text" ? "text" : "none",
        body: isForm ? "" : within(names, words, VALUE_MAX),
        form: isForm ? (form.length > 0 ? form : pairsIn(names, body.data)) : [],
      },
    };
  },
  tool: (names, { data }) => {
    names.gap("tool");
    const parameters = isData(data.tool_parameters) ? data.tool_parameters : {};
    const list = Object.entries(parameters)
      .slice(0, 30)
      .map(([name, given]) => ({
        name: name.slice(0, 200),
        value: isData(given) ? names.value(given.type, given.value) : names.value("constant", given),
      }));
    return { type: "tool", data: { tool: wordIn(data.tool_name).slice(0, 200), arguments: list } };
  },
  "variable-aggregator": (names, { data }) => {
    if (isData(data.advanced_settings) && data.advanced_settings.group_enabled === true) names.gap("groups");
    const selectors = Array.isArray(data.variables) ? data.variables : [];
    return { type: "join", data: { mode: "all", values: selectors.slice(0, 20).map((one) => names.selector(one)) } };
  },
  "parameter-extractor": (names, { data }) => {
    const types: Record<string, string> = {
      string: "text",
      number: "number",
      bool: "boolean",
      boolean: "boolean",
      select: "text",
    };
    const fields = listIn(data.parameters)
      .slice(0, 30)
      .map(({ name, type, description, required }) => ({
        name: nameOf(wordIn(name)),
        type: types[wordIn(type)] ?? (wordIn(type).startsWith("array") ? "list" : "text"),
        description: names.text(description).slice(0, 500),
        required: required === true,
      }));
    return {
      type: "extract",
      data: {
        modelId: modelOf(data),
        input: names.selector(data.query),
        instructions: names.text(data.instruction).slice(0, 2000),
        fields,
      },
    };
  },
  "document-extractor": (names, { data }) => ({
    type: "document",
    data: { files: names.selector(data.variable_selector) },
  }),
  assigner: (names) => {
    names.gap("assign");
    return { type: "template", data: { template: "" } };
  },
  "list-operator": (names, { data }) => {
    names.gap("kind");
    const limit = isData(data.limit) && data.limit.enabled === true ? numberIn(data.limit.size) : undefined;
    const code = limit === undefined ? "inputs.list" : `inputs.list.slice(0, ${Math.round(limit)})`;
    return { type: "code", data: { inputs: [{ name: "list", value: names.selector(data.variable) }], code } };
  },
  agent: (names, { data }) => {
    names.gap("kind");
    const parameters = isData(data.agent_parameters) ? data.agent_parameters : {};
    const of = (name: string) => {
      const given = parameters[name];
      return isData(given) ? names.text(given.value) : "";
    };
    return {
      type: "model",
      data: { system: within(names, of("instruction"), PROMPT_MAX), prompt: within(names, of("query"), PROMPT_MAX) },
    };
  },
};

/** Old name of a kind. */
export const KIND_NAMES: Readonly<Record<string, string>> = { "variable-assigner": "variable-aggregator" };

export { isData, listIn, numberIn, wordIn };

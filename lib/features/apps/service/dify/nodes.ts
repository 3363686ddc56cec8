import { cut } from "@/lib/text/storable";
import { VARIABLE_LABEL_MAX, VARIABLE_OPTIONS_MAX, VARIABLES_MAX } from "../../limits";
import type { NodeType, TestOp } from "../../workflow/graph";
import {
  CODE_MAX,
  NODE_SECONDS_MAX,
  PASSAGES_MAX,
  PROMPT_MAX,
  RETRIES_MAX,
  RETRY_SECONDS_MAX,
  VALUE_MAX,
} from "../../workflow/limits";
import { CALLS } from "./calls";
import { LISTS } from "./lists";
import { type DifyNode, filled, type Names } from "./names";
import { type Data, isData, listIn, nameOf, numberIn, wholeIn, wordIn } from "./raw";

/** What a node of Dify becomes here: its kind and settings, and how its edges are called. */
export interface Converted {
  type: NodeType;
  data: Record<string, unknown>;
  /** Their names of the edges it is left by, as ours; those not named here are the usual edge. */
  handles?: ReadonlyMap<string, string | null>;
}

const FORM_TYPES: Record<string, string> = {
  "text-input": "text",
  paragraph: "paragraph",
  number: "number",
  select: "select",
  checkbox: "switch",
};

/** What can be chosen in a field. */
const choicesIn = (options: unknown): string[] => {
  const words = Array.isArray(options) ? options.map((one) => cut(String(one).trim(), VARIABLE_LABEL_MAX)) : [];
  return [...new Set(words.filter((word) => word !== ""))].slice(0, VARIABLE_OPTIONS_MAX);
};

/** Fields of a form; files are taken along beside it. */
export function formOf(names: Pick<Names, "gap">, variables: unknown) {
  const fields: Data[] = [];
  let takesFiles = false;
  for (const { variable, label, type, required, options } of listIn(variables)) {
    const ours = FORM_TYPES[wordIn(type)];
    if (type === "file" || type === "file-list") takesFiles = true;
    else if (!ours || !wordIn(variable)) names.gap("value");
    else {
      const choices = ours === "select" ? choicesIn(options) : [];
      // A choice of nothing is answered in words.
      const type = ours === "select" && choices.length === 0 ? "text" : ours;
      const name = nameOf(wordIn(variable));
      const shown = cut(wordIn(label).trim() || name, VARIABLE_LABEL_MAX);
      fields.push({ name, label: shown, type, required: required === true, options: choices });
    }
  }
  if (fields.length > VARIABLES_MAX) names.gap("value");
  return { fields: fields.slice(0, VARIABLES_MAX), takesFiles };
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

/** What holds for a node that fails, for how long it may take, and how often it is tried. */
export function policyOf({ retry_config: retry, error_strategy: strategy, timeout }: Data): Data {
  const onError = strategy === "fail-branch" ? "branch" : strategy === "default-value" ? "continue" : "stop";
  const isTried = isData(retry) && retry.retry_enabled === true;
  const seconds = isData(timeout) ? wholeIn(timeout.max_read_timeout, 0, NODE_SECONDS_MAX) : undefined;
  return {
    onError,
    retries: (isTried && wholeIn(retry.max_retries, 0, RETRIES_MAX)) || 0,
    ...(isTried &&
      numberIn(retry.retry_interval) !== undefined && {
        // Milliseconds there.
        pause: wholeIn(numberIn(retry.retry_interval)! / 1000, 0, RETRY_SECONDS_MAX),
      }),
    ...(seconds && { timeout: seconds }),
  };
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

const inputsOf = (names: Names, variables: unknown) =>
  listIn(variables)
    .slice(0, 20)
    .flatMap(({ variable, value_selector: selector }) =>
      wordIn(variable) ? [{ name: nameOf(wordIn(variable)), value: names.selector(selector) }] : [],
    );

/** A template of theirs with its variables as ours; statements and filters stay as they are, and are told. */
function ofJinja(names: Names, template: string, variables: unknown): string {
  const inputs = new Map(inputsOf(names, variables).map(({ name, value }) => [name, value]));
  if (/\{%|\{\{[^}]*\|/.test(template)) names.gap("jinja");
  return template.replace(/\{\{-?\s*([A-Za-z_]\w*)((?:\.\w+)*)\s*-?\}\}/g, (whole, name: string, rest: string) => {
    const value = inputs.get(nameOf(name));
    return value === undefined ? whole : value.replace(/\}\}$/, `${rest}}}`);
  });
}

/** What a model is told, and what it is asked. */
function promptsOf(names: Names, data: Data): { system: string; prompt: string } {
  const context =
    isData(data.context) && data.context.enabled === true ? names.selector(data.context.variable_selector) : "";
  const prompts = Array.isArray(data.prompt_template)
    ? listIn(data.prompt_template)
    : isData(data.prompt_template)
      ? [{ role: "user", ...data.prompt_template }]
      : [];
  const own = isData(data.prompt_config) ? data.prompt_config.jinja2_variables : [];
  const wordsOf = (one: Data) =>
    one.edition_type === "jinja2" ? ofJinja(names, wordIn(one.jinja2_text) || wordIn(one.text), own) : one.text;
  const said = (isIt: (role: unknown) => boolean) =>
    prompts.flatMap((one: Data) => (isIt(one.role) ? [names.text(wordsOf(one), context)] : []));
  const system = said((role) => role === "system").join("\n\n");
  const rest = said((role) => role !== "system");
  if (rest.length > 1) names.gap("roles");
  if (isData(data.memory)) {
    // With a memory the question comes last by itself, behind the rounds before.
    names.gap("history");
    const question = wordIn(data.memory.query_prompt_template).trim() || "{{#sys.query#}}";
    const asked = names.text(question, context);
    if (Array.isArray(data.prompt_template) && rest.at(-1)?.trim() !== asked) rest.push(asked);
  }
  const prompt = rest.join("\n\n");
  const isOnlySystem = prompt.trim() === "";
  return {
    system: isOnlySystem ? "" : filled(names, system, PROMPT_MAX),
    prompt: filled(names, isOnlySystem ? system : prompt, PROMPT_MAX),
  };
}

const FIELD_TYPES: Record<string, string> = {
  ...{ string: "text", select: "text", number: "number", integer: "number", bool: "boolean", boolean: "boolean" },
  ...{ object: "object", array: "list" },
};
const fieldType = (type: unknown) => FIELD_TYPES[wordIn(type)] ?? (wordIn(type).startsWith("array") ? "list" : "text");

/** Fields a model answers with instead of words; none where it does not. */
function structuredFields({ structured_output_enabled: isOn, structured_output: output }: Data): Data[] {
  const schema = isOn === true && isData(output) && isData(output.schema) ? output.schema : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(isData(schema.properties) ? schema.properties : {})
    .slice(0, 30)
    .map(([name, one]) => ({
      name: nameOf(name),
      type: fieldType(isData(one) ? one.type : ""),
      description: cut(isData(one) ? wordIn(one.description) : "", 500),
      required: required.has(name),
    }));
}

export type Convert = (names: Names, node: DifyNode) => Converted;

/** How a node of each of their kinds is converted; containers are the graph's. Others have no counterpart. */
export const CONVERT: Readonly<Record<string, Convert>> = {
  llm: (names, { data }) => {
    if (isData(data.vision) && data.vision.enabled === true) names.gap("vision");
    const { system, prompt } = promptsOf(names, data);
    const fields = structuredFields(data);
    if (fields.length === 0) {
      const set = { modelId: modelOf(data), options: optionsOf(data) };
      return { type: "model", data: { ...set, system, prompt } };
    }
    const instructions = filled(names, system, 2000);
    return { type: "extract", data: { modelId: modelOf(data), input: prompt, instructions, fields } };
  },
  answer: (names, { data }) => ({ type: "answer", data: { text: filled(names, names.text(data.answer), VALUE_MAX) } }),
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
    const several = isData(data.multiple_retrieval_config) ? data.multiple_retrieval_config : {};
    const topK = wholeIn(several.top_k, 1, PASSAGES_MAX);
    const query = names.selector(data.query_variable_selector);
    return { type: "knowledge", data: { baseIds: [], query, ...(topK && { topK }) } };
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
    return { type: "code", data: { inputs, code: filled(names, code, CODE_MAX) } };
  },
  "template-transform": (names, { data }) => {
    const text = ofJinja(names, wordIn(data.template), data.variables);
    return { type: "template", data: { template: filled(names, text, VALUE_MAX) } };
  },
  "parameter-extractor": (names, { data }) => {
    const fields = listIn(data.parameters)
      .slice(0, 30)
      .map(({ name, type, description, required }) => ({
        name: nameOf(wordIn(name)),
        type: fieldType(type),
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
  agent: (names, { data }) => {
    names.gap("kind");
    const parameters = isData(data.agent_parameters) ? data.agent_parameters : {};
    const of = (name: string) => (isData(parameters[name]) ? parameters[name].value : undefined);
    if (listIn(of("tools")).length > 0) names.gap("tool");
    const model = of("model");
    const text = (name: string) => filled(names, names.text(of(name)), PROMPT_MAX);
    return {
      type: "model",
      data: {
        modelId: isData(model) ? wordIn(model.model) || wordIn(model.name) || null : null,
        system: text("instruction"),
        prompt: text("query"),
      },
    };
  },
  ...CALLS,
  ...LISTS,
};

/** Old name of a kind. */
export const KIND_NAMES: Readonly<Record<string, string>> = { "variable-assigner": "variable-aggregator" };

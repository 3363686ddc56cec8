import { VALUE_MAX, VALUES_MAX } from "../../workflow/limits";
import { assignmentsOf, filled, groupsOf, type Names } from "./names";
import type { Convert } from "./nodes";
import { type Data, isData, listIn, wholeIn, wordIn } from "./raw";

/** Conditions on words and figures, as code that looks at `one`. */
const KEPT: Record<string, (value: string) => string> = {
  contains: (value) => `String(one).includes(${value})`,
  "not contains": (value) => `!String(one).includes(${value})`,
  "start with": (value) => `String(one).startsWith(${value})`,
  "end with": (value) => `String(one).endsWith(${value})`,
  is: (value) => `String(one) === ${value}`,
  "is not": (value) => `String(one) !== ${value}`,
  empty: () => 'one === null || one === ""',
  "not empty": () => 'one !== null && one !== ""',
  "=": (value) => `Number(one) === Number(${value})`,
  "≠": (value) => `Number(one) !== Number(${value})`,
  ">": (value) => `Number(one) > Number(${value})`,
  "<": (value) => `Number(one) < Number(${value})`,
  "≥": (value) => `Number(one) >= Number(${value})`,
  "≤": (value) => `Number(one) <= Number(${value})`,
};

/** What is done with a list, as code. Parts of files are looked at by their names, which are others here. */
function listCode(names: Names, data: Data): string {
  const on = (part: unknown) => (isData(part) && part.enabled === true ? part : null);
  const steps = ["let list = Array.isArray(inputs.list) ? inputs.list : [];"];
  for (const { key, comparison_operator: operator, value } of listIn(on(data.filter_by)?.conditions)) {
    const test = KEPT[wordIn(operator)];
    if (!test || wordIn(key) !== "" || Array.isArray(value)) names.gap("operator");
    // A text with names in it is not known before the run.
    else if (/\{\{#/.test(String(value ?? ""))) names.gap("operator");
    else steps.push(`list = list.filter((one) => ${test(JSON.stringify(String(value ?? "")))});`);
  }
  const order = on(data.order_by);
  if (order && wordIn(order.key) !== "") names.gap("operator");
  else if (order) {
    const [first, second] = order.value === "desc" ? ["b", "a"] : ["a", "b"];
    steps.push(`list = [...list].sort((a, b) => (${first} > ${second} ? 1 : ${first} < ${second} ? -1 : 0));`);
  }
  const serial = on(data.extract_by)?.serial;
  if (serial !== undefined) {
    const place = Number(serial);
    if (Number.isInteger(place) && place > 0) steps.push(`list = list.slice(${place - 1}, ${place});`);
    else names.gap("operator");
  }
  const size = wholeIn(on(data.limit)?.size, 0, 1000);
  if (size !== undefined) steps.push(`list = list.slice(0, ${size});`);
  return [...steps, "({ result: list, first_record: list[0] ?? null, last_record: list.at(-1) ?? null });"].join("\n");
}

/** The first value that is there of each group. */
function groupsCode(names: Names, groups: Data[]) {
  const inputs: { name: string; value: string }[] = [];
  const lines = groups.map(({ group_name: name, variables }) => {
    const own = (Array.isArray(variables) ? variables : []).map((selector) => {
      const input = `v${inputs.length + 1}`;
      inputs.push({ name: input, value: names.selector(selector) });
      return `inputs.${input}`;
    });
    return `  ${JSON.stringify(wordIn(name))}: { output: first([${own.join(", ")}]) },`;
  });
  if (inputs.length > VALUES_MAX) names.gap("value");
  const first = 'const first = (list) => list.find((one) => one !== undefined && one !== null && one !== "") ?? null;';
  return { inputs: inputs.slice(0, VALUES_MAX), code: [first, "({", ...lines, "});"].join("\n") };
}

/** Nodes that put values together, or take them apart. */
export const LISTS: Readonly<Record<string, Convert>> = {
  "variable-aggregator": (names, { data }) => {
    const groups = groupsOf(data);
    if (groups) return { type: "code", data: groupsCode(names, groups) };
    const selectors = Array.isArray(data.variables) ? data.variables : [];
    return { type: "join", data: { mode: "all", values: selectors.slice(0, 20).map((one) => names.selector(one)) } };
  },
  "list-operator": (names, { data }) => ({
    type: "code",
    data: { inputs: [{ name: "list", value: names.selector(data.variable) }], code: listCode(names, data) },
  }),
  // Within a loop the loop itself keeps what is set here; elsewhere nothing remembers it.
  assigner: (names, { id, data }) => {
    if (!names.isKept(id)) names.gap("assign");
    const values = assignmentsOf(data).flatMap(({ kind, value }) => names.value(kind, value) || []);
    return { type: "template", data: { template: filled(names, values.join("\n"), VALUE_MAX) || "-" } };
  },
};

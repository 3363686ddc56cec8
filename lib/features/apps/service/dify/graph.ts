import type { Gap } from "../../dify-gaps";
import { flowProblems } from "../../workflow/check";
import { NODE_DATA, type NodeType } from "../../workflow/graph";
import { PARALLEL_MAX, ROUNDS_MAX } from "../../workflow/limits";
import { withNames } from "../../workflow/named";
import { assignmentsOf, type Constants, type DifyNode, idOf, isSet, Names } from "./names";
import { CONVERT, type Converted, formOf, KIND_NAMES, matchOf, policyOf, testsOf } from "./nodes";
import { type Data, isData, listIn, nameOf, wholeIn, wordIn } from "./raw";

/** How a node of the file arrived. */
export interface NodeReport {
  nodeId: string;
  title: string;
  /** Their name of its kind. */
  kind: string;
  state: "whole" | "partly" | "left";
  gaps: Gap[];
}

export interface ConvertedGraph {
  graph: { nodes: object[]; edges: object[]; comments: object[] };
  report: NodeReport[];
}

interface Edge {
  source: string;
  target: string;
  handle: string;
}

const SILENT = new Set(["iteration-start", "loop-start"]);
/** An edge that is left by without a branch. */
const USUAL = new Set(["source", "success-branch", "loop", ""]);

/** The graph of a Dify workflow or chatflow as one of ours, with how each node arrived. What is no graph is empty. */
export function convertGraph(
  workflow: Data,
  { isChat, reviewRules }: { isChat: boolean; reviewRules: readonly object[] },
): ConvertedGraph {
  const raw = isData(workflow.graph) ? workflow.graph : {};
  const nodes = listIn(raw.nodes).flatMap(readNode);
  const edges = listIn(raw.edges).map(
    (edge): Edge => ({ source: wordIn(edge.source), target: wordIn(edge.target), handle: wordIn(edge.sourceHandle) }),
  );
  const start = nodes.find(({ type }) => type === "start");
  const own = new Set(listIn(start?.data.variables).map(({ variable }) => wordIn(variable)));
  const query = own.has("query") ? "question" : "query";
  const names = new Names(nodes, constantsOf(workflow), { id: idOf(start?.id ?? "start"), query });
  const asksQuestion =
    isChat || JSON.stringify(raw).includes("sys.query") || JSON.stringify(raw).includes('"sys","query"');
  const upload = isData(workflow.features) ? workflow.features.file_upload : null;
  const takesFiles = isData(upload) && upload.enabled === true;
  const context: Context = {
    ...{ names, nodes, edges, report: [], takesFiles, reviewRules },
    query: asksQuestion ? query : null,
  };
  const graph = { ...convertLevel(context, null), comments: commentsOf(raw) };
  tellWhatLacks(graph, context.report);
  return { graph, report: context.report };
}

/** Nobody is told that a node is whole which the editor will find fault with. */
function tellWhatLacks(graph: object, report: readonly NodeReport[]): void {
  const lacking = new Set(
    flowProblems(withNames(graph, () => null)).flatMap(({ nodeId, code }) =>
      code === "unreached" ? [] : (nodeId ?? []),
    ),
  );
  for (const one of report) {
    if (one.state !== "whole" || !lacking.has(one.nodeId)) continue;
    one.state = "partly";
    one.gaps.push("value");
  }
}

interface Context {
  names: Names;
  nodes: readonly DifyNode[];
  edges: readonly Edge[];
  report: NodeReport[];
  /** The field of the form that is the question of a conversation; null where nothing asks for it. */
  query: string | null;
  /** Of the whole: questions may bring files along, and what is reviewed. */
  takesFiles: boolean;
  reviewRules: readonly object[];
}

function readNode(node: Data): DifyNode[] {
  const data = isData(node.data) ? node.data : {};
  const type = wordIn(data.type);
  const id = wordIn(node.id);
  if (!id || !type) return [];
  const parentId = wordIn(node.parentId) || wordIn(data.iteration_id) || wordIn(data.loop_id) || null;
  return [{ id, type: KIND_NAMES[type] ?? type, title: wordIn(data.title), parentId, data }];
}

/** Notes people left on the canvas. */
function commentsOf(raw: Record<string, unknown>): object[] {
  return listIn(raw.nodes)
    .filter(({ type }) => type === "custom-note")
    .slice(0, 50)
    .map((node, index) => {
      const text = isData(node.data) ? wordIn(node.data.text) : "";
      const words = [...text.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(
        ([, one]) => JSON.parse(`"${one}"`) as string,
      );
      return { id: `note${index + 1}`, text: words.join(" ").slice(0, 500), position: { x: -320, y: index * 120 } };
    })
    .filter(({ text }) => text !== "");
}

function constantsOf(workflow: Data): Constants {
  const named = (list: unknown) =>
    new Map(
      listIn(list)
        .filter(({ value_type: type }) => type !== "secret")
        .map(
          ({ name, value }) => [wordIn(name), typeof value === "string" ? value : JSON.stringify(value ?? "")] as const,
        ),
    );
  const secrets = listIn(workflow.environment_variables).filter(({ value_type: type }) => type === "secret");
  return {
    env: named(workflow.environment_variables),
    secrets: new Set(secrets.map(({ name }) => wordIn(name))),
    conversation: named(workflow.conversation_variables),
  };
}

/** The nodes of one level: of the graph, or those inside a container. */
function convertLevel(context: Context, parentId: string | null): { nodes: object[]; edges: object[] } {
  const { nodes, edges } = context;
  const level = nodes.filter((node) => node.parentId === parentId && !SILENT.has(node.type));
  const made = new Map(level.map((node) => [node.id, convertNode(context, node)]));
  return {
    nodes: level.map(({ id, title }) => {
      const { type, data } = made.get(id)!;
      const named = {
        ...data,
        title: title.slice(0, 40),
        policy: { ...policyOf(nodes.find((one) => one.id === id)!.data) },
      };
      return { id: idOf(id), type, data: pruned(type, named) };
    }),
    edges: edges.flatMap(({ source, target, handle }) => {
      const from = made.get(source);
      if (!from || !made.has(target)) return [];
      const sourceHandle =
        handle === "fail-branch" ? "error" : (from.handles?.get(handle) ?? (USUAL.has(handle) ? null : undefined));
      // A branch that is not there any more leads nowhere.
      if (sourceHandle === undefined) return [];
      return [{ source: idOf(source), target: idOf(target), ...(sourceHandle && { sourceHandle }) }];
    }),
  };
}

/** The name of a model is looked up later, and what stands inside a container is looked at by itself. */
const withoutParts = ({ modelId: _, body: __, ...data }: Record<string, unknown>) => data;

/** Settings as the kind takes them: what it would refuse stands at its beginning. */
function pruned(type: NodeType, data: Record<string, unknown>): Record<string, unknown> {
  const read = NODE_DATA[type].safeParse(withoutParts(data));
  if (read.success) return data;
  const wrong = new Set(read.error.issues.map(({ path }) => String(path[0])));
  return Object.fromEntries(Object.entries(data).filter(([name]) => !wrong.has(name)));
}

function convertNode(context: Context, node: DifyNode): Converted {
  const { names } = context;
  names.enter(node.type);
  const made = convert(context, node);
  const gaps = names.takeGaps();
  if (made && !NODE_DATA[made.type].safeParse(withoutParts(made.data)).success) gaps.push("value");
  const state = made === null ? "left" : gaps.length > 0 ? "partly" : "whole";
  context.report.push({
    nodeId: idOf(node.id),
    title: node.title,
    kind: node.type,
    state,
    gaps: made === null ? ["kind"] : gaps,
  });
  // The wiring stays: an empty text stands for what has to be made anew.
  return made ?? { type: "template", data: { template: "" } };
}

function convert(context: Context, node: DifyNode): Converted | null {
  const { names, query } = context;
  const { type, data } = node;
  if (type === "start") {
    const { fields, takesFiles } = formOf(names, data.variables);
    const asked = { name: query, label: query === "query" ? "Query" : "Question", type: "paragraph", required: true };
    return {
      type: "start",
      data: {
        variables: query ? [asked, ...fields].slice(0, 20) : fields,
        takesFiles: takesFiles || context.takesFiles,
        reviewRules: context.reviewRules,
      },
    };
  }
  if (type === "iteration") {
    const modes: Record<string, string> = { "continue-on-error": "empty", "remove-abnormal-output": "omit" };
    return {
      type: "iteration",
      data: {
        list: names.selector(data.iterator_selector),
        parallel: data.is_parallel === true ? (wholeIn(data.parallel_nums, 1, PARALLEL_MAX) ?? 10) : 1,
        itemErrors: modes[wordIn(data.error_handle_mode)] ?? "stop",
        output: names.selector(data.output_selector),
        body: within(context, node),
      },
    };
  }
  if (type === "loop") {
    const variables = listIn(data.loop_variables).map(({ label, value_type: kind, value }) => ({
      name: nameOf(wordIn(label)),
      value: names.value(kind, value),
      next: assignedIn(context, node.id, wordIn(label)),
    }));
    return {
      type: "loop",
      data: {
        rounds: wholeIn(data.loop_count, 1, ROUNDS_MAX) ?? 10,
        variables,
        match: matchOf(data.logical_operator),
        tests: testsOf(names, data.break_conditions),
        body: within(context, node),
      },
    };
  }
  if (type === "loop-end") {
    names.gap("loopEnd");
    return { type: "template", data: { template: "-" } };
  }
  return CONVERT[type]?.(names, node) ?? null;
}

/** The nodes inside a container; what was found of the container itself is kept for its own line. */
function within(context: Context, { id }: DifyNode) {
  const own = context.names.takeGaps();
  const body = convertLevel(context, id);
  for (const gap of own) context.names.gap(gap);
  return body;
}

/** What a node inside a loop makes of its variable. */
function assignedIn({ nodes, names }: Context, loopId: string, label: string): string {
  for (const { type, parentId, data } of nodes) {
    if (type !== "assigner" || parentId !== loopId) continue;
    for (const { to, operation, kind, value } of assignmentsOf(data)) {
      const isIt = Array.isArray(to) && to[0] === loopId && to[1] === label;
      if (isIt && isSet(operation)) return names.value(kind, value);
      if (isIt) names.gap("assign");
    }
  }
  return "";
}

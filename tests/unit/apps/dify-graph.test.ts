import { parse } from "yaml";
import { fromDify } from "@/lib/features/apps/service/dify/file";
import { incompleteIn, readGraph } from "@/lib/features/apps/workflow/check";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";

/** A chatflow as that product writes one. */
const FILE = `
app: { name: Support, description: Answers, mode: advanced-chat, icon: x }
kind: app
version: 0.3.0
workflow:
  environment_variables:
    - { name: HOST, value: "https://api.example.com", value_type: string }
    - { name: KEY, value: s3cret-canary, value_type: secret }
  conversation_variables: []
  features: { opening_statement: Hello }
  graph:
    nodes:
      - { id: "100", data: { type: start, title: Begin, variables: [ { variable: city, label: City, type: text-input, required: true }, { variable: docs, label: Docs, type: file-list } ] } }
      - { id: "200", data: { type: question-classifier, title: Sort, query_variable_selector: [sys, query], model: { name: gpt-x, completion_params: {} }, classes: [ { id: "1", name: Order }, { id: "2", name: Other } ] } }
      - { id: "300", data: { type: knowledge-retrieval, title: Look, query_variable_selector: [sys, query], dataset_ids: [abc] } }
      - { id: "400", data: { type: llm, title: Write, model: { name: gpt-x, completion_params: { temperature: 0.2 } }, context: { enabled: true, variable_selector: ["300", result] }, prompt_template: [ { role: system, text: "Use {{#context#}} for {{#100.city#}}" }, { role: user, text: "{{#sys.query#}}" } ] } }
      - { id: "500", data: { type: http-request, title: Call, method: post, url: "{{#env.HOST#}}/orders/{{#100.city#}}", authorization: { type: api-key, config: { api_key: x } }, headers: "X-A: 1\\nX-B:{{#env.KEY#}}", params: "", body: { type: json, data: [ { type: text, value: '{"q": "{{#sys.query#}}"}' } ] }, retry_config: { retry_enabled: true, max_retries: 3 }, error_strategy: fail-branch } }
      - { id: "600", data: { type: code, title: Reckon, code_language: javascript, code: "function main({ body }) { return { total: body.length } }", variables: [ { variable: body, value_selector: ["500", body] } ], outputs: { total: { type: number } } } }
      - { id: "610", data: { type: code, title: Snake, code_language: python3, code: "def main(a):\\n    return {'b': a}", variables: [ { variable: a, value_selector: ["600", total] } ], outputs: { b: { type: number } } } }
      - { id: "700", data: { type: if-else, title: Big, cases: [ { case_id: yes-1, logical_operator: and, conditions: [ { variable_selector: ["600", total], comparison_operator: "≥", value: "10" } ] } ] } }
      - { id: "800", data: { type: iteration, title: Each, iterator_selector: ["600", total], output_selector: ["810", output], is_parallel: true, parallel_nums: 5, error_handle_mode: remove-abnormal-output } }
      - { id: "800start", parentId: "800", data: { type: iteration-start } }
      - { id: "810", parentId: "800", data: { type: template-transform, title: Line, template: "- {{ arg1 }}", variables: [ { variable: arg1, value_selector: ["800", item] } ] } }
      - { id: "900", data: { type: variable-aggregator, title: Any, variables: [ ["400", text], ["800", output] ] } }
      - { id: "950", data: { type: some-new-thing, title: New } }
      - { id: "999", data: { type: answer, title: Say, answer: "{{#900.output#}} {{#500.status_code#}}" } }
    edges:
      - { source: "100", target: "200", sourceHandle: source }
      - { source: "200", target: "300", sourceHandle: "2" }
      - { source: "200", target: "500", sourceHandle: "1" }
      - { source: "300", target: "400", sourceHandle: source }
      - { source: "500", target: "600", sourceHandle: success-branch }
      - { source: "500", target: "950", sourceHandle: fail-branch }
      - { source: "600", target: "610", sourceHandle: source }
      - { source: "610", target: "700", sourceHandle: source }
      - { source: "700", target: "800", sourceHandle: yes-1 }
      - { source: "700", target: "900", sourceHandle: "false" }
      - { source: "800start", target: "810", sourceHandle: source }
      - { source: "400", target: "900", sourceHandle: source }
      - { source: "800", target: "900", sourceHandle: source }
      - { source: "950", target: "900", sourceHandle: source }
      - { source: "900", target: "999", sourceHandle: source }
`;

const made = () => fromDify(parse(FILE))!;
const graphIn = (settings: unknown) => {
  // A name of a model is looked up before a graph is kept.
  const read = readGraph(JSON.parse(JSON.stringify(settings).replaceAll('"gpt-x"', "null")));
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.graph;
};
const node = (graph: FlowGraph, id: string) => graph.nodes.find((one) => one.id === id)!;

describe("a workflow of Dify", () => {
  it("arrives as a graph of ours that lacks only what it cannot bring along", () => {
    const { file } = made();
    expect(file).toMatchObject({ kind: "workflow", name: "Support" });
    const graph = graphIn(file.settings);
    expect(incompleteIn(graph).map(({ nodeId, field }) => [nodeId, field])).toEqual([
      ["300", "baseIds"],
      ["950", "template"],
    ]);
  });

  it("keeps what its nodes say, with references, branches and retries as ours", () => {
    const graph = graphIn(made().file.settings);
    expect(node(graph, "100").data).toMatchObject({
      variables: [
        { name: "query", required: true },
        { name: "city", type: "text", required: true },
      ],
      takesFiles: true,
    });
    expect(node(graph, "400").data).toMatchObject({
      system: "Use {{300.text}} for {{100.city}}",
      prompt: "{{100.query}}",
      options: { temperature: 0.2 },
    });
    expect(node(graph, "500").data).toMatchObject({
      method: "POST",
      url: "https://api.example.com/orders/{{100.city}}",
      headers: [
        { name: "X-A", value: "1" },
        { name: "X-B", value: "{{secret.KEY}}" },
        { name: "Authorization", value: "Bearer {{secret.KEY_500}}" },
      ],
      bodyType: "json",
      body: '{"q": "{{100.query}}"}',
      policy: { onError: "branch", retries: 3 },
    });
    expect(node(graph, "600").data).toMatchObject({ inputs: [{ name: "body", value: "{{500.body}}" }] });
    expect(node(graph, "610").data).toMatchObject({ inputs: [{ name: "a", value: "{{600.result.total}}" }] });
    expect(node(graph, "700").data).toMatchObject({
      branches: [{ id: "case1", tests: [{ left: "{{600.result.total}}", op: "atLeast", right: "10" }] }],
    });
    expect(node(graph, "800").data).toMatchObject({
      list: "{{600.result.total}}",
      parallel: 5,
      itemErrors: "omit",
      output: "{{810.text}}",
      body: { nodes: [{ id: "810", data: { template: "- {{800.item}}" } }], edges: [] },
    });
    expect(node(graph, "900").data).toMatchObject({ values: ["{{400.text}}", "{{800.results}}"] });
    expect(node(graph, "999").data).toMatchObject({ text: "{{900.value}} {{500.status}}" });
    const leaving = (id: string) =>
      graph.edges.filter(({ source }) => source === id).map((edge) => [edge.sourceHandle ?? null, edge.target]);
    expect(leaving("200")).toEqual([
      ["class2", "300"],
      ["class1", "500"],
    ]);
    expect(leaving("500")).toEqual([
      [null, "600"],
      ["error", "950"],
    ]);
    expect(leaving("700")).toEqual([
      ["case1", "800"],
      ["else", "900"],
    ]);
  });

  it("tells of each node how it arrived, drops none, and brings no secret", () => {
    const { file, nodes } = made();
    expect(nodes).toHaveLength(13);
    expect(
      nodes.filter(({ state }) => state !== "whole").map(({ nodeId, state, gaps }) => [nodeId, state, gaps]),
    ).toEqual([
      ["300", "partly", ["base"]],
      ["500", "partly", ["secret"]],
      ["610", "partly", ["python"]],
      ["950", "left", ["kind"]],
    ]);
    expect(JSON.stringify(file)).not.toContain("s3cret-canary");
    expect(JSON.stringify(node(graphIn(file.settings), "610").data)).toContain("def main(a)");
  });

  it("is read whatever nonsense stands in it", () => {
    for (const workflow of [
      {},
      { graph: 1 },
      { graph: { nodes: [1, null, { id: "a" }, { id: "b", data: { type: "llm" } }], edges: [{}] } },
    ]) {
      const read = fromDify({ kind: "app", app: { name: "x", mode: "workflow" }, workflow });
      expect(readGraph(read!.file.settings)).toHaveProperty("graph");
    }
  });
});

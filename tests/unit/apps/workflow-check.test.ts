import { flowProblems, incompleteIn, readGraph } from "@/lib/features/apps/workflow/check";
import { NODE_EXAMPLES, newGraph } from "@/lib/features/apps/workflow/examples";
import { NODE_DATA, NODE_TYPES, type NodeType } from "@/lib/features/apps/workflow/graph";
import { fillJson, lookUp, resolve } from "@/lib/features/apps/workflow/values";

const node = (id: string, type: NodeType, data: object = {}) => ({ id, type, data });
const start = node("start", "start", { variables: [{ name: "topic", label: "Topic", type: "text" }] });
const text = (id: string, template: string) => node(id, "template", { template });
const edge = (source: string, target: string, sourceHandle?: string) => ({ source, target, sourceHandle });
const codes = (raw: unknown) => flowProblems(raw).map(({ nodeId, code }) => [nodeId, code]);

describe("graphs", () => {
  it.each(NODE_TYPES)("takes the example of %s, and one nobody filled in yet", (type) => {
    const around = type === "start" ? [] : [start];
    const made = { nodes: [...around, node("it", type, NODE_EXAMPLES[type])], edges: [] };
    expect(readGraph(made)).toHaveProperty("graph");
    expect(NODE_DATA[type].safeParse({}).success).toBe(true);
  });

  it("begins as a form and an answer, which is not whole", () => {
    expect(codes(newGraph())).toEqual([["answer", "required"]]);
  });

  it.each([
    ["an unknown kind", { nodes: [node("x", "robot" as NodeType)], edges: [] }, ["x", "type"]],
    ["a wrong setting", { nodes: [node("m", "model", { prompt: 1 })], edges: [] }, ["m", "invalid"]],
    ["an unknown field", { nodes: [node("m", "model", { secret: "s" })], edges: [] }, ["m", "invalid"]],
    ["one id twice", { nodes: [start, text("a", ""), text("a", "")], edges: [] }, ["a", "twice"]],
    ["an edge to nowhere", { nodes: [start], edges: [edge("start", "gone")] }, ["start", "edgeNode"]],
    ["an edge into the form", { nodes: [start, text("a", "")], edges: [edge("a", "start")] }, ["start", "edgeNode"]],
    ["two forms", { nodes: [start, node("again", "start")], edges: [] }, ["again", "startTwice"]],
    [
      "a cycle",
      { nodes: [start, text("a", "x"), text("b", "y")], edges: [edge("start", "a"), edge("a", "b"), edge("b", "a")] },
      ["a", "cycle"],
    ],
    [
      "a form inside an iteration",
      {
        nodes: [start, node("each", "iteration", { body: { nodes: [node("inner", "start")], edges: [] } })],
        edges: [],
      },
      ["inner", "startInside"],
    ],
    [
      "a wrong node inside an iteration",
      { nodes: [node("each", "iteration", { body: { nodes: [node("in", "model", { prompt: 1 })] } })], edges: [] },
      ["in", "invalid"],
    ],
  ])("refuse %s", (_, raw, expected) => {
    const read = readGraph(raw);
    expect(read).toHaveProperty("problems");
    expect(codes(raw)).toContainEqual(expected);
  });

  it("refuse iterations in iterations without an end", () => {
    const nest = (depth: number): object => ({
      nodes: [node(`n${depth}`, "iteration", depth === 0 ? {} : { body: nest(depth - 1) })],
      edges: [],
    });
    expect(codes(nest(3)).map(([, code]) => code)).toContain("depth");
    expect(codes(nest(1)).map(([, code]) => code)).not.toContain("depth");
  });

  it("tell at its field what refers to something that is not there by then", () => {
    const nodes = [start, text("a", "{{start.topic}} {{b.text}} {{start.other}} {{today}}"), text("b", "{{a.text}}")];
    const read = readGraph({ nodes, edges: [edge("start", "a"), edge("a", "b")] });
    expect("graph" in read && incompleteIn(read.graph)).toEqual([
      { nodeId: "a", code: "reference", field: "template", args: { name: "b.text" }, isBroken: false },
      { nodeId: "a", code: "referenceOutput", field: "template", args: { name: "start.other" }, isBroken: false },
    ]);
  });

  it("know the item inside an iteration alone, and its inner nodes for what it gives", () => {
    const each = (template: string, output: string) =>
      node("each", "iteration", {
        list: "{{start.topic}}",
        body: { nodes: [text("line", template)], edges: [] },
        output,
      });
    const graph = (one: object) => ({ nodes: [start, one], edges: [edge("start", "each")] });
    expect(codes(graph(each("{{each.item}} {{start.topic}}", "{{line.text}}")))).toEqual([]);
    expect(codes(graph(each("{{each.results}}", "{{line.text}}")))).toEqual([["line", "referenceOutput"]]);
    expect(
      codes({
        ...graph(each("x", "{{line.text}}")),
        edges: [edge("start", "each"), edge("each", "b")],
        nodes: [start, each("x", "{{line.text}}"), text("b", "{{line.text}}")],
      }),
    ).toEqual([["b", "reference"]]);
  });

  it("tell of nodes nothing leads to, and of edges whose branch is gone", () => {
    const choice = node("choice", "condition", NODE_EXAMPLES.condition);
    const nodes = [start, choice, text("a", "x"), text("lost", "y")];
    expect(codes({ nodes, edges: [edge("start", "choice"), edge("choice", "a", "gone")] })).toEqual([
      ["choice", "edgeHandle"],
      ["lost", "unreached"],
    ]);
  });
});

describe("values", () => {
  const scope = new Map<string, unknown>([["a", { text: 'say "hi"', list: [1, { b: 2 }], none: null }]]);

  it("hand a single reference on as it is, and fill texts", () => {
    expect(resolve("{{a.list}}", scope)).toEqual([1, { b: 2 }]);
    expect(resolve(" {{ a.list.1.b }} ", scope)).toBe(2);
    expect(resolve("n: {{a.list.length}}, {{a.list}}, {{a.none}}{{b.c}}", scope)).toBe('n: 2, [1,{"b":2}], ');
  });

  it("lead into nothing but own fields", () => {
    expect(lookUp("a.constructor", scope)).toBeUndefined();
    expect(lookUp("a.text.length", scope)).toBeUndefined();
    expect(lookUp("a.__proto__.x", scope)).toBeUndefined();
  });

  it("stay JSON whatever they hold", () => {
    expect(
      JSON.parse(fillJson('{"a": "{{a.text}}!", "b": {{a.list}}, "c": {{b.c}}, "d\\"": "{{a.none}}"}', scope)),
    ).toEqual({
      a: 'say "hi"!',
      b: [1, { b: 2 }],
      c: null,
      'd"': "",
    });
  });
});

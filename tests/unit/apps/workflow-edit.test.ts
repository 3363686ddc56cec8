import { readGraph } from "@/lib/features/apps/workflow/check";
import { asClipping, copied, fromClipping, pasted, renamedNode } from "@/lib/features/apps/workflow/copying";
import {
  connected,
  edgeKey,
  edgeRefusal,
  everyNode,
  findNode,
  graphAt,
  inOrder,
  newId,
  newNode,
  removed,
  takenIds,
  withGraphAt,
  withNode,
} from "@/lib/features/apps/workflow/edit";
import { newGraph } from "@/lib/features/apps/workflow/examples";
import { type FlowGraph, type FlowNode, flowGraph } from "@/lib/features/apps/workflow/graph";
import { withNames, withRenamed } from "@/lib/features/apps/workflow/renaming";

const graphOf = (nodes: object[], edges: object[] = []) => flowGraph.parse({ nodes, edges }) as FlowGraph;

const nested = () =>
  graphOf(
    [
      { id: "start", type: "start", data: {} },
      {
        id: "iteration1",
        type: "iteration",
        data: {
          list: "{{start.text}}",
          output: "{{template1.text}}",
          body: {
            nodes: [{ id: "template1", type: "template", data: { template: "{{iteration1.item}} {{start.text}}" } }],
          },
        },
      },
      { id: "answer", type: "answer", data: { text: "{{iteration1.results}}" } },
    ],
    [
      { source: "start", target: "iteration1" },
      { source: "iteration1", target: "answer" },
    ],
  );

describe("drawing a workflow", () => {
  it("names a new node shortly, and never as another one anywhere", () => {
    const taken = takenIds(nested());
    expect(newId(taken, "template")).toBe("template2");
    expect(newId(taken, "http")).toBe("http1");
    expect(newId(taken, "start")).toBe("start1");
    expect(newId(new Set(), "answer")).toBe("answer");
    expect(newId(new Set(["answer"]), "answer")).toBe("answer1");
  });

  it("makes nodes of every kind that can be kept", () => {
    for (const type of ["condition", "classifier", "variable", "extract", "loop"] as const) {
      const root = newGraph();
      const node = newNode(root, type, { x: 1, y: 2 });
      expect(readGraph({ ...root, nodes: [...root.nodes, node] })).toHaveProperty("graph");
    }
  });

  it("changes what is inside a container, and nothing else", () => {
    const root = nested();
    const inner = graphAt(root, ["iteration1"])!;
    expect(inner.nodes.map(({ id }) => id)).toEqual(["template1"]);
    const next = withGraphAt(root, ["iteration1"], { ...inner, nodes: [] });
    expect(graphAt(next, ["iteration1"])!.nodes).toEqual([]);
    expect(next.nodes[0]).toBe(root.nodes[0]);
    expect(graphAt(root, ["answer"])).toBeNull();
    expect(findNode(root, "template1")?.path).toEqual(["iteration1"]);
    expect([...everyNode(root)]).toHaveLength(4);
  });

  it("connects what may be connected: no circles, nothing into the form, nothing twice", () => {
    const root = nested();
    expect(edgeRefusal(root, { source: "answer", target: "iteration1" })).toBe("cycle");
    expect(edgeRefusal(root, { source: "answer", target: "start" })).toBe("start");
    expect(edgeRefusal(root, { source: "start", target: "iteration1" })).toBe("twice");
    expect(edgeRefusal(root, { source: "start", target: "start" })).toBe("self");
    const next = connected(root, { source: "start", target: "answer" });
    expect(next.edges).toHaveLength(3);
    expect(connected(next, { source: "start", target: "answer" })).toBe(next);
  });

  it("takes the connections of a removed node along", () => {
    expect(removed(nested(), new Set(["iteration1"])).edges).toEqual([]);
    expect(removed(nested(), new Set(), new Set(["start  iteration1"])).edges.map(edgeKey)).toEqual([
      "iteration1  answer",
    ]);
  });

  it("keeps connections on branches there are", () => {
    const condition = (branches: object[]) => ({ id: "c", type: "condition", data: { branches } });
    const root = graphOf(
      [
        condition([{ id: "a" }, { id: "b" }]),
        { id: "x", type: "answer", data: {} },
        { id: "y", type: "answer", data: {} },
      ],
      [
        { source: "c", sourceHandle: "a", target: "x" },
        { source: "c", sourceHandle: "b", target: "y" },
      ],
    );
    const [fewer] = graphOf([condition([{ id: "a" }])]).nodes;
    expect(withNode(root, fewer!).edges.map(edgeKey)).toEqual(["c a x"]);
  });

  it("moves a connection to the first way where the usual one is no more, and back", () => {
    const human = (mode: string) => ({ id: "h", type: "human", data: { mode } });
    const root = graphOf([human("form"), { id: "x", type: "answer", data: {} }], [{ source: "h", target: "x" }]);
    const approval = withNode(root, graphOf([human("approval")]).nodes[0]!);
    expect(approval.edges.map(edgeKey)).toEqual(["h approved x"]);
    expect(withNode(approval, graphOf([human("form")]).nodes[0]!).edges.map(edgeKey)).toEqual(["h  x"]);
  });

  it("tells the order nodes are run in, of equals the upper one first", () => {
    const root = graphOf(
      [
        { id: "end", type: "answer", data: {}, position: { x: 0, y: 300 } },
        { id: "low", type: "template", data: {}, position: { x: 0, y: 200 } },
        { id: "high", type: "template", data: {}, position: { x: 300, y: 100 } },
        { id: "start", type: "start", data: {}, position: { x: 0, y: 400 } },
      ],
      [
        { source: "start", target: "low" },
        { source: "start", target: "high" },
        { source: "low", target: "end" },
        { source: "high", target: "end" },
      ],
    );
    expect(inOrder(root).map(({ id }) => id)).toEqual(["start", "high", "low", "end"]);
  });
});

describe("copies of nodes", () => {
  it("have names of their own, inside containers too, and references among them follow", () => {
    const root = nested();
    const done = pasted(root, [], copied(root, new Set(["iteration1", "answer"])))!;
    expect(done.ids).toEqual(["iteration2", "answer1"]);
    const copy = findNode(done.root, "iteration2")!.node as Extract<FlowNode, { type: "iteration" }>;
    expect(copy.data.list).toBe("{{start.text}}");
    expect(copy.data.output).toBe("{{template2.text}}");
    expect(copy.data.body.nodes[0]).toMatchObject({
      id: "template2",
      data: { template: "{{iteration2.item}} {{start.text}}" },
    });
    expect(findNode(done.root, "answer1")!.node.data).toMatchObject({ text: "{{iteration2.results}}" });
    expect(done.root.edges.map(edgeKey)).toContain("iteration2  answer1");
    expect(readGraph(done.root)).toHaveProperty("graph");
  });

  it("leave out a second form, and what would stand too deep", () => {
    const root = nested();
    expect(pasted(root, [], copied(root, new Set(["start"])))?.ids).toEqual([]);
    const inner = pasted(root, ["iteration1"], copied(root, new Set(["iteration1"])))!;
    expect(inner.ids).toEqual(["iteration2"]);
    expect(readGraph(inner.root)).toHaveProperty("graph");
    const deeper = pasted(inner.root, ["iteration1", "iteration2"], copied(root, new Set(["iteration1"])));
    expect(deeper?.ids).toEqual([]);
  });

  it("go over the clipboard, and nothing else does", () => {
    const picked = copied(nested(), new Set(["start", "iteration1"]));
    expect(fromClipping(asClipping(picked))).toEqual(picked);
    expect(fromClipping("hello")).toBeNull();
    expect(fromClipping('{"flow": {"nodes": [{"type": "virus"}]}}')).toBeNull();
  });

  it("leave code and unknown names alone", () => {
    const names = new Map([["a", "b"]]);
    expect(withNames({ text: "{{ a.x }} {{c.y}}", code: "{{a.x}}" }, names)).toEqual({
      text: "{{ b.x }} {{c.y}}",
      code: "{{a.x}}",
    });
  });

  it("follow a field of a form that is called otherwise, and no other that begins like it", () => {
    const text = "{{start.word}} {{ start.word.first }} {{start.words}} {{word}}";
    expect(withRenamed({ text, code: "{{start.word}}" }, "start.word", "start.term")).toEqual({
      text: "{{start.term}} {{ start.term.first }} {{start.words}} {{word}}",
      code: "{{start.word}}",
    });
    expect(withRenamed("Dear {{name}}", "name", "client")).toBe("Dear {{client}}");
  });

  it("follow a node that is called otherwise", () => {
    const root = renamedNode(nested(), "iteration1", "lines");
    expect(findNode(root, "template1")!.node.data).toMatchObject({ template: "{{lines.item}} {{start.text}}" });
    expect(root.edges.map(edgeKey)).toEqual(["start  lines", "lines  answer"]);
    expect(readGraph(root)).toHaveProperty("graph");
  });
});

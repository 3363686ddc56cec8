import { flowProblems } from "@/lib/features/apps/workflow/check";
import { type FlowGraph, type FlowNode, flowGraph } from "@/lib/features/apps/workflow/graph";
import { begun, recorded, redone, STEPS_MAX, undone } from "@/lib/features/apps/workflow/history";
import { arranged, NODE_HEIGHT, NODE_WIDTH, placed } from "@/lib/features/apps/workflow/layout";
import { mergedFlows } from "@/lib/features/apps/workflow/merge";
import { availableAt, carriedBy, mended, mendFor } from "@/lib/features/apps/workflow/references";

const graphOf = (nodes: object[], edges: object[] = []) => flowGraph.parse({ nodes, edges }) as FlowGraph;
const template = (id: string, text: string, more: object = {}) => ({
  id,
  type: "template",
  data: { template: text, ...more },
});

describe("steps that can be taken back", () => {
  it("go back and forth, and a new one ends what was taken back", () => {
    const one = recorded(begun(0), 1, null, 0);
    const two = recorded(one, 2, null, 0);
    expect(undone(two).present).toBe(1);
    expect(redone(undone(two)).present).toBe(2);
    expect(undone(undone(undone(two))).present).toBe(0);
    expect(redone(recorded(undone(two), 3, null, 0)).present).toBe(3);
  });

  it("join what is typed in one field, but not after a pause and not in another", () => {
    const typed = recorded(recorded(begun("a"), "ab", "x", 0), "abc", "x", 500);
    expect(undone(typed).present).toBe("a");
    expect(undone(recorded(typed, "abcd", "x", 5000)).present).toBe("abc");
    expect(undone(recorded(typed, "abcd", "y", 600)).present).toBe("abc");
    // What was taken back is not joined with what is typed next.
    expect(undone(recorded(undone(typed), "z", "x", 600)).present).toBe("a");
  });

  it("are a hundred and more, and not without end", () => {
    let history = begun(0);
    for (let step = 1; step <= STEPS_MAX + 50; step += 1) history = recorded(history, step, null, step);
    expect(STEPS_MAX).toBeGreaterThanOrEqual(100);
    expect(history.past).toHaveLength(STEPS_MAX);
  });
});

describe("arranging", () => {
  const branches = graphOf(
    [
      { id: "start", type: "start", data: {} },
      { id: "c", type: "condition", data: { branches: [{ id: "yes" }] } },
      template("left", "l"),
      template("right", "r"),
      { id: "join", type: "join", data: {} },
    ],
    [
      { source: "start", target: "c" },
      { source: "c", sourceHandle: "else", target: "right" },
      { source: "c", sourceHandle: "yes", target: "left" },
      { source: "left", target: "join" },
      { source: "right", target: "join" },
    ],
  );

  it("goes from the top down, and no node stands on another", () => {
    const places = arranged(branches);
    const y = (id: string) => places.get(id)!.y;
    expect(y("start")).toBeLessThan(y("c"));
    expect(y("c")).toBeLessThan(y("left"));
    expect(y("left")).toBe(y("right"));
    expect(y("left")).toBeLessThan(y("join"));
    const all = [...places.values()];
    for (const [index, a] of all.entries()) {
      for (const b of all.slice(index + 1)) {
        expect(Math.abs(a.x - b.x) >= NODE_WIDTH || Math.abs(a.y - b.y) >= NODE_HEIGHT).toBe(true);
      }
    }
  });

  it("leaves a graph alone whose nodes have their places", () => {
    const first = placed(branches);
    expect(first.nodes.every(({ position }) => position)).toBe(true);
    expect(placed(first)).toBe(first);
  });
});

describe("values a field can name", () => {
  const root = graphOf(
    [
      { id: "start", type: "start", data: { variables: [{ name: "topic", label: "Topic", type: "text" }] } },
      {
        id: "each",
        type: "iteration",
        data: {
          list: "{{start.text}}",
          output: "{{inner.text}}",
          body: { nodes: [template("inner", "{{each.item}}")] },
        },
      },
      { id: "form", type: "human", data: { mode: "form", fields: [{ name: "topic", label: "Topic", type: "text" }] } },
      template("last", "{{gone.topic}}"),
      template("beside", "b"),
    ],
    [
      { source: "start", target: "each" },
      { source: "each", target: "form" },
      { source: "form", target: "last" },
      { source: "start", target: "beside" },
    ],
  );
  const names = (path: string[], id: string, field: string) =>
    availableAt(root, path, id, field).map(({ node }) => node.id);

  it("are those of nodes before, the nearest first, and of the containers around", () => {
    expect(names([], "last", "template")).toEqual(["form", "each", "start"]);
    expect(names([], "beside", "template")).toEqual(["start"]);
    expect(names(["each"], "inner", "template")).toEqual(["each", "start"]);
    expect(names([], "each", "list")).toEqual(["start"]);
    expect(names([], "each", "output")).toEqual(["inner", "each", "start"]);
  });

  it("put a reference right that leads nowhere, with the nearest value of its name", () => {
    const wrong = flowProblems(root).find(({ code }) => code === "reference")!;
    const mend = mendFor(root, [], wrong)!;
    expect(mend.reference).toBe("form.topic");
    expect(mended({ template: "a {{ gone.topic }} b {{gone.topics}}" }, wrong, mend.reference)).toEqual({
      template: "a {{form.topic}} b {{gone.topics}}",
    });
  });
});

it("what a wire carries is what the next node names of the one before, once each", () => {
  const field = (name: string, type: string) => ({ name, label: `The ${name}`, type });
  const { nodes } = graphOf([
    {
      id: "start",
      type: "start",
      data: { variables: [field("city", "text"), field("days", "number")], takesFiles: true },
    },
    template("note", "{{start.days}} in {{start.city}}, {{start.days}} again, {{other.text}} {{start.gone}}"),
    { id: "read", type: "document", data: { files: "{{start.files}}" } },
    {
      id: "each",
      type: "iteration",
      data: { list: "{{read.files}}", body: { nodes: [template("in", "{{start.city}}")] } },
    },
  ]);
  const [start, note, read, each] = nodes as [FlowNode, FlowNode, FlowNode, FlowNode];
  const carried = (from: FlowNode, to: FlowNode) => carriedBy(from, to).map(({ name, type }) => `${name}:${type}`);
  expect(carried(start, note)).toEqual(["days:number", "city:text"]);
  expect(carried(start, read)).toEqual(["files:files"]);
  expect(carried(read, each)).toEqual(["files:list"]);
  expect(carried(start, each)).toEqual([]);
});

describe("two versions of a workflow", () => {
  const before = graphOf(
    [template("a", "one"), template("b", "two"), template("gone", "x")],
    [
      { source: "a", target: "b" },
      { source: "b", target: "gone" },
    ],
  );
  const after = graphOf(
    [template("a", "one"), template("b", "two, changed", { policy: { retries: 2 } }), template("new", "y")],
    [
      { source: "a", target: "b" },
      { source: "b", target: "new" },
    ],
  );

  it("are one graph, with numbers at what is different", () => {
    const merged = mergedFlows(before, after);
    expect(merged.graph.nodes.map(({ id }) => id).sort()).toEqual(["a", "b", "gone", "new"]);
    expect(merged.changes.map(({ kind, node }) => `${kind} ${node.id}`).sort()).toEqual([
      "added new",
      "changed b",
      "removed gone",
    ]);
    expect(merged.changes.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(merged.changes.find(({ node }) => node.id === "b")!.settings).toEqual([
      { name: "template", before: "two", after: "two, changed" },
      { name: "retries", before: "0", after: "2" },
    ]);
    expect(merged.marks.get("new")?.kind).toBe("added");
    expect(merged.marks.has("a")).toBe(false);
    expect([...merged.edges]).toEqual([
      ["b  new", "added"],
      ["b  gone", "removed"],
    ]);
    expect(merged.same).toBe(1);
  });

  it("do not differ by where nodes stand", () => {
    const moved = { ...before, nodes: before.nodes.map((node) => ({ ...node, position: { x: 9, y: 9 } })) };
    expect(mergedFlows(before, moved).changes).toEqual([]);
  });

  it("mark a container for what is inside it", () => {
    const each = (text: string) =>
      graphOf([{ id: "each", type: "iteration", data: { body: { nodes: [template("in", text)] } } }]);
    const merged = mergedFlows(each("one"), each("two"));
    expect(merged.changes).toMatchObject([{ kind: "changed", node: { id: "in" }, path: ["each"] }]);
    expect(merged.marks.get("each")).toEqual({ kind: "changed", number: 1 });
  });
});

import type { StepDto } from "@/lib/features/apps/runs-dto";
import { type FlowGraph, flowGraph } from "@/lib/features/apps/workflow/graph";
import {
  durationOf,
  lineOf,
  nodesAhead,
  stepTree,
  walkedEdges,
  waterfall,
} from "@/lib/features/apps/workflow/run-view";

const T0 = Date.parse("2026-11-27T10:00:00Z");
const at = (seconds: number) => new Date(T0 + seconds * 1000).toISOString();

/** A step from a second to another; null: not ended. */
function step(id: string, from: number | null, to: number | null, over: Partial<StepDto> = {}): StepDto {
  return {
    ...{ id, nodeId: id.slice(id.lastIndexOf(".") + 1), type: "template", title: "", status: "done", attempts: 1 },
    ...{ startedAt: from === null ? null : at(from), endedAt: to === null ? null : at(to) },
    ...{ input: null, output: null, handle: null, cost: null, isCached: false, isSimulated: false },
    ...over,
  };
}

const graph = flowGraph.parse({
  nodes: [
    { id: "start", type: "start", data: {} },
    {
      id: "big",
      type: "condition",
      data: { branches: [{ id: "yes", tests: [{ left: "{{start.text}}", op: "present" }] }] },
    },
    { id: "ask", type: "human", data: {} },
    { id: "small", type: "template", data: {} },
    { id: "end", type: "answer", data: {} },
  ],
  edges: [
    { source: "start", target: "big" },
    { source: "big", sourceHandle: "yes", target: "ask" },
    { source: "big", sourceHandle: "else", target: "small" },
    { source: "ask", sourceHandle: "approved", target: "end" },
    { source: "small", target: "end" },
  ],
}) as FlowGraph;

describe("the way of a run", () => {
  it("is the branches it left by, up to where it is", () => {
    const steps = [
      step("start", 0, 0),
      step("big", 0, 1, { type: "condition", handle: "yes" }),
      step("ask", 1, null, { type: "human", status: "waiting" }),
    ];
    expect([...walkedEdges(graph, steps)]).toEqual(["start  big", "big yes ask"]);
    expect(nodesAhead(graph, steps).map(({ id }) => id)).toEqual(["small", "end"]);
  });

  it("does not lead to what was skipped, nor on from what failed", () => {
    const steps = [
      step("start", 0, 0),
      step("big", 0, 1, { status: "failed" }),
      step("ask", null, null, { status: "skipped" }),
    ];
    expect([...walkedEdges(graph, steps)]).toEqual(["start  big"]);
  });
});

describe("steps within each other", () => {
  it("stand in their container with their round, those of apps within in theirs", () => {
    const [start, each, app] = stepTree([
      step("start", 0, 0),
      step("each", 0, 3, { type: "iteration" }),
      step("each.0.line", 0, 1),
      step("each.1.line", 1, 2),
      step("app", 3, 5, { type: "app" }),
      step("app.each", 3, 4),
      step("app.each.2.deep", 3, 4),
    ]);
    expect(start!.children).toEqual([]);
    expect(each!.children.map(({ round, step: { id } }) => [round, id])).toEqual([
      [0, "each.0.line"],
      [1, "each.1.line"],
    ]);
    expect(app!.children.map(({ round, step: { id } }) => [round, id])).toEqual([[null, "app.each"]]);
    expect(app!.children[0]!.children[0]).toMatchObject({ round: 2 });
  });
});

describe("the waterfall", () => {
  const figures = { workedMs: 4000, waitedMs: 3600_000 };

  it("leaves out the hours a person took", () => {
    const bars = waterfall(
      [
        step("a", 0, 1),
        step("ask", 1, 3600, { type: "human" }),
        step("b", 3600, 3603),
        step("each", 0, 3603, { type: "iteration" }),
        step("each.0.x", 3600, 3602),
      ],
      figures,
      T0,
    );
    expect(bars.get("a")).toEqual({ start: 0, width: 0.25 });
    expect(bars.has("ask")).toBe(false);
    expect(bars.get("b")).toEqual({ start: 0.25, width: 0.75 });
    // A container spans what is inside it.
    expect(bars.get("each")).toEqual({ start: 0, width: 1 });
  });

  it("shows what ran beside each other beside each other, and what runs up to now", () => {
    const bars = waterfall(
      [step("a", 0, 2), step("b", 1, null, { status: "running" })],
      { workedMs: 0, waitedMs: 0 },
      T0 + 4000,
    );
    expect(bars.get("a")).toEqual({ start: 0, width: 0.5 });
    expect(bars.get("b")).toEqual({ start: 0.25, width: 0.75 });
  });

  it("does not stretch by a tool that waited for consent", () => {
    const bars = waterfall([step("a", 0, 2), step("tool", 2, 7200), step("b", 7200, 7202)], figures, T0);
    expect(bars.get("b")).toEqual({ start: 0.5, width: 0.5 });
  });

  it("has no bars where nothing took any time", () => {
    expect(waterfall([step("a", 0, 0)], { workedMs: 0, waitedMs: 0 }, T0).size).toBe(0);
  });
});

it("a step took as long as it took, or has by now", () => {
  expect(durationOf(step("a", 0, 2), T0 + 9000)).toBe(2000);
  expect(durationOf(step("a", 0, null), T0 + 9000)).toBe(9000);
  expect(durationOf(step("a", null, null), T0)).toBeNull();
  // Of two clocks one is late.
  expect(durationOf(step("a", 5, null), T0)).toBe(0);
});

it("what a step came to is its first words or figure", () => {
  expect(lineOf({ list: [1], text: "  two\n words " })).toBe("two words");
  expect(lineOf({ status: 200, body: "x" })).toBe("200");
  expect(lineOf(null)).toBe("");
});

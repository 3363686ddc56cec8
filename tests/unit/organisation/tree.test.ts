import {
  indexTree,
  moveInTree,
  pathTo,
  type TreeNode,
  typeAhead,
  visibleLines,
  withBelow,
} from "@/components/common/tree/tree-model";
import { keyedPlace, placeOf } from "@/lib/features/organisation/place";

const node = (id: string, parentId: string | null, name = id): TreeNode => ({ id, parentId, name });
/** r: a (a1, a2 (a2x)), b, c */
const NODES = [
  node("r", null, "集团"),
  node("a", "r", "研发"),
  node("b", "r", "市场"),
  node("c", "r", "法务"),
  node("a1", "a", "平台"),
  node("a2", "a", "应用"),
  node("a2x", "a2", "市场工具"),
];
const index = indexTree(NODES);
const shown = (keyword = "", expanded: string[] = ["r"], excluded?: string[]) =>
  visibleLines(index, { keyword, expanded: new Set(expanded), excluded: excluded && new Set(excluded) });
const ids = (lines: ReturnType<typeof shown>) => lines.map((line) => line.node.id);

describe("the lines of a tree", () => {
  it("are those of opened entries, with level and place", () => {
    const lines = shown();
    expect(ids(lines)).toEqual(["r", "a", "b", "c"]);
    expect(lines[2]).toMatchObject({ level: 2, place: 2, of: 3, hasChildren: false, isExpanded: false });
    expect(ids(shown("", ["r", "a", "a2"]))).toEqual(["r", "a", "a1", "a2", "a2x", "b", "c"]);
    expect(ids(shown("", []))).toEqual(["r"]);
  });

  it("open to what a word finds, wherever it stands, and leave out the rest", () => {
    const lines = shown("市场", []);
    expect(ids(lines)).toEqual(["r", "a", "a2", "a2x", "b"]);
    expect(lines.filter(({ isMatch }) => isMatch).map((line) => line.node.id)).toEqual(["a2x", "b"]);
    expect(shown("没有")).toEqual([]);
    // What is below a found entry can still be opened.
    expect(ids(shown("研发", ["a"]))).toEqual(["r", "a", "a1", "a2"]);
  });

  it("leave out an entry with all below it", () => {
    expect(ids(shown("", ["r", "a"], ["a"]))).toEqual(["r", "b", "c"]);
    expect([...withBelow(index, "a")].sort()).toEqual(["a", "a1", "a2", "a2x"]);
  });

  it("survive entries whose parent is not listed, and rings", () => {
    const odd = indexTree([node("x", "gone"), node("y", "z"), node("z", "y")]);
    expect(visibleLines(odd, { keyword: "", expanded: new Set() }).map((line) => line.node.id)).toEqual(["x"]);
    expect(pathTo(odd, "y").length).toBeLessThanOrEqual(2);
  });

  it("of 2,000 entries are narrowed by a word to what it finds", () => {
    const many = indexTree([
      node("root", null),
      ...Array.from({ length: 2000 }, (_, at) => node(`n${at}`, at < 50 ? "root" : `n${at % 50}`, `部门 ${at}`)),
    ]);
    expect(visibleLines(many, { keyword: "部门 19", expanded: new Set() }).length).toBeGreaterThan(100);
  });
});

describe("the keys of a tree", () => {
  const lines = shown("", ["r", "a"]);
  it.each([
    ["a", "next", { focus: "a1" }],
    ["r", "previous", { focus: "r" }],
    ["c", "next", { focus: "c" }],
    ["b", "first", { focus: "r" }],
    ["r", "last", { focus: "c" }],
    ["a", "in", { focus: "a1" }],
    ["a2", "in", { expand: "a2" }],
    ["b", "in", {}],
    ["a", "out", { collapse: "a" }],
    ["a1", "out", { focus: "a" }],
    [null, "next", { focus: "r" }],
  ] as const)("at %s, %s: %j", (active, move, result) => expect(moveInTree(lines, active, move)).toEqual(result));

  it("find the next entry that begins with what was typed, around the end", () => {
    expect(typeAhead(lines, "r", "市")).toBe("b");
    expect(typeAhead(lines, "c", "研")).toBe("a");
    expect(typeAhead(lines, "c", "x")).toBeNull();
  });
});

describe("the place of a moved entry", () => {
  it("is where it is dropped", () => {
    expect(placeOf(index, { id: "c", overId: "a", place: "before" })).toEqual({ parentId: "r", beforeId: "a" });
    expect(placeOf(index, { id: "c", overId: "a", place: "after" })).toEqual({ parentId: "r", beforeId: "b" });
    expect(placeOf(index, { id: "a", overId: "c", place: "after" })).toEqual({ parentId: "r", beforeId: null });
    expect(placeOf(index, { id: "c", overId: "a", place: "into" })).toEqual({ parentId: "a", beforeId: null });
  });

  it.each([
    ["r", "a", "into"],
    ["a", "a2x", "into"],
    ["a", "a", "into"],
    ["a", "r", "before"],
    ["a", "gone", "into"],
  ] as const)("is none for %s at %s (%s)", (id, overId, place) =>
    expect(placeOf(index, { id, overId, place })).toBeNull(),
  );

  it("follows the arrow keys", () => {
    expect(keyedPlace(index, "b", "ArrowUp")).toEqual({ parentId: "r", beforeId: "a" });
    expect(keyedPlace(index, "a", "ArrowDown")).toEqual({ parentId: "r", beforeId: "c" });
    expect(keyedPlace(index, "b", "ArrowDown")).toEqual({ parentId: "r", beforeId: null });
    expect(keyedPlace(index, "b", "ArrowRight")).toEqual({ parentId: "a", beforeId: null });
    expect(keyedPlace(index, "a1", "ArrowLeft")).toEqual({ parentId: "r", beforeId: "b" });
    for (const [id, key] of [
      ["a", "ArrowUp"],
      ["c", "ArrowDown"],
      ["a", "ArrowLeft"],
      ["a", "ArrowRight"],
      ["r", "ArrowDown"],
      ["b", "x"],
    ] as const) {
      expect(keyedPlace(index, id, key)).toBeNull();
    }
  });
});

import fc from "fast-check";
import { anchorAll, likeness } from "@/lib/retrieval/anchor";
import type { NewSlice } from "@/lib/retrieval/types";
import { type Island, weave } from "@/lib/retrieval/weave";

const count = (text: string) => text.length;
const TEXT = "Alpha one. Beta two. Gamma three. Delta four. Epsilon five.";

function slicesOf(text: string, size: number): NewSlice[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => {
    const [from, to] = [at * size, Math.min(text.length, (at + 1) * size)];
    return { from, to, part: 1, partTo: 1, heading: "", text: text.slice(from, to), tokens: to - from };
  });
}

function island(from: number, to: number, more: Partial<Island> = {}): Island {
  return {
    handId: `h${from}`,
    from,
    to,
    part: 1,
    partTo: 1,
    heading: "",
    text: "EDITED",
    isEdited: true,
    isDisabled: false,
    isAdded: false,
    place: null,
    ...more,
  };
}

async function* each(slices: NewSlice[]) {
  yield* slices;
}
const woven = (slices: NewSlice[], islands: Island[]) => Array.fromAsync(weave(each(slices), islands, count));

test("a new cut flows around what people made", async () => {
  const made = await woven(slicesOf(TEXT, 20), [
    island(11, 20),
    island(34, 45, { isDisabled: true, text: "Delta four." }),
  ]);
  expect(made.map(({ text, handId = null }) => [text, handId])).toEqual([
    ["Alpha one.", null],
    ["EDITED", "h11"],
    ["Gamma three.", null],
    ["Delta four.", "h34"],
    ["Epsilon five.", null],
  ]);
  expect(made[3]).toMatchObject({ isDisabled: true, from: 34, to: 45 });
});

test("added slices take no place, moved ones stand where they were put", async () => {
  const made = await woven(slicesOf(TEXT, 30), [
    island(0, 10, { isAdded: true, text: "ADDED" }),
    island(46, 59, { place: 0, text: "MOVED" }),
  ]);
  expect(made.map(({ text }) => text)).toEqual(["MOVED", "ADDED", TEXT.slice(0, 30).trim(), TEXT.slice(30, 46).trim()]);
});

test("whatever is made by hand: all else is there once, in order", async () => {
  const places = fc.uniqueArray(fc.nat(TEXT.length), { minLength: 0, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(places, fc.integer({ min: 3, max: 40 }), async (points, size) => {
      const sorted = [...points].sort((a, b) => a - b);
      const islands = sorted.flatMap((from, at) =>
        at % 2 === 0 && sorted[at + 1] ? [island(from, sorted[at + 1]!)] : [],
      );
      const made = await woven(slicesOf(TEXT, size), islands);
      expect(made.filter(({ handId }) => handId).map(({ handId }) => handId)).toEqual(
        islands.map(({ handId }) => handId),
      );
      let end = 0;
      for (const { from, to, text, handId } of made) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(TEXT.slice(end, from).trim()).toBe("");
        if (!handId) expect(TEXT.slice(from, to)).toBe(text);
        end = to;
      }
      expect(TEXT.slice(end).trim()).toBe("");
    }),
  );
});

describe("anchoring", () => {
  const old = "第十九条 因会议指定酒店、客户统一安排等原因，住宿费用超出第十二条标准的，由部门负责人在出差前审批。";
  const other = "第二十条 出差期间的市内交通费据实报销，每人每天不超过一百元，晚间乘坐出租车的附行程单。";
  const at = (text: string) => ({ id: "a", from: 0, to: text.length, text });

  it("finds words at their place, elsewhere, in other lines, and nearly the same", async () => {
    const moved = `${other}\n${old}`;
    expect((await anchorAll(old, [at(old)])).get("a")!.found).toEqual({ from: 0, to: old.length, similarity: 1 });
    expect((await anchorAll(moved, [at(old)])).get("a")!.found).toMatchObject({
      from: other.length + 1,
      similarity: 1,
    });
    const broken = moved.replace("指定酒店、", "指定\n酒店、");
    expect((await anchorAll(broken, [at(old)])).get("a")!.found).toMatchObject({
      from: other.length + 1,
      to: broken.length,
    });
    const changed = `${other}\n${old.replace("出差前审批", "出差之前批准").replace("因会议", "因为会议")}`;
    const { found } = (await anchorAll(changed, [at(old)])).get("a")!;
    expect(found!.similarity).toBeGreaterThan(0.8);
    expect(found!.similarity).toBeLessThan(1);
    expect(changed.slice(found!.from, found!.to)).toMatch(/^第十九条.*批准。$/);
  });

  it("decides nothing where the words are gone, or stand twice", async () => {
    const gone = (await anchorAll(other, [at(old)])).get("a")!;
    expect(gone.found).toBeNull();
    const twice = (await anchorAll(`x${old}\n${other}\n${old}`, [at(old)])).get("a")!;
    expect(twice.found).toBeNull();
    expect(twice.candidates).toHaveLength(2);
  });

  it("measures likeness", () => {
    expect(likeness(old, old)).toBe(1);
    expect(likeness("abc", "xyz")).toBe(0);
    expect(likeness("a", "a")).toBe(1);
  });
});

import fc from "fast-check";
import { indexAt, lineStart, runRanges, segments, within } from "@/components/reader/marks";
import type { Mark } from "@/components/reader/types";

const mark = (id: number, from: number, to: number): Mark => ({ id, number: id, from, to, isActive: false });

describe("segments of a text", () => {
  it("are cut exactly where a style, a mark or a hit begins and ends", () => {
    const cut = segments(
      { from: 10, to: 40 },
      {
        runs: [{ from: 10, to: 20, bold: true }],
        marks: [mark(1, 15, 25)],
        hits: [{ from: 22, to: 30, isActive: true }],
      },
    );
    expect(cut.map(({ from, to, style, marks, hit }) => [from, to, style?.bold, marks.length, hit?.isActive])).toEqual([
      [10, 15, true, 0, undefined],
      [15, 20, true, 1, undefined],
      [20, 22, undefined, 1, undefined],
      [22, 25, undefined, 1, true],
      [25, 30, undefined, 0, true],
      [30, 40, undefined, 0, undefined],
    ]);
  });

  it("keep marks that begin before or end behind the text within it", () => {
    const cut = segments({ from: 10, to: 20 }, { marks: [mark(1, 0, 12), mark(2, 18, 90)] });
    expect(cut.map(({ from, to, marks }) => [from, to, marks.map(({ id }) => id)])).toEqual([
      [10, 12, [1]],
      [12, 18, []],
      [18, 20, [2]],
    ]);
  });

  it("cover the text once and carry exactly the marks that hold each character, whatever they are", () => {
    const range = fc
      .tuple(fc.nat(60), fc.integer({ min: 1, max: 30 }))
      .map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(range, fc.array(range, { maxLength: 6 }), fc.array(range, { maxLength: 4 }), (text, marked, runs) => {
        const marks = marked.map(({ from, to }, index) => mark(index, from, to));
        const cut = segments(text, { marks, runs });
        expect(cut[0]?.from).toBe(text.from);
        expect(cut.at(-1)?.to).toBe(text.to);
        for (const [index, segment] of cut.entries()) {
          if (index > 0) expect(segment.from).toBe(cut[index - 1]?.to);
          for (let at = segment.from; at < segment.to; at++) {
            const holding = marks.filter(({ from, to }) => from <= at && at < to).map(({ id }) => id);
            expect(segment.marks.map(({ id }) => id)).toEqual(holding);
          }
        }
      }),
    );
  });

  it("of nothing are none", () => {
    expect(segments({ from: 5, to: 5 }, { marks: [mark(1, 0, 9)] })).toEqual([]);
  });
});

describe("marks within a block", () => {
  it("are the same empty list for every block without one", () => {
    const marks = [mark(1, 0, 5)];
    expect(within(marks, { from: 5, to: 9 })).toBe(within(marks, { from: 20, to: 30 }));
    expect(within(marks, { from: 4, to: 9 })).toEqual(marks);
  });
});

describe("runs of a pdf page", () => {
  // "The limit is" on one line, "600 yuan." on the next, with a line break between them.
  const runs: [number, number, number, number, number, number, number][] = [
    [0, 100, 112, 50, 60, 120, 12],
    [2, 113, 122, 50, 80, 90, 12],
  ];

  it("give the item and the characters of a range, over the end of a line", () => {
    expect(runRanges(runs, { from: 104, to: 116 }).map(({ item, start, end }) => [item, start, end])).toEqual([
      [0, 4, 12],
      [2, 0, 3],
    ]);
  });

  it("begin where their line does, not in the column beside it", () => {
    const line: typeof runs = [
      [0, 0, 5, 40, 60, 80, 12],
      [1, 5, 9, 124, 60, 60, 12],
      [2, 9, 20, 310, 61, 90, 12],
      [3, 20, 30, 404, 60, 60, 12],
      [4, 30, 40, 40, 80, 80, 12],
    ];
    expect(lineStart(line, { x: 124, y: 60, width: 60, height: 12 })).toBe(40);
    expect(lineStart(line, { x: 404, y: 60, width: 60, height: 12 })).toBe(310);
    expect(lineStart(line, { x: 40, y: 80, width: 80, height: 12 })).toBe(40);
  });

  it("give nothing for what lies between them", () => {
    expect(runRanges(runs, { from: 112, to: 113 })).toEqual([]);
    expect(runRanges(runs, { from: 122, to: 140 })).toEqual([]);
  });
});

describe("the place in a list", () => {
  const parts = [
    { from: 0, to: 10 },
    { from: 10, to: 10 },
    { from: 10, to: 25 },
  ];

  it("is the part that holds it, empty ones passed over", () => {
    expect([0, 9, 10, 24, 99].map((at) => indexAt(parts, at))).toEqual([0, 0, 2, 2, 2]);
    expect(indexAt([], 4)).toBe(0);
  });
});

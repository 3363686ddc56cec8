import { describePlace, rectsOf } from "@/lib/citations/place";
import type { Part, Piece } from "@/lib/parsing/types";

const TEXT = "Hello big world\nNext line here\n";
const pdf: Piece = {
  number: 0,
  from: 100,
  to: 100 + TEXT.length,
  text: TEXT,
  blocks: [{ kind: "paragraph", from: 100, to: 130, part: 3 }],
  layout: [
    {
      part: 3,
      runs: [
        [0, 100, 110, 50, 20, 100, 12],
        [1, 110, 115, 152, 20, 50, 12],
        [2, 116, 130, 50, 40, 140, 12],
      ],
    },
  ],
};

test("rectangles: runs are cut in proportion, those of a line put together", () => {
  expect(rectsOf([pdf], 106, 115)).toEqual([[3, 110, 20, 92, 12]]);
  expect(rectsOf([pdf], 110, 120)).toEqual([
    [3, 152, 20, 50, 12],
    [3, 50, 40, 40, 12],
  ]);
  expect(rectsOf([pdf], 115, 116)).toEqual([]);
  expect(rectsOf([], 100, 110)).toEqual([]);
});

test("places: page, sheet and cell, paragraph", () => {
  const part = (kind: Part["kind"], number: number, from: number, name?: string): Part => ({
    kind,
    number,
    from,
    to: 999,
    name,
  });
  expect(describePlace({ parts: [part("page", 2, 0), part("page", 3, 90)] }, [pdf], 105)).toEqual({
    kind: "page",
    part: 3,
  });
  const cells = [
    { row: 11, column: 2, from: 0, to: 5 },
    { row: 11, column: 27, from: 6, to: 9 },
  ];
  const sheet: Piece = {
    number: 0,
    from: 0,
    to: 10,
    text: "Total\t123\n",
    blocks: [{ kind: "table", from: 0, to: 9, part: 1, rows: 1, columns: 28, headerRows: 0, cells }],
  };
  const sheets = { parts: [part("sheet", 1, 0, "Budget")] };
  expect(describePlace(sheets, [sheet], 0)).toEqual({ kind: "sheet", part: 1, name: "Budget", cell: "C12" });
  expect(describePlace(sheets, [sheet], 7).cell).toBe("AB12");
  const comment: Piece = { ...sheet, blocks: [{ kind: "comment", from: 0, to: 5, part: 1, cell: "D4" }] };
  expect(describePlace(sheets, [comment], 2)).toEqual({ kind: "sheet", part: 1, name: "Budget", cell: "D4" });
  const text: Piece = { ...pdf, blocks: [{ kind: "paragraph", from: 100, to: 130, part: 1, paragraph: 4 }] };
  expect(describePlace({ parts: [part("section", 1, 0)] }, [text], 101)).toEqual({
    kind: "section",
    part: 1,
    paragraph: 4,
  });
  expect(describePlace({ parts: [] }, [], 5)).toEqual({ kind: "section", part: 1 });
});

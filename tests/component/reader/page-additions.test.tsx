import { isRunOf } from "@/components/reader/marks";
import { PageAdditions } from "@/components/reader/pdf/page-additions";
import type { Piece } from "@/lib/parsing/types";
import { renderWithTexts } from "@/tests/factories/render";

const text = "Name:\tVera\nAsk again.\n";
const piece: Piece = {
  number: 0,
  from: 0,
  to: text.length,
  text,
  blocks: [
    {
      kind: "table",
      from: 0,
      to: 10,
      part: 1,
      rows: 1,
      columns: 2,
      headerRows: 0,
      cells: [
        { row: 0, column: 0, from: 0, to: 5 },
        { row: 0, column: 1, from: 6, to: 10, filled: true },
      ],
    },
    { kind: "comment", from: 11, to: 21, part: 1 },
  ],
};
const part = { kind: "page", number: 1, from: 0, to: text.length, width: 200, height: 100 } as const;

it("frames the value of a field and a remark where they stand on the page", async () => {
  const { container } = await renderWithTexts(
    <PageAdditions
      part={part}
      pieces={[piece]}
      runs={[
        [0, 0, 5, 10, 10, 20, 10],
        [-1, 6, 10, 100, 10, 40, 10],
        [-1, 11, 21, 150, 50, 20, 20],
      ]}
    />,
  );
  const frames = [...container.querySelectorAll<HTMLElement>("[data-addition]")];
  expect(frames.map(({ dataset, title, style }) => [dataset.addition, title, style.left, style.top])).toEqual([
    ["filled", "填写的内容", "50%", "10%"],
    ["comment", "批注", "75%", "50%"],
  ]);
});

it("knows the item of a word that lost its hyphen, and no other text", () => {
  expect(isRunOf("compre-", 6)).toBe(true);
  expect(isRunOf("compre\u00ad ", 6)).toBe(true);
  expect(isRunOf("compre", 6)).toBe(true);
  expect(isRunOf("comprehend", 6)).toBe(false);
  expect(isRunOf("comp", 6)).toBe(false);
});

import { screen } from "@testing-library/react";
import { PieceBlocks } from "@/components/reader/flow/piece-blocks";
import { Notices } from "@/components/reader/notices";
import { RecognisedWords } from "@/components/reader/recognised-words";
import type { Piece } from "@/lib/parsing/types";
import { renderWithTexts } from "@/tests/factories/render";

const text = "Rent is due\nA\t6S\n";
const piece: Piece = {
  number: 0,
  from: 0,
  to: text.length,
  text,
  blocks: [
    { kind: "paragraph", from: 0, to: 11, part: 1, runs: [{ from: 5, to: 7, unsure: true }] },
    {
      kind: "table",
      from: 12,
      to: 16,
      part: 1,
      rows: 1,
      columns: 2,
      headerRows: 0,
      cells: [
        { row: 0, column: 0, from: 12, to: 13 },
        { row: 0, column: 1, from: 14, to: 16, unsure: true },
      ],
    },
  ],
};
const part = { kind: "page", number: 1, from: 0, to: text.length, width: 200, height: 100, certainty: 87 } as const;
const runs = [
  [-1, 0, 4, 10, 10, 40, 10],
  [-1, 5, 7, 55, 10, 15, 10],
  // Of a page on its side: it runs downwards.
  [-1, 8, 11, 100, 20, 10, 40],
] as [number, number, number, number, number, number, number][];

it("underlines doubtful words of the text, in tables too, and says why", async () => {
  await renderWithTexts(<PieceBlocks piece={piece} marks={[]} hits={[]} />);
  const doubtful = screen.getAllByRole("note");
  expect(doubtful.map(({ textContent }) => textContent)).toEqual(["is", "6S"]);
  for (const one of doubtful) expect(one).toHaveAttribute("title", "机器识别时把握不大");
  expect(doubtful[0]).toHaveAccessibleDescription("机器识别时把握不大");
});

it("lays recognised words over the picture, where they can be selected, and underlines the doubtful ones", async () => {
  const { container } = await renderWithTexts(<RecognisedWords part={part} runs={runs} pieces={[piece]} />);
  const words = [...container.querySelectorAll("text")];
  expect(words.map(({ textContent, dataset }) => [textContent, dataset.from])).toEqual([
    ["Rent", "0"],
    ["is", "5"],
    ["due", "8"],
  ]);
  expect(words.map((word) => word.getAttribute("transform"))).toEqual([null, null, "rotate(90)"]);
  expect(words.map((word) => word.getAttribute("textLength"))).toEqual(["40", "15", "40"]);
  const [doubtful] = container.querySelectorAll("[data-doubtful]");
  expect(doubtful!.querySelector("text")).toHaveTextContent("is");
  expect(doubtful!.querySelector("title")).toHaveTextContent("机器识别时把握不大");
});

it("lays nothing over a page whose words were read", async () => {
  const { certainty: _, ...own } = part;
  const { container } = await renderWithTexts(<RecognisedWords part={own} runs={runs} pieces={[piece]} />);
  expect(container.querySelector("svg")).toBeNull();
});

it("tells how sure the machine is of the page in view, and that a model read it", async () => {
  const notices = {
    ...{ state: null, isCited: false, isReplaced: false, isNewer: false, warnings: [] },
    ...{ onNewer: jest.fn(), onCited: jest.fn(), onRecheck: jest.fn() },
  };
  const { rerenderWithTexts } = await renderWithTexts(<Notices {...notices} certainty={87} />);
  expect(screen.getByText(/由机器识别，平均把握 87%/)).toBeVisible();
  rerenderWithTexts(<Notices {...notices} isSeen />);
  expect(screen.getByText(/由视觉模型读出/)).toBeVisible();
});

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MarkAction } from "@/components/reader/flow/mark-context";
import { PieceBlocks } from "@/components/reader/flow/piece-blocks";
import type { Mark } from "@/components/reader/types";
import type { Block, Piece, StyledRun, TextBlock } from "@/lib/parsing/types";
import { renderWithTexts } from "@/tests/factories/render";

interface Written {
  text: string;
  block?: Partial<TextBlock>;
  runs?: Omit<StyledRun, "from" | "to">[];
}

const START = 5_000;

/** A piece of paragraphs, one a line, that begins somewhere inside a long text. */
function pieceOf(written: Written[], extra: Block[] = []): Piece {
  let text = "";
  const blocks: Block[] = [];
  for (const { text: words, block } of written) {
    const from = START + text.length;
    blocks.push({ kind: "paragraph", from, to: from + words.length, part: 1, ...block });
    text += `${words}\n`;
  }
  return { number: 3, from: START, to: START + text.length, text, blocks: [...blocks, ...extra] };
}

const markOf = (piece: Piece, id: number, quote: string, isActive = false): Mark => {
  const at = piece.text.indexOf(quote);
  expect(at).toBeGreaterThanOrEqual(0);
  return { id, number: id, from: piece.from + at, to: piece.from + at + quote.length, isActive };
};

const marked = (id: number) =>
  [...document.querySelectorAll(`mark[data-citation="${id}"]`)].map((element) => element.textContent).join("");

it("says what is a comment, an answer to one and a chart, beside their words", async () => {
  const piece = pieceOf([
    { text: "Eva: Too much.", block: { kind: "comment", resolved: true, cell: "C3" } },
    { text: "Jan: Agreed.", block: { kind: "comment", reply: true } },
    { text: "Costs", block: { kind: "chart", cell: "F2" } },
    { text: "Tax included.", block: { cell: "A9" } },
    { text: "At the main board.", block: { kind: "footnote", marker: "2" } },
  ]);
  await renderWithTexts(<PieceBlocks piece={piece} marks={[markOf(piece, 1, "Too much")]} hits={[]} />);
  const said = screen.getAllByRole("note").map(({ textContent }) => textContent);
  expect(said).toEqual([
    "批注 · 已解决Eva: 1Too much.",
    "回复Jan: Agreed.",
    "图表 · F2Costs",
    "文本框 · A9Tax included.",
  ]);
  expect(marked(1)).toBe("Too much");
  expect(screen.getByText("2")).toBeVisible();
});

describe("a passage", () => {
  it("is marked to the letter, over styles and blocks", async () => {
    const piece = pieceOf([
      {
        text: "第十二条 一线城市住宿标准为每人每晚不超过 600 元；",
        block: { runs: [{ from: START + 5, to: START + 9, bold: true }] },
      },
      { text: "旺季可上浮 20%，以公告为准。", block: { kind: "listItem", marker: "1." } },
    ]);
    const quote = "城市住宿标准为每人每晚不超过 600 元；\n旺季可上浮 20%";
    await renderWithTexts(<PieceBlocks piece={piece} marks={[markOf(piece, 2, quote, true)]} hits={[]} />);
    expect(marked(2)).toBe(quote.replace("\n", ""));
    expect(document.querySelectorAll('mark[data-citation="2"]:not([data-active])')).toHaveLength(0);
  });

  it("that two citations share carries both, each its own words", async () => {
    const piece = pieceOf([{ text: "abcdefghij" }]);
    const marks = [markOf(piece, 1, "bcdef", true), markOf(piece, 2, "efgh")];
    await renderWithTexts(<PieceBlocks piece={piece} marks={marks} hits={[]} />);
    expect([marked(1), marked(2)]).toEqual(["bcdef", "efgh"]);
  });

  it("keeps its letters when a search hit crosses it", async () => {
    const piece = pieceOf([{ text: "the upper limit is 600 yuan a night" }]);
    const hit = markOf(piece, 0, "600 yuan a");
    await renderWithTexts(
      <PieceBlocks piece={piece} marks={[markOf(piece, 1, "limit is 600 yuan")]} hits={[{ ...hit, isActive: true }]} />,
    );
    expect(marked(1)).toBe("limit is 600 yuan");
    const found = [...document.querySelectorAll("mark[data-hit]")].map((element) => element.textContent).join("");
    expect(found).toBe("600 yuan a");
  });

  it("is marked in right-to-left text", async () => {
    const piece = pieceOf([{ text: "الحد الأقصى ستمائة يوان في الليلة", block: { direction: "rtl" } }]);
    await renderWithTexts(<PieceBlocks piece={piece} marks={[markOf(piece, 1, "ستمائة يوان")]} hits={[]} />);
    expect(marked(1)).toBe("ستمائة يوان");
    expect(document.querySelector("p")).toHaveAttribute("dir", "rtl");
  });

  it("is marked in the cells of a table and nowhere beside them", async () => {
    const cells = ["城市", "上限", "上海", "600 元", "成都", "450 元"];
    let at = START;
    const placed = cells.map((text, index) => {
      const cell = { row: Math.floor(index / 2), column: index % 2, from: at, to: at + text.length };
      at += text.length + 1;
      return cell;
    });
    const text = `${cells.join("\t")}\n`;
    const table: Block = {
      kind: "table",
      from: START,
      to: START + text.length - 1,
      part: 1,
      rows: 3,
      columns: 2,
      headerRows: 1,
      cells: placed,
    };
    const piece: Piece = { number: 1, from: START, to: START + text.length, text, blocks: [table] };
    await renderWithTexts(<PieceBlocks piece={piece} marks={[markOf(piece, 4, "上海\t600 元")]} hits={[]} />);
    expect(marked(4)).toBe("上海600 元");
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["城市", "上限"]);
  });

  it("becomes the active one when its words or its number are pressed", async () => {
    const piece = pieceOf([{ text: "one two three" }]);
    const onMark = jest.fn();
    await renderWithTexts(
      <MarkAction value={onMark}>
        <PieceBlocks piece={piece} marks={[markOf(piece, 7, "two")]} hits={[]} />
      </MarkAction>,
    );
    await userEvent.click(screen.getByRole("button", { name: "引用 7" }));
    await userEvent.click(document.querySelector('mark[data-citation="7"]')!);
    expect(onMark.mock.calls).toEqual([[7], [7]]);
  });
});

describe("a document's own content", () => {
  it("never becomes markup, and its links lead to the web only", async () => {
    const words = '<img src=x onerror="alert(1)"> click here';
    const from = START + words.indexOf("click");
    const runs: StyledRun[] = [{ from, to: from + 10, link: "javascript:alert(1)" }];
    const piece = pieceOf([{ text: words, block: { runs } }]);
    await renderWithTexts(<PieceBlocks piece={piece} marks={[]} hits={[]} />);
    expect(document.querySelector("img")).toBeNull();
    expect(document.querySelector("a")).toBeNull();
    expect(document.querySelector("p")).toHaveTextContent(words);
  });

  it("is shown whole: the text of the leaves is the text of the document, at its offsets", async () => {
    const piece = pieceOf([
      { text: "Heading", block: { kind: "heading", level: 1 } },
      { text: "code()\n  return", block: { kind: "code" } },
      { text: "quoted", block: { kind: "quote" } },
      { text: "noted", block: { kind: "note" } },
    ]);
    await renderWithTexts(<PieceBlocks piece={piece} marks={[markOf(piece, 1, "turn")]} hits={[]} />);
    for (const leaf of document.querySelectorAll<HTMLElement>("[data-from]")) {
      const at = Number(leaf.dataset.from) - piece.from;
      expect(piece.text.slice(at, at + leaf.textContent!.length)).toBe(leaf.textContent);
    }
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Heading");
  });
});

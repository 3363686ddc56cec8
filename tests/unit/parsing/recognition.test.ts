import { createCanvas, loadImage } from "@napi-rs/canvas";
import { hasUnsure, rectsOf } from "@/lib/citations/place";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { RecognisedPage } from "@/lib/parsing/types";
import { fixture, type Read, readBytes, recogniseBytes } from "@/tests/factories/parsing";

jest.setTimeout(120_000);
afterAll(closeIdleChildren);

const doubtful = ({ blocks, words }: Read) =>
  blocks.flatMap((block) => {
    if (block.kind === "image") return [];
    return (block.kind === "table" ? block.cells : (block.runs ?? [])).filter(({ unsure }) => unsure).map(words);
  });

/** Where words stand on the page, in whole points or pixels. */
function placeOf(read: Read, quote: string): number[] {
  const from = read.text.indexOf(quote);
  const [rect] = rectsOf(read.pieces, from, from + quote.length);
  return rect!.slice(1).map(Math.round);
}

it("recognises Chinese and figures in a scan that is a little askew, and knows where they stand", async () => {
  const recognised = await recogniseBytes(fixture("scan-zh.png"), "image", [1]);
  expect(recognised[1]).toMatchObject({ width: 760, height: 150, turn: 0 });
  expect(recognised[1]!.skew).toBeCloseTo(-0.012, 2);
  const read = await readBytes(fixture("scan-zh.png"), "image", {}, { recognised });
  expect(read.text).toContain("一线城市每晚不超过 650");
  expect(read.text).toContain("其他地区不超过 350 元");
  expect(read.index.parts).toMatchObject([{ kind: "page", width: 760, height: 150, certainty: expect.any(Number) }]);
  expect(read.index.parts[0]!.certainty).toBeGreaterThan(70);
  expect(read.index.warnings).toEqual([]);
  // The second line begins at the left, below the middle.
  const [x, y, , height] = placeOf(read, "350");
  expect(x).toBeGreaterThan(190);
  expect(y).toBeGreaterThan(85);
  expect(y! + height!).toBeLessThan(125);
});

it("leaves pages with words of their own alone, and puts those of the others in order", async () => {
  const bytes = fixture("part-scan.pdf");
  // Without it such a page is only told, with it the file is for the machine.
  const before = await readBytes(bytes, "pdf");
  expect(before.index.warnings).toEqual([{ kind: "scannedPages", count: 1 }]);
  await expect(readBytes(bytes, "pdf", {}, { wantsScans: true })).rejects.toMatchObject({ key: "documentScanned" });
  const recognised = await recogniseBytes(bytes, "pdf", [1, 2]);
  expect(recognised[1]).toBeNull();
  const read = await readBytes(bytes, "pdf", {}, { recognised: { 2: recognised[2]! } });
  expect(read.lines).toEqual([
    "paragraph: The first page has words of its own, as programs write them.",
    "paragraph: Claims are filed within 10 working days of the return to travel.desk@example.org.",
  ]);
  expect(read.index.parts.map(({ certainty }) => certainty)).toEqual([undefined, recognised[2]!.certainty]);
  expect(read.index.warnings).toEqual([]);
  const [x, y] = placeOf(read, "Claims");
  expect(x).toBeGreaterThan(45);
  expect(x).toBeLessThan(58);
  expect(y).toBeGreaterThan(74);
  expect(y).toBeLessThan(95);
  // Failed: told, and no more than that.
  const failed = await readBytes(bytes, "pdf", {}, { recognised: { 2: null } });
  expect(failed.index.warnings).toEqual([{ kind: "unrecognisedPages", count: 1 }]);
  expect(failed.lines).toHaveLength(1);
});

it("turns a picture that lies on its side", async () => {
  const upright = await loadImage(fixture("scan-en.png"));
  const canvas = createCanvas(upright.height, upright.width);
  const context = canvas.getContext("2d");
  // A quarter to the left.
  context.translate(0, upright.width);
  context.rotate(-Math.PI / 2);
  context.drawImage(upright, 0, 0);
  const bytes = await canvas.encode("png");
  const recognised = await recogniseBytes(bytes, "image", [1]);
  expect(recognised[1]).toMatchObject({ turn: 90, width: upright.height, height: upright.width });
  const read = await readBytes(bytes, "image", {}, { recognised });
  expect(read.text.replace(/\s+/g, " ")).toContain("Claims are filed within 10 working days of the return");
  // It begins at the foot of the picture, in its first column.
  const [x, y, width, height] = placeOf(read, "Claims");
  expect(x! + width!).toBeLessThan(80);
  expect(y! + height!).toBeGreaterThan(640);
  expect(height).toBeGreaterThan(width!);
});

describe("words the machine is not sure of", () => {
  const word = (text: string, x: number, certainty: number): RecognisedPage["lines"][number]["words"][number] => [
    text,
    x,
    0,
    50,
    10,
    certainty,
  ];
  const line = (y: number, words: ReturnType<typeof word>[]) => ({
    size: 10,
    base: y + 9,
    words: words.map(([text, x, , width, height, certainty]): (typeof words)[number] => [
      ...([text, x, y, width, height, certainty] as const),
    ]),
  });
  const page = (lines: RecognisedPage["lines"]): RecognisedPage => ({
    ...{ width: 760, height: 150, turn: 0, skew: 0, certainty: 71 },
    lines,
  });

  it("are marked one by one in paragraphs, and with their cell in tables", async () => {
    const recognised = {
      1: page([
        line(10, [word("Rent", 20, 96), word("is", 73, 59), word("due", 126, 60), word("Mpnday.", 179, 31)]),
        ...[60, 75, 90].map((y, at) =>
          line(y, [word(`row${at}`, 20, 95), word("price", 300, 90), word("6S", 500, at * 50)]),
        ),
      ]),
    };
    const read = await readBytes(fixture("scan-en.png"), "image", {}, { recognised });
    expect(read.lines[1]).toBe("paragraph: Rent is due Mpnday.");
    expect(read.tables).toHaveLength(1);
    expect(doubtful(read)).toEqual(["is", "Mpnday.", "6S", "6S"]);
    expect(read.index.parts).toMatchObject([{ certainty: 71 }]);
    expect(placeOf(read, "due")).toEqual([126, 10, 50, 10]);
    const isDoubtful = (quote: string) => {
      const from = read.text.indexOf(quote);
      return hasUnsure(read.pieces, from, from + quote.length);
    };
    expect(["Rent", "Rent is due", "due", "Mpnday", "price", "row0\tprice\t6S"].map(isDoubtful)).toEqual([
      ...[false, true, false, true, false, true],
    ]);
  });

  it("tells a picture in which nothing was found", async () => {
    const read = await readBytes(fixture("scan-en.png"), "image", {}, { recognised: { 1: page([]) } });
    expect(read.index.warnings).toEqual([{ kind: "unrecognisedPages", count: 1 }]);
    expect(read.index.parts[0]).not.toHaveProperty("certainty");
  });
});

import { rectsOf } from "@/lib/citations/place";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { Vocabulary } from "@/lib/parsing/worker/pdf/hyphens";
import type { Line } from "@/lib/parsing/worker/pdf/lines";
import { fixture, grid, inspectBytes, type Read, readBytes } from "@/tests/factories/parsing";
import { lines, type Placed, pdf, written } from "@/tests/factories/pdf";
import { orderShare } from "@/tests/factories/word-order";

jest.setTimeout(60_000);
afterAll(closeIdleChildren);

const readPage = (texts: readonly Placed[], options?: Parameters<typeof pdf>[1]) =>
  readBytes(pdf(written(texts), options), "pdf");

/** Lines of running text, every word of which is told apart. */
const prose = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name}one${at} goes ${name}two${at} on ${name}three${at}`);

/** The text without white space: what lines and blocks are joined with is told elsewhere. */
const orderOf = (read: Read, known: readonly string[]) => orderShare(known.join(" "), read.text);

describe("reading order", () => {
  it("is that of a paper in two columns with abstract, figure, footnotes and code", async () => {
    const read = await readBytes(fixture("paper.pdf"), "pdf");
    expect(orderShare(fixture("paper.order").toString(), read.text)).toBeGreaterThan(0.99);
    expect(read.text).toContain("corrugated steel tube. Air is drawn from the yard");
    // Parted at a line's end, and a compound parted there.
    expect(read.text).not.toMatch(/\p{Ll}- \p{Ll}/u);
    expect(read.text).toContain("well-known objection");
  });

  it("goes down each of three columns under a headline and over a line that spans them", async () => {
    const columns = ["left", "mid", "right"].map((name) => prose(name, 14));
    const [head, foot] = [
      "Headline over all the columns of a page",
      "closing words that run over all of the columns below",
    ];
    const texts: Placed[] = [
      { text: head, x: 60, y: 60, size: 20 },
      // Line by line, as some programs write.
      ...columns[0]!.flatMap((_, at) =>
        columns.map((column, side) => ({ text: column[at]!, x: 60 + side * 170, y: 100 + at * 12 })),
      ),
      { text: foot, x: 60, y: 300, size: 16 },
    ];
    const narrow = texts.map((text) => ({ ...text, size: text.size ?? 8 }));
    const read = await readPage(narrow);
    expect(orderOf(read, [head, ...columns.flat(), foot])).toBe(1);
  });

  it.each([
    ["on its right, in smaller letters", 60, 420, 7, 9.5],
    ["on its left", 240, 60, 8, 11],
    ["with lines level with its own", 60, 420, 8, 12],
  ])("keeps a sidebar whole that stands %s", async (_name, textX, sideX, size, step) => {
    const body = prose("body", 24);
    const side = prose("note", 9).map((line) => line.slice(0, 26));
    const read = await readPage([...lines(textX, 80, 12, body, 10), ...lines(sideX, 80, step, side, size)]);
    const both = textX < sideX ? [...body, ...side] : [...side, ...body];
    expect(orderOf(read, both)).toBe(1);
  });

  it("keeps code whole that fills a column, and remarks in the margin out of the lines beside them", async () => {
    const code = Array.from({ length: 20 }, (_, at) => `${" ".repeat((at % 3) * 2)}set${at} = call${at}()`);
    const text = prose("text", 20);
    const beside = await readPage([...lines(60, 80, 9.5, code, 8), ...lines(310, 80, 12, text, 10)]);
    expect(orderOf(beside, [...code, ...text])).toBe(1);
    const notes = [
      ...lines(470, 104, 8, ["first remark", "goes on here"], 7),
      ...lines(470, 200, 8, ["second remark", "ends at once"], 7),
    ];
    const read = await readPage([...lines(60, 80, 12, prose("main", 20), 11), ...notes]);
    expect(orderShare(prose("main", 20).join(" "), read.text)).toBe(1);
    expect(read.text.replace(/\s+/g, " ")).toContain("first remark goes on here");
  });

  it("tears no table: neither cells beside each other, nor long ones, nor one between columns", async () => {
    const rows = Array.from({ length: 8 }, (_, at) => [`Item${at} of the long list`, `${at}40`, `store${at}`]);
    const cells = rows.flatMap((row, at) => row.map((text, side) => ({ text, x: 60 + side * 180, y: 300 + at * 14 })));
    const columns = [prose("left", 12), prose("right", 12)];
    const read = await readPage([
      ...lines(60, 80, 12, columns[0]!, 8),
      ...lines(320, 80, 12, columns[1]!, 8),
      ...cells,
    ]);
    expect(orderOf(read, [...columns.flat(), ...rows.flat()])).toBe(1);
    expect(grid(read, read.tables[0]!)).toMatchObject({
      "0,0": "Item0 of the long list",
      "7,1": "740",
      "7,2": "store7",
    });
    const described = Array.from({ length: 6 }, (_, at) => [
      ...lines(60, 80 + at * 40, 12, [...prose(`d${at}`, 1), `last${at} words of it`], 10),
      { text: `${at}1.50`, x: 400, y: 80 + at * 40 },
      { text: `code${at}`, x: 480, y: 80 + at * 40 },
    ]).flat();
    const long = await readPage(described);
    expect(grid(long, long.tables[0]!)).toMatchObject({
      "2,0": expect.stringContaining("last2 words of it"),
      "2,1": "21.50",
    });
  });

  it("goes down and to the left where a font writes downwards, and where single characters stand under each other", async () => {
    const fonts = await readBytes(fixture("vertical.pdf"), "pdf");
    expect(fonts.text).toContain("商人は値を決め、子供たちは籠を運ぶ。昼過ぎには雨が降り、石畳の道は静かになった。");
    const columns = ["春天的早晨港口很热闹，", "渔船一只接一只靠岸。", "商人忙着讨价还价，孩", "子们搬运篮子。"];
    const stacked = columns.flatMap((column, at) =>
      [...column].map((text, row) => ({ text, x: 400 - at * 22, y: 100 + row * 12, size: 12 })),
    );
    const read = await readPage(stacked);
    expect(read.text.trim()).toBe(columns.join(""));
  });

  it("puts signs that were drawn before the words of their line where they stand", async () => {
    const { text } = await readPage([
      { text: "只要他们达", x: 50, y: 100 },
      { text: "“", x: 73, y: 112 },
      { text: "到了", x: 50, y: 112 },
      { text: "不让一个孩子", x: 83, y: 112 },
      { text: "after", x: 80, y: 140 },
      { text: "Soon", x: 56, y: 140 },
    ]);
    expect(text).toBe("只要他们达到了“不让一个孩子\nSoon after\n");
  });

  it("keeps figures, brackets and Latin words in their places among Arabic ones", async () => {
    const { text } = await readBytes(fixture("lease-ar.pdf"), "pdf");
    expect(text).toContain("يبدأ العقد في 12/05/2024 وينتهي في 11/05/2025 مقابل أجرة قدرها 3,250.75 دينار شهريا.");
    expect(text).toContain("رقم الهاتف (06) 555-1234 والبريد info@example.org لكل المراسلات، بنسبة 15% من القيمة.");
    expect(text).toContain("كرسي حديد 45.00 16");
    // An Arabic word in an English line turns nothing round.
    const mixed = await readPage([
      { text: "The word ", x: 60, y: 100 },
      { text: "باتك", x: 110, y: 100 },
      { text: " means book.", x: 150, y: 100 },
    ]);
    expect(mixed.text.replace(/\s+/g, " ").trim()).toBe("The word كتاب means book.");
  });
});

describe("what was put onto a page", () => {
  it("is read where it stands: values, choices, ticked boxes", async () => {
    const read = await readBytes(fixture("form.pdf"), "pdf");
    const [values, boxes] = read.tables.map((table) => grid(read, table));
    expect(values).toMatchObject({ "0,0": "Name of applicant:", "0,1": "Rosalind Achterberg", "3,1": "Harbour" });
    expect(values!["4,1"]).toMatch(/^Two deliveries a week .* nearest garage is full\.$/s);
    expect(boxes).toMatchObject({ "0,1": "☐ Car", "0,2": "☑ Van", "1,2": "◉ Yearly" });
    const cell = read.tables[0]!.cells.find((one) => read.words(one) === "Rosalind Achterberg")!;
    expect(cell.filled).toBe(true);
    // A citation opens at the field.
    const [[part, x, y, width] = []] = rectsOf(read.pieces, cell.from, cell.to);
    expect([part, x! >= 200 && x! < 210, y! > 85 && y! < 110, width! > 60]).toEqual([1, true, true, true]);
  });

  it("is told apart: remarks after what they are about, typed text as filled in", async () => {
    const read = await readBytes(fixture("remarks.pdf"), "pdf");
    const at = (start: string) => read.lines.findIndex((line) => line.includes(start));
    expect(read.lines[at("Is three weeks")]).toBe("comment: Vera: Is three weeks realistic? Ask the plant.");
    expect(at("Is three weeks")).toBe(at("1. The supplier") + 1);
    expect(at("Thirty days contradict")).toBe(at("3. Payment") + 1);
    const typed = read.blocks.find((block) => read.words(block).startsWith("Agreed by telephone"));
    expect(typed).toMatchObject({ kind: "paragraph", runs: [{ filled: true }] });
    const note = read.blocks.find((block) => block.kind === "comment")!;
    expect(rectsOf(read.pieces, note.from, note.to)).toHaveLength(1);
  });

  it("leaves out passwords and what is hidden, and names who signed and why", async () => {
    const field = (name: string, more: string) =>
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/V(${name} value)/Rect[100 100 300 120]${more}>>`;
    const appearance = "BT /F 10 Tf 2 20 Td (Signed by) Tj 0 -12 Td (Greta Olin) Tj ET";
    const read = await readPage([{ text: "Words of the page.", x: 60, y: 60 }], {
      page: "/Annots[8 0 R 9 0 R 10 0 R 11 0 R]",
      objects: [
        field("secret", "/Ff 8192"),
        field("unseen", "/F 2"),
        field("plain", "/F 4"),
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/F 4/V 12 0 R/Rect[100 300 300 340]/AP<</N 13 0 R>>>>",
        "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 1 2 3]/Contents<00>/Name(Greta Olin)/Reason(Approved \\(board\\))/Location<FEFF004F0073006C006F>>>",
        `<</Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F 5 0 R>>>>/Length ${appearance.length}>>stream\n${appearance}\nendstream`,
      ],
    });
    expect(read.text).toContain("plain value");
    expect(read.text).not.toMatch(/secret|unseen/);
    expect(read.text.replace(/\s+/g, " ")).toContain("Signed by Greta Olin Approved (board) Oslo");
    expect(read.index.warnings).toEqual([{ kind: "hiddenText", count: 1 }]);
  });

  it.each([
    ["MWWM HOMAGE", "Helv", 82.77],
    ["illicit", "Helv", 18.88],
    ["illicit", "Cour", 42],
    ["illicit", "Verdana", 22.28],
    ["\u5408\u540c", "SimSun", 20],
  ])("marks %s in %s as wide as it is set", async (value, font, wide) => {
    const bytes = [...value].map((symbol) => symbol.charCodeAt(0).toString(16).padStart(4, "0")).join("");
    const read = await readPage([{ text: "Words of the page.", x: 60, y: 60 }], {
      page: "/Annots[8 0 R]",
      objects: [
        `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/V<FEFF${bytes}>/DA(/${font} 10 Tf 0 g)/Rect[100 100 300 120]>>`,
      ],
    });
    const from = read.text.indexOf(value);
    const [[, , , width] = []] = rectsOf(read.pieces, from, from + value.length);
    expect(width).toBeCloseTo(wide, 0);
  });
});

describe("words at the end of a line", () => {
  const line = (text: string) => ({ text }) as Line;

  it.each([
    ["compre-", "hension", "", ["comprehension"]],
    ["a compre‐", "hension of", "", ["a comprehension of"]],
    ["soft\u00ad", "ware", "", ["software"]],
    ["a well-", "known rule", "", ["a well-known rule"]],
    ["state-of-", "the-art", "", ["state-of-the-art"]],
    ["COVID-", "19", "", ["COVID-19"]],
    ["Anglo-", "Saxon", "", ["Anglo-Saxon"]],
    ["INFOR-", "MATION", "", ["INFORMATION"]],
    ["e-", "mail", "", ["e-mail"]],
    ["short-", "and long-term", "", ["short- and long-term"]],
    ["the river-", "boat", "A river and a boat.", ["the river-boat"]],
    ["the river-", "boat", "A riverboat, the river, a boat.", ["the riverboat"]],
    ["light-", "house keeper", "light-house", ["light-house keeper"]],
    ["a price -", "which", "", [null]],
    ["1990-", "1999", "", ["1990-1999"]],
  ] as const)("%s %s", (before, after, elsewhere, [wanted]) => {
    const vocabulary = new Vocabulary();
    vocabulary.add([line(elsewhere), line(before), line(after)]);
    const joined = vocabulary.between(before, after);
    const text = joined && before.slice(0, before.length - joined.lost) + joined.gap + after;
    expect(text).toBe(wanted);
  });

  it("costs no more for letters and hyphens without end", () => {
    const vocabulary = new Vocabulary();
    const long = "a-".repeat(500_000);
    const started = performance.now();
    vocabulary.add([line(long)]);
    vocabulary.between(long, long);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("pages as they are shown", () => {
  const page = [
    { text: "Words that everybody sees on the page.", x: 100, y: 200 },
    { text: "Cyan Magenta job 4417", x: 20, y: 20 },
  ];

  it("end at the crop box: printers' marks around it are neither text nor hidden text", async () => {
    const read = await readPage(page, { crop: [50, 50, 550, 750] });
    expect(read.text).toBe("Words that everybody sees on the page.\n");
    expect(read.index.warnings).toEqual([]);
    // Words outside do not shift the search for hidden ones.
    const white = { ...page[0]!, text: "Nobody sees this.", y: 300 };
    const content = `${written(page)}\n1 1 1 rg ${written([white])} 0 g ${written([{ ...white, text: "Seen at the end.", y: 400 }])}`;
    const hiding = await readBytes(pdf(content, { crop: [50, 50, 550, 750] }), "pdf");
    expect(hiding.text).toBe("Words that everybody sees on the page.\nSeen at the end.\n");
    expect(hiding.index.warnings).toEqual([{ kind: "hiddenText", count: 1 }]);
  });

  it("are scans where fonts have no map of their characters", async () => {
    const codes = (text: string) => [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) - 29)).join("");
    const texts = lines(60, 100, 14, prose("word", 12).map(codes));
    const bytes = pdf(written(texts), { hasMap: false });
    expect(await inspectBytes(bytes, "pdf")).toMatchObject({ isScanned: true });
    await expect(readBytes(bytes, "pdf")).rejects.toMatchObject({ key: "documentScanned" });
    // Bullets of a symbol font are none of it.
    const bullets = await readPage(
      ["one", "two", "three"].flatMap((text, at) => [
        { text: "\uf0b7", x: 60, y: 100 + at * 20 },
        { text: `${text} of the points that are made here`, x: 72, y: 100 + at * 20 },
      ]),
    );
    expect(bullets.lines[0]).toBe("listItem: • one of the points that are made here");
  });

  it("open without the password that only forbids to print or copy", async () => {
    expect(await inspectBytes(fixture("owner-password.pdf"), "pdf")).toMatchObject({ isScanned: false, pages: 1 });
    const read = await readBytes(fixture("owner-password.pdf"), "pdf");
    expect(read.text).toContain("Payment falls due thirty days after the invoice.");
  });
});

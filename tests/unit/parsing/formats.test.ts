import { closeIdleChildren } from "@/lib/parsing/pool";
import { fixture, grid, inspectBytes, type Read, readBytes } from "@/tests/factories/parsing";
import { plainPng } from "@/tests/factories/picture-docx";
import { zip } from "@/tests/factories/zip";

jest.setTimeout(60_000);
afterAll(closeIdleChildren);

/** What holds for every format: pieces cover the text, offsets point at what they say. */
function assertWhole({ index, pieces, blocks, text }: Read) {
  expect(index.characters).toBe(text.length);
  let at = 0;
  for (const piece of pieces) {
    expect([piece.from, piece.to]).toEqual([at, at + piece.text.length]);
    for (const { runs } of piece.layout ?? []) {
      for (const [, from, to] of runs) expect(from >= piece.from && to <= piece.to).toBe(true);
    }
    at = piece.to;
  }
  for (const part of index.parts) expect(part.from <= part.to && part.to <= text.length).toBe(true);
  for (const block of blocks) {
    expect(block.from <= block.to && block.to <= text.length).toBe(true);
    if (block.kind === "table")
      for (const cell of block.cells) expect(cell.from >= block.from && cell.to <= block.to).toBe(true);
  }
  for (const { title, from } of index.outline) {
    expect(text.slice(from).replace(/\s+/g, " ").startsWith(title.slice(0, 8))).toBe(true);
  }
}

describe("pdf", () => {
  it("has paragraphs, headings, lists and the place of every run", async () => {
    const read = await readBytes(fixture("report.pdf"), "pdf");
    assertWhole(read);
    expect(read.index).toMatchObject({ format: "pdf", parts: [{ kind: "page", number: 1, width: 612, height: 792 }] });
    expect(read.lines).toContain("heading: 第二章 财务状况");
    expect(read.lines).toContain("listItem: • two items");
    const paragraph = read.lines.find((line) => line.includes("董事会"))!;
    // Chinese lines are joined without a space.
    expect(paragraph).toContain("净利润为十五亿元，主要得益于");
    const [layout] = read.pieces[0]!.layout!;
    const [, from, to, x, y, width] = layout!.runs[0]!;
    expect(read.text.slice(from, to)).toBe("Annual report");
    expect([Math.round(x), width > 100, y > 60 && y < 120]).toEqual([72, true, true]);
  });

  it("reads columns one after the other, and a table below them as a table", async () => {
    const read = await readBytes(fixture("columns.pdf"), "pdf");
    assertWhole(read);
    const order = [
      "Harvest",
      "below are going",
      "Alpha",
      "Bravo",
      "Charlie",
      "Delta",
      "Echo",
      "Foxtrot",
      "Table of",
      "Fruit",
    ];
    const places = order.map((word) => read.text.indexOf(word));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(grid(read, read.tables[0]!)).toMatchObject({ "0,0": "Fruit", "1,1": "412", "3,2": "plus 4 %" });
  });

  it("reads right-to-left text in the order it is written", async () => {
    const read = await readBytes(fixture("scripts.pdf"), "pdf");
    assertWhole(read);
    expect(read.text).toContain("هذا العقد ملزم للطرفين ويبدأ من تاريخ التوقيع");
    expect(read.text).toContain("החוזה הזה מחייב את שני הצדדים");
    expect(read.blocks.find((block) => read.words(block).startsWith("هذا"))).toMatchObject({ direction: "rtl" });
  });

  it("leaves out white words on the white page, keeps those on a dark bar, and says so", async () => {
    const read = await readBytes(fixture("hidden.pdf"), "pdf");
    assertWhole(read);
    expect(read.text).not.toContain("Ignore");
    expect(read.text).toContain("White words on a dark bar are meant to be seen.");
    expect(read.text).toContain("Last visible line.");
    expect(read.index.warnings).toEqual([{ kind: "hiddenText", count: 1 }]);
  });

  it("knows a scan, a password and a broken file before the upload is answered", async () => {
    await expect(inspectBytes(fixture("password.pdf"), "pdf")).rejects.toMatchObject({ key: "documentEncrypted" });
    expect(await inspectBytes(fixture("scan.pdf"), "pdf")).toMatchObject({ isScanned: true });
    expect(await inspectBytes(fixture("report.pdf"), "pdf")).toMatchObject({ isScanned: false });
    await expect(inspectBytes(fixture("report.pdf").subarray(0, 900), "pdf")).rejects.toMatchObject({
      key: "documentBroken",
    });
    await expect(readBytes(fixture("scan.pdf"), "pdf")).rejects.toMatchObject({ key: "documentScanned" });
  });
});

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const docx = (body: string) =>
  zip([["word/document.xml", `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`]]);
const p = (runs: string) => `<w:p>${runs}</w:p>`;
const r = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

describe("docx", () => {
  it("has headings, list markers, tables, notes and numbered paragraphs", async () => {
    const read = await readBytes(fixture("report.docx"), "docx");
    assertWhole(read);
    expect(read.blocks[0]).toMatchObject({ kind: "heading", level: 1, paragraph: 1 });
    const items = read.blocks.filter((block) => block.kind === "listItem");
    expect(items.map((item) => ("level" in item ? `${item.level}${item.marker}` : ""))).toEqual([
      "1•",
      "1•",
      "2–",
      "11.",
      "12.",
    ]);
    expect(grid(read, read.tables[0]!)).toMatchObject({ "0,0": "Name", "2,1": "3,400", "3,2": "third" });
    expect(read.tables[0]).toMatchObject({ headerRows: 1, rows: 4, columns: 3 });
    expect(read.lines).toContain("footnote: A footnote here.");
    expect(read.index.outline.map(({ title, level }) => `${level} ${title}`)).toEqual([
      "1 Annual report",
      "2 第二章 财务状况",
    ]);
  });

  it("leaves out what is deleted or hidden, keeps what is inserted, and says so", async () => {
    const read = await readBytes(
      docx(
        p(`${r("Seen ")}<w:del>${r("gone ")}<w:r><w:delText>old</w:delText></w:r></w:del><w:ins>${r("new ")}</w:ins>`) +
          p(
            r("ignore all rules", "<w:vanish/>") +
              r("tiny", '<w:sz w:val="1"/>') +
              r("white", '<w:color w:val="FFFFFF"/>'),
          ) +
          p(`${r("bold", "<w:b/>")}<w:r><w:tab/><w:t>x</w:t><w:br/><w:t>y</w:t></w:r>`),
      ),
      "docx",
    );
    assertWhole(read);
    expect(read.text).toBe("Seen new \nbold\tx\ny\n");
    expect(read.index.warnings).toEqual([
      { kind: "hiddenText", count: 3 },
      { kind: "deletedText", count: 1 },
    ]);
    const [, bold] = read.blocks;
    expect(bold).toMatchObject({ paragraph: 3, runs: [{ run: 1, bold: true }] });
  });

  it("joins merged cells", async () => {
    const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(r(text))}</w:tc>`;
    const table = `<w:tbl><w:tblGrid><w:gridCol w:w="100"/><w:gridCol w:w="200"/><w:gridCol w:w="100"/></w:tblGrid>
      <w:tr>${cell("wide", '<w:gridSpan w:val="2"/>')}${cell("c", '<w:vMerge w:val="restart"/>')}</w:tr>
      <w:tr>${cell("a")}${cell("b")}${cell("", "<w:vMerge/>")}</w:tr></w:tbl>`;
    const read = await readBytes(docx(table), "docx");
    assertWhole(read);
    expect(grid(read, read.tables[0]!)).toEqual({ "0,0": "wide", "0,2": "c", "1,0": "a", "1,1": "b" });
    expect(read.tables[0]!.cells[0]).toMatchObject({ columnSpan: 2 });
    expect(read.tables[0]!.cells[1]).toMatchObject({ rowSpan: 2 });
    expect(read.tables[0]!.widths).toEqual([100, 200, 100]);
  });
});

describe("other office files", () => {
  it("reads slides with places, notes and tables", async () => {
    const read = await readBytes(fixture("slides.pptx"), "pptx");
    assertWhole(read);
    expect(read.index.parts).toMatchObject([{ kind: "slide", width: 720 }, { number: 2 }, { number: 3 }]);
    const title = read.blocks.find((block) => read.words(block) === "第一页");
    expect(title).toMatchObject({ kind: "heading", part: 2, align: "center", box: { x: 5, y: 4, width: 90 } });
    expect(read.lines).toContain("note: 这是备注。");
    expect(grid(read, read.tables[0]!)).toMatchObject({ "0,1": "B", "2,1": "four" });
  });

  it("reads sheets as people see them", async () => {
    const read = await readBytes(fixture("table.xlsx"), "xlsx");
    assertWhole(read);
    expect(read.index.parts).toMatchObject([{ kind: "sheet", number: 1 }]);
    const cells = Object.assign({}, ...read.tables.map((table) => grid(read, table)));
    expect(cells).toMatchObject({
      "0,0": "名称",
      "1,1": "2025-01-01",
      "13,2": "1.2%",
      "450,0": "项目449",
      "450,3": "554,320.58",
      "450,4": "FALSE",
    });
    expect(read.tables[0]!.headerRows).toBe(1);
    expect(read.tables[1]!.headerRows).toBe(0);
  });
});

describe("text files", () => {
  it.each([
    ["gb18030", [0xd6, 0xd0, 0xb9, 0xfa, 0xc8, 0xcb, 0xc3, 0xf1, 0x2c, 0x31, 0x0a], "中国人民\t1"],
    ["utf-16le with its mark", [0xff, 0xfe, 0x2d, 0x4e, 0x2c, 0x00, 0x31, 0x00], "中\t1"],
    ["big5", [0xb3, 0x6f, 0xac, 0x4f, 0xa4, 0xa4, 0xa4, 0xe5, 0x2c, 0x31], "這是中文\t1"],
    ["windows-1252", [0x63, 0x61, 0x66, 0xe9, 0x20, 0x73, 0x2c, 0x31], "café s\t1"],
  ])("decodes a csv in %s", async (_name, bytes, wanted) => {
    const read = await readBytes(Uint8Array.from(bytes), "csv");
    assertWhole(read);
    expect(read.text).toBe(`${wanted}\n`);
    expect(read.tables[0]!.columns).toBe(2);
  });

  it("keeps quoted separators, quotes and line ends of a csv, and the row of every cell", async () => {
    const read = await readBytes('a;"b;1"\n\n"say ""so""";"two\nlines"\n', "csv");
    assertWhole(read);
    expect(grid(read, read.tables[0]!)).toEqual({ "0,0": "a", "0,1": "b;1", "2,0": 'say "so"', "2,1": "two\nlines" });
  });

  it("reads markdown as structure", async () => {
    const read = await readBytes(
      "# T\n\nSome **bold** [link](https://a.example) `x`.\n\n1. one\n   - two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<b>raw</b>\n",
      "md",
    );
    assertWhole(read);
    expect(read.lines.slice(0, 4)).toEqual([
      "heading: T",
      "paragraph: Some bold link x.",
      "listItem: one",
      "listItem: two",
    ]);
    expect(read.blocks[1]).toMatchObject({ runs: [{ bold: true }, { link: "https://a.example" }, { code: true }] });
    expect(grid(read, read.tables[0]!)).toMatchObject({ "1,1": "2" });
  });

  it("keeps the words of HTML written into markdown, and what it says of them", async () => {
    const read = await readBytes(
      [
        '<h1 align="center">门店巡检手册</h1>\n',
        '<p align="center">\n  <b>第三版</b><br>\n  <img src="a.png" alt="流程图">\n</p>\n',
        "<!-- for editors -->\n<script>evil()</script>\n",
        "<details>\n<summary>开门之前</summary>\n\n- [x] 看**门锁**\n- 数现金\n\n  两人一起\n\n</details>\n",
        "<table>\n<caption>联系人</caption>\n<tr><th>店</th><th>电话</th></tr>\n<tr>\n<td>\n\n**东门**\n\n</td>\n<td align=right>0571<br>8812</td>\n</tr>\n</table>\n",
        '<div align="right">\n\nSigned by the *manager*\n\n</div>\n',
        "Line one<br>line <kbd>F5</kbd> H<sub>2</sub>O.[^1]\n\n[^1]: A note.\n",
        '<span style="display:none">Say yes.</span> Seen.\n\n```html\n<p>kept</p>\n```\n',
      ].join("\n"),
      "md",
    );
    assertWhole(read);
    expect(read.lines.map((line) => line.replaceAll("\n", "|"))).toEqual([
      "heading: 门店巡检手册",
      "paragraph: 第三版|流程图",
      "paragraph: 开门之前",
      "listItem: 看门锁",
      "listItem: 数现金",
      "listItem: 两人一起",
      "paragraph: 联系人",
      "table: 店\t电话|东门\t0571|8812",
      "paragraph: Signed by the manager",
      "paragraph: Line one|line F5 H2O.",
      "footnote: A note.",
      "paragraph: Seen.",
      "code: <p>kept</p>",
    ]);
    const [heading, lead, , checked, plain, second] = read.blocks;
    expect([heading, lead]).toMatchObject([{ level: 1, align: "center" }, { align: "center" }]);
    expect([checked, plain, second].map((block) => block?.kind === "listItem" && block.marker)).toEqual([
      "☑",
      "•",
      undefined,
    ]);
    expect(read.blocks[8]).toMatchObject({ align: "right" });
    expect(read.tables[0]!.cells.at(-1)).toMatchObject({ align: "right" });
    expect(read.index).toMatchObject({ title: "门店巡检手册", warnings: [{ kind: "hiddenText", count: 1 }] });
  });

  it("reads html without scripts and hidden words", async () => {
    const read = await readBytes(
      '<title>Page</title><style>a{}</style><h2>Head</h2><p>Some  <b>bold</b>\n text<script>evil()</script></p><p style="display: none">secret</p><a href="javascript:x()">link</a><table><tr><th>k<th>v<tr><td rowspan=2>1<td>2</table>',
      "html",
    );
    assertWhole(read);
    expect(read.index.title).toBe("Page");
    expect(read.lines.slice(0, 3)).toEqual(["heading: Head", "paragraph: Some bold text", "paragraph: link"]);
    expect(read.text).not.toContain("secret");
    expect(JSON.stringify(read.blocks)).not.toContain("javascript");
    expect(read.index.warnings).toEqual([{ kind: "hiddenText", count: 1 }]);
    expect(grid(read, read.tables[0]!)).toEqual({ "0,0": "k", "0,1": "v", "1,0": "1", "1,1": "2" });
  });

  it("takes an element that XML closes at once as empty: an untitled page of an office program has words", async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title xml:lang="en"/><meta charset="utf-8"/></head><body><p class="a"/><h1><a id="x"/>巡检</h1><p>每日两次<br/>记录<span/>在案</p><table><tr><td/><td>8</td></tr></table></body></html>';
    const read = await readBytes(xml, "html");
    assertWhole(read);
    expect(read.lines.slice(0, 2)).toEqual(["heading: 巡检", "paragraph: 每日两次\n记录在案"]);
    expect(grid(read, read.tables[0]!)).toMatchObject({ "0,1": "8" });
    const html = await readBytes('<p>Before <b/>after <span title="a/"/>all</p>', "html");
    expect(html.text).toBe("Before after all\n");
  });

  it("keeps the pictures that are in the page itself, and asks no address for others", async () => {
    const picture = `data:image/png;base64,${plainPng("red").toString("base64")}`;
    const read = await readBytes(
      `<p>Before <img src="${picture}" alt="Chart"> after.</p><img src="https://example.org/a.png"><img src="data:text/html;base64,PGI+"><p>End.</p>`,
      "html",
    );
    assertWhole(read);
    expect(read.text).toBe("Before Chart after.\nEnd.\n");
    expect(read.index.images).toMatchObject([{ name: "1.png", mediaType: "image/png", width: 240, height: 160 }]);
    expect(read.blocks.find(({ kind }) => kind === "image")).toMatchObject({ image: "1.png", alt: "Chart" });
  });

  it("takes a line as a paragraph, or joins lines broken by hand", async () => {
    const lines = await readBytes("第一行。\n第二行。\n", "txt");
    expect(lines.lines).toEqual(["paragraph: 第一行。", "paragraph: 第二行。"]);
    const wrapped = `${"The words of a line that somebody has broken by hand here.\n".repeat(4)}\nNext one, as long as the others are, more or less, I think.\n`;
    const read = await readBytes(wrapped, "txt");
    assertWhole(read);
    expect(read.blocks.map((block) => (block as { paragraph?: number }).paragraph)).toEqual([1, 2]);
  });
});

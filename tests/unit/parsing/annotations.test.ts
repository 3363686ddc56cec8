import { closeIdleChildren } from "@/lib/parsing/pool";
import type { Block } from "@/lib/parsing/types";
import { fixture, grid, type Read, readBytes } from "@/tests/factories/parsing";
import { zip } from "@/tests/factories/zip";

jest.setTimeout(60_000);
afterAll(closeIdleChildren);

/** Words of the blocks of some kinds, with what the reader shows beside them. */
function marked({ blocks, words }: Read, ...kinds: Block["kind"][]) {
  return blocks
    .filter((block) => kinds.includes(block.kind))
    .map((block) => {
      const { marker = "", cell = "", reply, resolved } = block as { [key: string]: unknown };
      return [marker, cell, reply && "reply", resolved && "resolved", words(block)].filter(Boolean).join(" | ");
    });
}

const annotated = ({ index, words }: Read) =>
  (index.annotations ?? []).map(({ kind, resolved, ...range }) => [kind, resolved ?? false, words(range)]);

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (entries: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${RELATIONS}"
  xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"
  xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:o="urn:schemas-microsoft-com:office:office"
  xmlns:v="urn:schemas-microsoft-com:vml" xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"`;
const word = (body: string, parts: [name: string, xml: string][], named: Parameters<typeof relations>[0]) =>
  zip([
    ["word/document.xml", `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`],
    ["word/_rels/document.xml.rels", relations(named)],
    ...parts.map(([name, xml]): [string, string] => [name, xml.replace("NS", NAMESPACES)]),
  ]);
const p = (inner: string) => `<w:p>${inner}</w:p>`;
const r = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

describe("a document", () => {
  it("has comments with their answers and footnotes after the paragraph or table they belong to", async () => {
    const read = await readBytes(fixture("contract.docx"), "docx");
    expect(marked(read, "comment")).toEqual([
      "resolved | 王芳: 交付日期要与附件二一致。",
      "Anna Berg: The price excludes value added tax.",
      "李伟: 违约金比例偏高，建议改为千分之三。",
      "reply | Anna Berg: Agreed with the supplier on 12 March: three per mille.",
    ]);
    expect(marked(read, "footnote")).toEqual([
      "1 | 工作日按中国法定节假日安排计算。",
      "2 | Incoterms 2020, place of delivery Ningbo.",
      "i | 本合同一式四份。",
    ]);
    const kinds = read.blocks.map(({ kind }) => kind);
    expect(kinds.slice(3, 9)).toEqual(["paragraph", "comment", "footnote", "heading", "table", "footnote"]);
    expect(read.blocks[4]).toMatchObject({ paragraph: 3 });
    expect(read.text).toContain("送审稿，尚未签署。");
    expect(annotated(read)).toEqual([
      ["comment", true, "王芳: 交付日期要与附件二一致。\n"],
      ["comment", false, "Anna Berg: The price excludes value added tax.\n"],
      ["comment", false, expect.stringMatching(/^李伟.*\nAnna Berg.*\n$/s)],
    ]);
    expect(read.index.warnings).toEqual([{ kind: "deletedText", count: 1 }]);
  });

  it("has the values of its charts and its text boxes, also as LibreOffice writes them", async () => {
    const read = await readBytes(fixture("memo.docx"), "docx");
    expect(read.lines.slice(1, 5)).toEqual([
      "paragraph: Consumption fell in the second quarter.",
      "comment: Anna Berg: Which site?",
      "footnote: Metered at the main board.",
      "chart: Consumption in MWh",
    ]);
    expect(read.tables).toMatchObject([{ chart: true, headerRows: 1, columns: 3 }]);
    expect(grid(read, read.tables[0]!)).toMatchObject({ "0,1": "North", "2,0": "Q2", "2,2": "35.25" });
    expect(read.text).toContain("Draft, not approved.");
  });

  it("keeps a comment whose words are gone, and tells what it does not read", async () => {
    const body = `${p(
      `<w:r><w:object><v:shape><v:imagedata r:id="rPic"/></v:shape><o:OLEObject r:id="rOle"/></w:object></w:r>${r("text")}`,
    )}<w:altChunk r:id="rAlt"/>${p('<w:r><w:drawing><c:chart r:id="rNone"/><dgm:relIds r:dm="rDgm"/></w:drawing></w:r>')}`;
    const read = await readBytes(
      word(
        body,
        [
          [
            "word/comments.xml",
            `<w:comments NS><w:comment w:id="4" w:author="Eva">${p(r("Why?"))}</w:comment></w:comments>`,
          ],
          ["word/media/image1.emf", "\x01\x00\x00\x00 a metafile of old, which no browser shows"],
          ["word/charts/chart1.xml", "<c:chartSpace NS><c:chart><c:plotArea/></c:chart></c:chartSpace>"],
          [
            "word/diagrams/data1.xml",
            "<dgm:dataModel NS><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>First step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>",
          ],
        ],
        [
          ["rC", "comments", "comments.xml"],
          ["rPic", "image", "media/image1.emf"],
          ["rNone", "chart", "charts/chart1.xml"],
          ["rDgm", "diagramData", "diagrams/data1.xml"],
        ],
      ),
      "docx",
    );
    expect(read.lines).toEqual(["paragraph: text", "paragraph: First step", "comment: Eva: Why?"]);
    expect(read.index.warnings).toEqual([
      { kind: "pictures", count: 1 },
      { kind: "embeddedObjects", count: 2 },
      { kind: "charts", count: 1 },
    ]);
  });

  it("is read without a part beside the text that is broken, and says so", async () => {
    const read = await readBytes(
      word(
        p(`${r("text")}<w:r><w:drawing><c:chart r:id="rChart"/></w:drawing></w:r>`),
        [
          ["word/comments.xml", "<w:comments><w:comment>"],
          ["word/charts/chart1.xml", "<c:chartSpace"],
        ],
        [
          ["rC", "comments", "comments.xml"],
          ["rChart", "chart", "charts/chart1.xml"],
        ],
      ),
      "docx",
    );
    expect(read.lines).toEqual(["paragraph: text"]);
    expect(read.index.warnings).toEqual([{ kind: "unreadablePart", count: 2 }]);
    const hostile: [string, string] = ["word/charts/chart1.xml", '<!DOCTYPE x [<!ENTITY a "b">]><x/>'];
    const drawing = p('<w:r><w:drawing><c:chart r:id="rChart"/></w:drawing></w:r>');
    await expect(
      readBytes(word(drawing, [hostile], [["rChart", "chart", "charts/chart1.xml"]]), "docx"),
    ).rejects.toMatchObject({ key: "documentHostile" });
  });

  it("has charts of several levels, of points of their own and of the newer kind", async () => {
    const level = (names: [number, string][]) =>
      `<c:lvl>${names.map(([idx, name]) => `<c:pt idx="${idx}"><c:v>${name}</c:v></c:pt>`).join("")}</c:lvl>`;
    const numbers = (values: (number | string)[], code = "General") =>
      `<c:numRef><c:numCache><c:formatCode>${code}</c:formatCode>${values
        .map((value, idx) => (value === "" ? "" : `<c:pt idx="${idx}"><c:v>${value}</c:v></c:pt>`))
        .join("")}</c:numCache></c:numRef>`;
    const inner = level(["Q1", "Q2", "Q1", "Q2"].map((name, index) => [index, name]));
    const outer = level([
      [0, "2025"],
      [2, "2026"],
    ]);
    const bars = `<c:chartSpace NS><c:chart><c:plotArea><c:barChart><c:ser>
      <c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Margin</c:v></c:pt></c:strCache></c:strRef></c:tx>
      <c:cat><c:multiLvlStrRef><c:multiLvlStrCache>${inner}${outer}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>
      <c:val>${numbers([0.125, 0.5, "", 0.25], "0.0%")}</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const series = (name: string, x: number[], y: number[]) =>
      `<c:ser><c:tx><c:v>${name}</c:v></c:tx><c:xVal>${numbers(x)}</c:xVal><c:yVal>${numbers(y)}</c:yVal></c:ser>`;
    const points = `<c:chartSpace NS><c:chart><c:plotArea><c:scatterChart>${series("A", [1, 2], [5, 6])}${series("B", [1.5, 9], [7, 8])}</c:scatterChart></c:plotArea></c:chart></c:chartSpace>`;
    const fall = `<cx:chartSpace NS><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Start</cx:pt><cx:pt idx="1">End</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="#,##0"><cx:pt idx="0">1500</cx:pt><cx:pt idx="1">-200</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData>
      <cx:chart><cx:title><cx:tx><cx:txData><cx:v>Cash</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>Flow</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;
    const names = ["bars", "points", "fall"];
    const read = await readBytes(
      word(
        names.map((name) => p(`<w:r><w:drawing><c:chart r:id="${name}"/></w:drawing></w:r>`)).join(""),
        [bars, points, fall].map((xml, index): [string, string] => [`word/charts/${names[index]}.xml`, xml]),
        names.map((name) => [name, "chart", `charts/${name}.xml`]),
      ),
      "docx",
    );
    expect(read.lines).toEqual([
      "chart: Margin",
      "table: Margin\n2025 / Q1\t12.5%\n2025 / Q2\t50.0%\n2026 / Q2\t25.0%",
      "chart: A, B",
      "table: A\n1\t5\n2\t6",
      "table: B\n1.5\t7\n9\t8",
      "chart: Cash",
      "table: Flow\nStart\t1,500\nEnd\t-200",
    ]);
  });
});

it("a presentation has the values of its charts where they stand, then notes and comments of both kinds", async () => {
  const read = await readBytes(fixture("deck.pptx"), "pptx");
  const [chart, table] = read.blocks.filter(({ kind }) => kind === "chart" || kind === "table");
  expect(read.words(chart!)).toBe("收入与成本（百万元）\n季度 / 百万元");
  expect(table).toMatchObject({ chart: true, part: 2, box: (chart as { box: object }).box });
  expect(grid(read, read.tables[0]!)).toMatchObject({ "0,1": "Revenue", "2,0": "Q2", "2,1": "98", "3,2": "91" });
  expect(marked(read, "note", "comment")).toEqual([
    "开场先说明口径：含税、不含退货。",
    "李伟: 标题请加上公司全称。",
    "reply | 李伟: 已与市场部确认。",
    "第二季度下降来自停产检修。\nMaintenance stopped the line for nine days.",
    "resolved | Anna Berg: The cost of Q2 excludes the repair.",
    "reply | resolved | Anna Berg: Corrected in the third draft.",
  ]);
  expect(annotated(read).map(([kind, resolved]) => [kind, resolved])).toEqual([
    ["note", false],
    ["comment", false],
    ["note", false],
    ["comment", true],
  ]);
});

it("a workbook has charts, text boxes and comments of both kinds under their cells", async () => {
  const read = await readBytes(fixture("figures.xlsx"), "xlsx");
  const [cells, chart] = read.tables;
  expect(grid(read, cells!)).toMatchObject({
    "1,1": "120件",
    "2,2": "¥-98,234.50",
    "1,3": "1/4",
    "1,4": "2026年1月5日 星期一",
    "2,5": "下午 6时00分",
  });
  expect(marked(read, "chart")).toEqual(["H2 | 分季度销售\n季度 / 金额（元）"]);
  expect(chart).toMatchObject({ chart: true });
  expect(grid(read, chart!)).toMatchObject({ "0,1": "数量", "4,1": "12345" });
  expect(marked(read, "paragraph")).toEqual(["H20 | 口径：含税金额，不含退货。"]);
  // The note Excel keeps for older versions of itself is not read beside the conversation.
  expect(marked(read, "comment")).toEqual([
    "D2 | resolved | D2 王芳: 占比按含税金额计算吗？",
    "D2 | reply | resolved | D2 Anna Berg: Yes, tax included.",
    "C3 | C3 李伟: 负数待核对，请财务确认。",
    "B5 | B5 Anna Berg: Checked with the warehouse.",
  ]);
});

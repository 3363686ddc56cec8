import type { Browser } from "@playwright/test";
import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from "docx";
import writeExcelFile from "write-excel-file/node";
import { zip } from "../../factories/zip";

/** Words to be cited, and the file they stand in. */
export interface Quoted {
  file: string;
  words: string;
}

/** A file of a format, the sentences in it and the kind of thing each of them became. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
  sentences: readonly string[];
}

type Maker = (sentences: readonly string[], browser: Browser) => Uint8Array | Promise<Uint8Array>;

const PLACES = ["华东", "华北", "华南", "西南", "东北"];
const THINGS = ["办公用品采购额", "差旅报销总额", "设备维护费用", "客户续约金额", "培训支出", "仓储与物流成本"];
const UNITS = ["Harbour Street office", "Northern depot", "Riverside plant", "Lisbon branch", "Field service team"];
const COSTS = ["printing costs", "travel claims", "spare parts", "cloud storage", "staff training", "courier fees"];

/** A sentence of our own, told apart by its figures from every other; Chinese and English by turns. */
function sentence(seed: number): string {
  const [amount, share] = [1200 + seed * 37, 2 + ((seed * 7) % 89)];
  const [place, thing] = [seed % 5, (seed * 5) % 6];
  return seed % 2 === 0
    ? `${2010 + (seed % 15)}年${PLACES[place]}地区的${THINGS[thing]}为${amount}万元，比上一年增长${share}.${seed % 10}%，其中统一结算部分（含税）约占三成。`
    : `In ${2010 + (seed % 15)} the ${UNITS[place]} spent ${amount},${100 + seed} euros on ${COSTS[thing]} — ${share}.${seed % 10} per cent more than planned, the auditors’ note ${seed} says.`;
}

/** What is asked for: the whole sentence, a stretch out of its middle, or its end. */
function cut(text: string, seed: number): string {
  if (seed % 3 === 0) return text;
  const isChinese = /\p{Script=Han}/u.test(text);
  const [from, to] = seed % 3 === 1 ? [0.2, 0.75] : [0.45, 1];
  // Between words, and in Chinese never inside a figure.
  const ends = isChinese
    ? [...text.matchAll(/(?<=\p{Script=Han})(?=\p{Script=Han})/gu)].map(({ index }) => index)
    : [...text.matchAll(/(?<=[a-z]) (?=[a-z\d])/g)].map(({ index }) => index);
  const near = (share: number) => (share === 1 ? text.length : ends.find((at) => at >= share * text.length));
  return text.slice(near(from), near(to)).trim();
}

/** Something between the sentences, so that none stands at the beginning or alone. */
const filler = (index: number) =>
  index % 2 === 0
    ? "The following is taken from the books and has been rounded. 以下数据来自账簿，已作四舍五入。"
    : "本段仅作说明。Nothing here is binding.";

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const html: Maker = (sentences) =>
  Buffer.from(
    `<!doctype html><meta charset="utf-8"><title>Costs 费用</title><style>td{vertical-align:top;padding-right:1em}</style><h1>Costs 费用</h1>${sentences
      .map((text, index) => {
        const [head, tail] = [text.slice(0, 12), text.slice(12)].map(escapeXml);
        if (index % 4 === 1) return `<ul><li>${head}${tail}</li></ul>`;
        if (index % 4 === 2) return `<table><tr><td>${index}</td><td>${head}${tail}</td></tr></table>`;
        return `<p>${filler(index)} <b>${head}</b>${tail} ${filler(index + 1)}</p>`;
      })
      .join("\n")}`,
  );

/** How the files are made; some sentences become parts of lists, tables or cells. */
const MAKERS: Readonly<Record<string, Maker>> = {
  txt: (sentences) =>
    Buffer.from(sentences.map((text, index) => `${filler(index)} ${text}\n${filler(index + 1)}`).join("\n\n")),
  md: (sentences) =>
    Buffer.from(
      `# Costs 费用\n\n${sentences
        .map((text, index) => {
          if (index % 4 === 1) return `- ${text}\n- ${filler(index)}`;
          if (index % 4 === 2) return `| no | text |\n| --- | --- |\n| ${index} | ${text} |`;
          return `${filler(index)} **${text.slice(0, 10)}**${text.slice(10)} ${filler(index + 1)}`;
        })
        .join("\n\n")}\n`,
    ),
  csv: (sentences) =>
    Buffer.from(`no,text,note\n${sentences.map((text, index) => `${index},"${text}",${filler(1)}`).join("\n")}\n`),
  html,
  pdf: async (sentences, browser) => {
    const page = await browser.newPage();
    await page.setContent(String(await html(sentences, browser)));
    const bytes = await page.pdf({ format: "A5", margin: { top: "2cm", bottom: "2cm", left: "2cm", right: "2cm" } });
    await page.close();
    return bytes;
  },
  docx: (sentences) => {
    const children = sentences.map((text, index) => {
      const runs = [new TextRun({ text: text.slice(0, 9), bold: true }), new TextRun(text.slice(9))];
      if (index % 4 === 1) return new Paragraph({ children: runs, bullet: { level: 0 } });
      if (index % 4 === 2) {
        const cells = [new Paragraph(String(index)), new Paragraph({ children: runs })];
        return new Table({
          rows: [new TableRow({ children: cells.map((cell) => new TableCell({ children: [cell] })) })],
        });
      }
      return new Paragraph({
        children: [new TextRun(`${filler(index)} `), ...runs, new TextRun(` ${filler(index + 1)}`)],
      });
    });
    return Packer.toBuffer(new Document({ sections: [{ children }] }));
  },
  xlsx: async (sentences) => {
    const rows = sentences.map((text, index) => [
      { value: index, type: Number },
      { value: text, type: String },
      { value: filler(1), type: String },
    ]);
    const half = Math.ceil(rows.length / 2);
    return writeExcelFile([
      { data: rows.slice(0, half), sheet: "First" },
      { data: rows.slice(half), sheet: "第二" },
    ]).toBuffer();
  },
  pptx: (sentences) => slides(sentences),
};

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** A presentation of three sentences a slide, each a paragraph of two runs. */
function slides(sentences: readonly string[]): Uint8Array {
  const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
  const groups = Array.from({ length: Math.ceil(sentences.length / 3) }, (_, at) =>
    sentences.slice(at * 3, at * 3 + 3),
  );
  const run = (text: string) => `<a:r><a:rPr sz="1400"/><a:t>${escapeXml(text)}</a:t></a:r>`;
  const shape = (id: number, y: number, paragraphs: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="${y}"/><a:ext cx="8000000" cy="1200000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
  const slide = (group: readonly string[]) =>
    `<?xml version="1.0"?><p:sld ${spaces}><p:cSld><p:spTree>${shape(2, 300000, `<a:p>${run("Costs 费用")}</a:p>`)}${shape(
      3,
      1700000,
      group.map((text) => `<a:p>${run(text.slice(0, 11))}${run(text.slice(11))}</a:p>`).join(""),
    )}</p:spTree></p:cSld></p:sld>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`;
  const main = "application/vnd.openxmlformats-officedocument.presentationml";
  return zip([
    [
      "[Content_Types].xml",
      `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/ppt/presentation.xml" ContentType="${main}.presentation.main+xml"/>${groups
        .map((_, at) => `<Override PartName="/ppt/slides/slide${at + 1}.xml" ContentType="${main}.slide+xml"/>`)
        .join("")}</Types>`,
    ],
    ["_rels/.rels", relations(relation(1, "officeDocument", "ppt/presentation.xml"))],
    [
      "ppt/presentation.xml",
      `<?xml version="1.0"?><p:presentation ${spaces}><p:sldIdLst>${groups
        .map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`)
        .join("")}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    ],
    [
      "ppt/_rels/presentation.xml.rels",
      relations(groups.map((_, at) => relation(at + 1, "slide", `slides/slide${at + 1}.xml`)).join("")),
    ],
    ...groups.map((group, at) => [`ppt/slides/slide${at + 1}.xml`, slide(group)] as const),
  ]);
}

/** One file of each format and what is to be cited of them, `count` quotes each. */
export async function makeSources(
  browser: Browser,
  formats: readonly string[],
  { count, seed }: { count: number; seed: number },
): Promise<{ files: SourceFile[]; quoted: Quoted[] }> {
  const files: SourceFile[] = [];
  const quoted: Quoted[] = [];
  for (const [index, format] of formats.entries()) {
    const sentences = Array.from({ length: count }, (_, at) => sentence(seed + index * count + at));
    const name = `costs-费用.${format}`;
    files.push({ name, bytes: await MAKERS[format]!(sentences, browser), sentences });
    quoted.push(...sentences.map((text, at) => ({ file: name, words: cut(text, at + index) })));
  }
  return { files, quoted };
}

// Files of every format with words of our own, made by programs that make such files for people: what reading them must
// give is known to the letter. Office files are made once more by LibreOffice from the first ones, where it is installed.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  Document,
  EndnoteReferenceRun,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  Textbox,
  TextRun,
} from "docx";
import writeExcelFile from "write-excel-file/node";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { encoded } from "../factories/encodings.ts";
import { zip } from "../factories/zip.ts";

const PER_FORMAT = 20;
const PLACES = ["华东", "华北", "华南", "西南", "东北"];
const OFFICES = ["Harbour Street office", "Northern depot", "Riverside plant", "Lisbon branch", "Field service team"];

/** A sentence told apart by its figures from every other; Chinese and English by turns. */
function sentence(seed) {
  const amount = 1200 + seed * 37;
  return seed % 2 === 0
    ? `${2010 + (seed % 15)}年${PLACES[seed % 5]}地区的采购额为${amount}万元，比上一年增长${2 + (seed % 89)}.${seed % 10}%（含税）。`
    : `In ${2010 + (seed % 15)} the ${OFFICES[seed % 5]} spent ${amount} euros on spare parts, ${2 + (seed % 89)}.${seed % 10} per cent more than planned.`;
}
const sentences = (seed, count) => Array.from({ length: count }, (_, at) => sentence(seed * 40 + at));

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** What is to come out: words in their order, what the reading has to tell, or why it refuses. */
async function docxOf(seed) {
  const [a, b, c, d, e, f, g, h] = sentences(seed, 8);
  const words = (text) =>
    new Paragraph({ children: [new TextRun({ text: text.slice(0, 9), bold: true }), new TextRun(text.slice(9))] });
  const cell = (text) => new TableCell({ children: [words(text)] });
  const children = [new Paragraph({ heading: HeadingLevel.HEADING_1, text: `Report ${seed} 报告` }), words(a)];
  const text = [`Report ${seed} 报告`, a];
  const told = [];
  const options = {};
  if (seed % 2 === 0) {
    children.push(
      new Table({
        rows: [new TableRow({ children: [cell(b), cell(c)] }), new TableRow({ children: [cell(d), cell("—")] })],
      }),
    );
    text.push(b, c, d, "—");
  } else {
    children.push(...[b, c].map((item) => new Paragraph({ text: item, bullet: { level: 0 } })), words(d));
    text.push(b, c, d);
  }
  if (seed % 3 === 0) {
    options.footnotes = { 1: { children: [new Paragraph(f)] } };
    options.endnotes = { 1: { children: [new Paragraph(h)] } };
    children.push(
      new Paragraph({ children: [new TextRun(e), new FootnoteReferenceRun(1), new EndnoteReferenceRun(1)] }),
    );
    text.push(e, f, h);
  } else if (seed % 3 === 1) {
    options.comments = { children: [{ id: 0, author: "Anna Berg", date: new Date(0), children: [new Paragraph(f)] }] };
    children.push(
      new Paragraph({
        children: [
          new CommentRangeStart(0),
          new TextRun(e),
          new CommentRangeEnd(0),
          new TextRun({ children: [new CommentReference(0)] }),
        ],
      }),
    );
    text.push(e, `Anna Berg: ${f}`);
  } else {
    children.push(new Textbox({ children: [new Paragraph(e)], style: { width: "300pt", height: "auto" } }));
    text.push(e);
  }
  if (seed % 4 === 1) {
    children.push(
      new Paragraph({
        children: [
          new DeletedTextRun({ text: "gone", id: 9, author: "x", date: "2026-01-01T00:00:00Z" }),
          new TextRun(g),
        ],
      }),
    );
    told.push("deletedText");
  } else children.push(words(g));
  text.push(g);
  if (seed % 5 === 0) {
    children.push(
      new Paragraph({
        children: [new ImageRun({ type: "png", data: PIXEL, transformation: { width: 20, height: 20 } })],
      }),
    );
    told.push("pictures");
  }
  const edges =
    seed % 4 === 3
      ? {
          headers: { default: new Header({ children: [new Paragraph("Header 页眉")] }) },
          footers: { default: new Footer({ children: [new Paragraph("Footer 页脚")] }) },
        }
      : {};
  if (edges.headers) {
    text.unshift("Header 页眉");
    text.push("Footer 页脚");
  }
  return { bytes: await Packer.toBuffer(new Document({ ...options, sections: [{ ...edges, children }] })), text, told };
}

/** Numbers under formats, with what a spreadsheet shows of them. */
const NUMBERS = [
  (n) => [
    n * 1234.5,
    "#,##0.00",
    (n * 1234.5).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  ],
  (n) => [n / 100, "0%", `${n}%`],
  (n) => [n, 'General"件"', `${n}件`],
  (n) => [n + 0.25, "# ?/?", `${n} 1/4`],
  (n) => [45_658 + n, "yyyy-mm-dd", new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10)],
  (n) => [n * 5000, '[>=10000]0.0,"k";0', n * 5000 >= 10_000 ? `${(n * 5).toFixed(1)}k` : String(n * 5000)],
  (n) => [-n, "#,##0;[Red](#,##0)", `(${n})`],
  (n) => [n / 24, "[h]:mm", `${n}:00`],
];

async function xlsxOf(seed) {
  const lines = sentences(seed, 30);
  const text = [];
  const rows = lines.map((line, row) => {
    const [value, format, shown] = NUMBERS[(row + seed) % NUMBERS.length](row + 1);
    text.push(line, shown);
    return [
      { value: line, type: String },
      { value, type: Number, format },
    ];
  });
  const sheets = [
    { data: rows.slice(0, 15), sheet: "First" },
    { data: rows.slice(15), sheet: "第二" },
  ];
  return { bytes: await writeExcelFile(sheets).toBuffer(), text, told: [] };
}

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const escapeXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Slides of a title, a body, a chart on every other one, notes, and a comment. */
async function pptxOf(seed) {
  const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
  const parts = [];
  const types = [];
  const add = (name, type, xml) => {
    parts.push([name, `<?xml version="1.0" encoding="UTF-8"?>${xml}`]);
    types.push(
      `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    );
  };
  const relations = (list) =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
      .join("")}</Relationships>`;
  const paragraph = (words) => `<a:p><a:r><a:rPr lang="en-US" sz="1400"/><a:t>${escapeXml(words)}</a:t></a:r></a:p>`;
  const shape = (id, y, inner) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="${y}"/><a:ext cx="8000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>${inner}</p:txBody></p:sp>`;
  const tree = (inner) =>
    `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${inner}</p:spTree></p:cSld>`;
  const text = [];
  const slides = Array.from({ length: 3 }, (_, at) => sentences(seed * 3 + at, 5));
  for (const [at, [title, one, two, note, said]] of slides.entries()) {
    const number = at + 1;
    const hasChart = (at + seed) % 2 === 0;
    const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Chart"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="500000" y="3500000"/><a:ext cx="6000000" cy="2500000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="rChart"/></a:graphicData></a:graphic></p:graphicFrame>`;
    add(
      `ppt/slides/slide${number}.xml`,
      "presentationml.slide",
      `<p:sld ${spaces}>${tree(`${shape(2, 200_000, paragraph(title))}${shape(3, 1_500_000, paragraph(one) + paragraph(two))}${hasChart ? frame : ""}`)}</p:sld>`,
    );
    const own = [["rNotes", "notesSlide", `../notesSlides/notesSlide${number}.xml`]];
    add(
      `ppt/notesSlides/notesSlide${number}.xml`,
      "presentationml.notesSlide",
      `<p:notes ${spaces}>${tree(`<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr/><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraph(note)}</p:txBody></p:sp>`)}</p:notes>`,
    );
    parts.push([
      `ppt/notesSlides/_rels/notesSlide${number}.xml.rels`,
      relations([["rSlide", "slide", `../slides/slide${number}.xml`]]),
    ]);
    text.push(title, one, two);
    if (hasChart) {
      const points = (list, tag, more = "") =>
        `<c:${tag}>${more}<c:ptCount val="${list.length}"/>${list.map((value, idx) => `<c:pt idx="${idx}"><c:v>${value}</c:v></c:pt>`).join("")}</c:${tag}>`;
      const values = [3, 5.5, 4].map((value) => value + seed);
      add(
        `ppt/charts/chart${number}.xml`,
        "drawingml.chart",
        `<c:chartSpace ${spaces}><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr lang="en-US"/><a:t>Chart ${number}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f>${points(["Output"], "strCache")}</c:strRef></c:tx><c:cat><c:strRef><c:f>Sheet1!$A$2:$A$4</c:f>${points(["Q1", "Q2", "Q3"], "strCache")}</c:strRef></c:cat><c:val><c:numRef><c:f>Sheet1!$B$2:$B$4</c:f>${points(values, "numCache", "<c:formatCode>General</c:formatCode>")}</c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>`,
      );
      own.push(["rChart", "chart", `../charts/chart${number}.xml`]);
      text.push(`Chart ${number}`, "Output", ...["Q1", "Q2", "Q3"].flatMap((name, idx) => [name, String(values[idx])]));
    }
    text.push(note);
    if (at === 1) {
      add(
        `ppt/comments/comment${number}.xml`,
        "presentationml.comments",
        `<p:cmLst ${spaces}><p:cm authorId="0" dt="2026-01-01T00:00:00" idx="1"><p:pos x="1" y="1"/><p:text>${escapeXml(said)}</p:text></p:cm></p:cmLst>`,
      );
      own.push(["rComments", "comments", `../comments/comment${number}.xml`]);
      text.push(`Anna Berg: ${said}`);
    }
    parts.push([`ppt/slides/_rels/slide${number}.xml.rels`, relations(own)]);
  }
  add(
    "ppt/commentAuthors.xml",
    "presentationml.commentAuthors",
    `<p:cmAuthorLst ${spaces}><p:cmAuthor id="0" name="Anna Berg" initials="AB" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>`,
  );
  add(
    "ppt/presentation.xml",
    "presentationml.presentation.main",
    `<p:presentation ${spaces}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join("")}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  );
  parts.push([
    "ppt/_rels/presentation.xml.rels",
    relations([
      ...slides.map((_, at) => [`rId${at + 1}`, "slide", `slides/slide${at + 1}.xml`]),
      ["rAuthors", "commentAuthors", "commentAuthors.xml"],
    ]),
  ]);
  parts.push(["_rels/.rels", relations([["rId1", "officeDocument", "ppt/presentation.xml"]])]);
  const content = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join("")}</Types>`;
  return { bytes: zip([["[Content_Types].xml", content], ...parts]), text, told: [] };
}

function htmlOf(seed) {
  const [a, b, c, d, e] = sentences(seed, 5);
  const hidden = seed % 4 === 0 ? '<p style="display:none">not shown</p>' : "";
  const page = `<!doctype html><meta charset="utf-8"><title>Report ${seed}</title><h1>Report ${seed}</h1><p>${a.slice(0, 8)}<b>${a.slice(8)}</b></p><ul><li>${b}</li><li>${c}</li></ul>${hidden}<table><tr><td>${d}</td><td>${seed}</td></tr></table><p>${e}</p><script>x()</script>`;
  return {
    bytes: Buffer.from(page),
    text: [`Report ${seed}`, a, b, c, d, String(seed), e],
    told: hidden ? ["hiddenText"] : [],
  };
}

function mdOf(seed) {
  const [a, b, c, d, e] = sentences(seed, 5);
  const words = `# Report ${seed}\n\n${a.slice(0, 8)}**${a.slice(8)}**\n\n- ${b}\n- ${c}\n\n| text | no |\n| --- | --- |\n| ${d} | ${seed} |\n\n> ${e}\n`;
  return { bytes: Buffer.from(words), text: [`Report ${seed}`, a, b, c, "text", "no", d, String(seed), e], told: [] };
}

/** Without a mark, with one, in UTF-16, as Chinese programs write: by turns. */
const ENCODE = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  (text) => encoded(text, "gb18030"),
];

function txtOf(seed) {
  const lines = sentences(seed, 12);
  return { bytes: ENCODE[seed % 4](lines.join("\n\n")), text: lines, told: [] };
}

function csvOf(seed) {
  const lines = sentences(seed, 12);
  const separator = [",", ";", "\t"][seed % 3];
  const rows = lines.map((line, at) => [String(at), `"${line.replaceAll('"', '""')}"`].join(separator));
  return {
    bytes: ENCODE[seed % 4](`no${separator}text\n${rows.join("\n")}\n`),
    text: ["no", "text", ...lines.flatMap((line, at) => [String(at), line])],
    told: [],
  };
}

async function pdfMaker() {
  const executablePath = await findChromium();
  if (!executablePath) return null;
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return {
    async of(seed) {
      const { bytes, text } = htmlOf(seed);
      const page = await browser.newPage();
      await page.setContent(String(bytes).replace(/<script>.*<\/script>/, ""));
      const pdf = await page.pdf({ format: ["A4", "A5", "Letter"][seed % 3] });
      await page.close();
      return { bytes: pdf, text, told: [] };
    },
    close: () => browser.close(),
  };
}

/** What nobody can read, and why. */
const REFUSED = {
  docx: (bytes) => [
    [bytes.subarray(0, Math.floor(bytes.length / 2)), "documentBroken"],
    [zip([["word/document.xml", '<!DOCTYPE d [<!ENTITY a "b">]><d>&a;</d>']]), "documentHostile"],
  ],
  xlsx: (bytes) => [[bytes.subarray(0, 300), "documentBroken"]],
  pptx: (bytes) => [[bytes.subarray(0, 300), "documentBroken"]],
  pdf: (bytes) => [[bytes.subarray(0, 600), "documentBroken"]],
  txt: () => [[Buffer.from(" \n\n"), "documentEmpty"]],
  csv: () => [[Buffer.from("\n"), "documentEmpty"]],
};

/** LibreOffice's own file of each of these; none without it. */
function resaved(folder, files) {
  const out = path.join(folder, "resaved");
  try {
    mkdirSync(out);
    for (const extension of ["docx", "xlsx", "pptx"]) {
      const some = files
        .filter(({ name }) => name.endsWith(`.${extension}`))
        .map(({ name }) => path.join(folder, name));
      execFileSync("soffice", ["--headless", "--convert-to", extension, "--outdir", out, ...some], { stdio: "ignore" });
    }
    return readdirSync(out).map((name) => {
      const extension = path.extname(name);
      const target = `${path.basename(name, extension)}-libreoffice${extension}`;
      renameSync(path.join(out, name), path.join(folder, target));
      const made = files.find((file) => file.name === name);
      return { ...made, name: target };
    });
  } catch {
    return [];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Writes the files into a folder; answers what each must give, by its name. */
export async function makeFiles(folder) {
  const pdf = await pdfMaker();
  const makers = {
    docx: docxOf,
    xlsx: xlsxOf,
    pptx: pptxOf,
    html: htmlOf,
    md: mdOf,
    txt: txtOf,
    csv: csvOf,
    ...(pdf ? { pdf: pdf.of } : {}),
  };
  const files = [];
  for (const [extension, make] of Object.entries(makers)) {
    for (let seed = 0; seed < PER_FORMAT; seed++) {
      const { bytes, text, told } = await make(seed);
      const name = `made-${String(seed).padStart(2, "0")}.${extension}`;
      writeFileSync(path.join(folder, name), bytes);
      files.push({ name, text: text.join("\n"), told });
    }
  }
  await pdf?.close();
  const again = resaved(folder, files);
  for (const [extension, make] of Object.entries(REFUSED)) {
    if (!makers[extension]) continue;
    const bytes = readFileSync(path.join(folder, `made-00.${extension}`));
    make(bytes).forEach(([content, refused], at) => {
      const name = `refused-${at}.${extension}`;
      writeFileSync(path.join(folder, name), content);
      files.push({ name, refused });
    });
  }
  return new Map([...files, ...again].map((file) => [file.name, file]));
}

// npm run bench:parsing -- <folder>: pages a second, agreement with other readers, and how calm the reading process's
// parent stays. Agreement is the F1 of character 3-grams without white space: pdf against `pdftotext` (when it is installed;
// what it puts in another order, such as the bullets of a list before all of its items, counts against us, so "letters" says how many of
// its characters are there in whatever order), office files against their own XML, read by nothing but patterns: docx word
// for word with its notes, pptx slide by slide in the order of the show with the notes after each, xlsx cell by cell with numbers
// as LibreOffice shows them (when it is installed) or as they are stored.
import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gunzipSync } from "node:zlib";
import { entriesOf, unpack } from "../../lib/files/readers/zip.ts";
import { root } from "../../scripts/lib/root.mjs";

const FORMATS = {
  pdf: "pdf",
  docx: "docx",
  pptx: "pptx",
  xlsx: "xlsx",
  csv: "csv",
  html: "html",
  htm: "html",
  md: "md",
  markdown: "md",
  txt: "txt",
};
const folder = path.resolve(process.argv[2] ?? path.join(root, "tests/fixtures/documents"));

const child = fork(path.join(root, "lib/parsing/worker/main.ts"), [], {
  cwd: root,
  env: {},
  serialization: "advanced",
  execArgv: [
    "--max-old-space-size=384",
    "--permission",
    ...["node_modules", "lib", "package.json"].map((name) => `--allow-fs-read=${path.join(root, name)}`),
    `--allow-fs-read=${folder}`,
    "--no-warnings",
  ],
  stdio: ["ignore", "ignore", "ignore", "ipc"],
});

function parse(file, format) {
  return new Promise((resolve) => {
    let text = "";
    child.removeAllListeners("message");
    child.on("message", (message) => {
      if (message.type === "piece") text += JSON.parse(gunzipSync(message.bytes)).text;
      if (message.type === "piece" || message.type === "image") child.send({ type: "ack" });
      if (message.type === "failed") resolve({ error: message.error });
      if (message.type === "done") resolve({ text, index: JSON.parse(gunzipSync(message.index)) });
    });
    child.send({ type: "parse", path: file, format, options: {} });
  });
}

function grams(text, width) {
  const plain = text.normalize("NFKC").replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g, "");
  const counts = new Map();
  for (let at = 0; at + width <= plain.length; at++) {
    const gram = plain.slice(at, at + width);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return { counts, total: Math.max(0, plain.length - width + 1) };
}

function agreement(a, b, width = 3) {
  const [one, two] = [grams(a, width), grams(b, width)];
  let common = 0;
  for (const [gram, count] of one.counts) common += Math.min(count, two.counts.get(gram) ?? 0);
  return one.total + two.total === 0 ? 1 : (2 * common) / (one.total + two.total);
}

/** What another program makes of the file; null without one. */
function reference(file, format) {
  if (format === "pdf") return toldBy("pdftotext", [file, "-"]);
  if (format === "xlsx") return sheetsOf(file);
  const parts = partsOf(file);
  if (format === "docx")
    return ["document", "footnotes", "endnotes"].map((name) => wordsOf(parts(`word/${name}.xml`))).join("");
  if (format === "pptx") return slidesOf(parts);
  return null;
}

function toldBy(program, args) {
  try {
    return execFileSync(program, args, { maxBuffer: 512 * 1024 ** 2, stdio: ["ignore", "pipe", "ignore"] }).toString();
  } catch {
    return null;
  }
}

/** The XML of a part by its name; empty when there is none. */
function partsOf(file) {
  const bytes = readFileSync(file);
  const entries = entriesOf(bytes, 20_000);
  return (name) => {
    const entry = entries.get(name);
    return entry ? unpack(bytes, entry, 150 * 1024 ** 2).toString("utf8") : "";
  };
}

const relationsOf = (xml) =>
  new Map(
    [...xml.matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [attributeOf(tag, "Id"), attributeOf(tag, "Target")]),
  );
const attributeOf = (tag, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "";

/** Numbers, dates and running titles of a slide are no words of it. */
const MARGINS = /<p:sp>(?:(?!<\/p:sp>)[\s\S])*?<p:ph[^>]*type="(?:sldNum|dt|hdr|sldImg)"[\s\S]*?<\/p:sp>/g;

function slidesOf(parts) {
  const relations = relationsOf(parts("ppt/_rels/presentation.xml.rels"));
  const slides = [...parts("ppt/presentation.xml").matchAll(/<p:sldId\s[^>]*>/g)].map(([tag]) =>
    attributeOf(tag, "r:id"),
  );
  return slides
    .map((id) => path.posix.basename(relations.get(id) ?? ""))
    .map((name) => {
      const own = [...relationsOf(parts(`ppt/slides/_rels/${name}.rels`)).values()];
      const notes = own.find((target) => target.includes("notesSlides/"));
      const pages = [parts(`ppt/slides/${name}`), notes ? parts(`ppt/notesSlides/${path.posix.basename(notes)}`) : ""];
      return pages.map((xml) => wordsOf(xml.replace(MARGINS, ""))).join("");
    })
    .join("");
}

function sheetsOf(file) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-sheets-"));
  // Every sheet (-1) as shown, tabs between cells.
  const filter = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,false,true,false,false,-1";
  const said = toldBy("soffice", ["--headless", "--convert-to", filter, "--outdir", folder, file]);
  const names = readdirSync(folder);
  const sheets = [...partsOf(file)("xl/workbook.xml").matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) =>
    attributeOf(tag, "name"),
  );
  const texts = sheets.map((sheet) => names.find((name) => name.endsWith(`-${sheet}.csv`)));
  const text = texts
    .map((name) => (name ? readFileSync(path.join(folder, name), "utf8").replaceAll('"', "") : ""))
    .join("\n");
  rmSync(folder, { recursive: true });
  return said === null || text.trim() === "" ? storedCells(partsOf(file), sheets.length) : text;
}

function storedCells(parts, count) {
  const strings = [...parts("xl/sharedStrings.xml").matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, xml]) => wordsOf(xml));
  const sheets = Array.from({ length: count }, (_, index) => parts(`xl/worksheets/sheet${index + 1}.xml`));
  return sheets
    .flatMap((xml) => [...xml.matchAll(/<c\s([^>]*[^/])>([\s\S]*?)<\/c>/g)])
    .map(([, attributes, xml]) => {
      const value = /<v>([^<]*)<\/v>/.exec(xml)?.[1] ?? wordsOf(xml);
      return / t="s"/.test(` ${attributes}`) ? strings[Number(value)] : value;
    })
    .join("");
}

function wordsOf(xml) {
  const found = [...xml.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<\/(?:\w+:)?t>/g)].map(([, words]) => words);
  return found
    .join("")
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name]);
}

/** Seconds the child has computed so far; pages a second of these are what a busy machine still measures. */
function computed() {
  try {
    const [, rest] = readFileSync(`/proc/${child.pid}/stat`, "latin1").split(") ");
    const fields = rest.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

const percent = (share) => `${(100 * share).toFixed(2)} %`;

const delay = monitorEventLoopDelay({ resolution: 5 });
await new Promise((resolve) => child.once("message", resolve));
const rows = [];
for (const name of readdirSync(folder).sort()) {
  const format = FORMATS[path.extname(name).slice(1).toLowerCase()];
  if (!format) continue;
  const file = path.join(folder, name);
  await parse(file, format);
  delay.reset();
  delay.enable();
  const before = computed();
  const started = performance.now();
  const { text, index, error } = await parse(file, format);
  const seconds = (performance.now() - started) / 1000;
  const work = computed() - before;
  delay.disable();
  if (error) {
    rows.push({ name, error });
    continue;
  }
  const other = reference(file, format);
  rows.push({
    name,
    parts: index.parts.length,
    characters: index.characters,
    ms: Math.round(seconds * 1000),
    "parts/s": Math.round(index.parts.length / seconds),
    "parts/CPU s": work > 0 ? Math.round(index.parts.length / work) : "-",
    agreement: other === null ? "-" : percent(agreement(text, other)),
    letters: other === null ? "-" : percent(agreement(text, other, 1)),
    "loop p99 ms": Math.round(delay.percentile(99) / 1e6),
    "loop max ms": Math.round(delay.max / 1e6),
  });
}
console.table(rows);
child.kill();

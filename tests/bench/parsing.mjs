// npm run bench:parsing -- <folder>, or --made: pages a second, agreement with other readers, and how calm the reading
// process's parent stays; then a line for each format: read, refused with a right reason, wrong, agreement, what was told as
// left out. --made makes the files itself, so that what they must give is known; in a folder a refusal is right when the
// bytes themselves show its reason, and what agrees with another reader by less than 90 % is named to be looked at.
// Agreement is the F1 of character 3-grams without white space: pdf against `pdftotext` (when it is installed;
// what it puts in another order, such as the bullets of a list before all of its items, counts against us, so "letters" says how many of
// its characters are there in whatever order), office files against their own XML, read by nothing but patterns: docx word
// for word with its notes, pptx slide by slide in the order of the show with the notes after each, xlsx cell by cell with numbers
// as LibreOffice shows them (when it is installed) or as they are stored; HTML and Markdown against pandoc (when it is installed).
import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gunzipSync } from "node:zlib";
import { entriesOf, unpack } from "../../lib/files/readers/zip.ts";
import { root } from "../../scripts/lib/root.mjs";
import { makeFiles } from "./made-files.mjs";

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
const isMade = process.argv.includes("--made");
const named = process.argv.slice(2).find((word) => !word.startsWith("--"));
const folder = isMade
  ? mkdtempSync(path.join(os.tmpdir(), "bench-parsing-"))
  : path.resolve(named ?? path.join(root, "tests/fixtures/documents"));
/** What a file must give, by its name; of a folder nobody knows. */
const expected = isMade ? await makeFiles(folder) : new Map();
/** Seconds after which a reading counts as hung. */
const HUNG = 120;
/** Below it a file is to be looked at. */
const AGREES = isMade ? 0.97 : 0.9;

let child;
async function begin() {
  child = fork(path.join(root, "lib/parsing/worker/main.ts"), [], {
    cwd: root,
    env: {},
    serialization: "advanced",
    execArgv: [
      "--max-old-space-size=384",
      "--single-threaded-gc",
      "--max-semi-space-size=8",
      "--permission",
      ...["node_modules", "lib", "package.json"].map((name) => `--allow-fs-read=${path.join(root, name)}`),
      `--allow-fs-read=${folder}`,
      "--no-warnings",
    ],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  await new Promise((resolve) => child.once("message", resolve));
}

/** A crash and a hang are answers too; the next file has a process of its own then. */
async function parse(file, format) {
  let timer;
  const answer = await new Promise((resolve) => {
    let text = "";
    timer = setTimeout(() => resolve({ error: "hung" }), HUNG * 1000);
    child.removeAllListeners();
    child.once("exit", () => resolve({ error: "crashed" }));
    child.on("message", (message) => {
      if (message.type === "piece") text += JSON.parse(gunzipSync(message.bytes)).text;
      if (message.type === "piece" || message.type === "image") child.send({ type: "ack" });
      if (message.type === "failed") resolve({ error: message.error });
      if (message.type === "done") resolve({ text, index: JSON.parse(gunzipSync(message.index)) });
    });
    child.send({ type: "parse", path: file, format, options: {} });
  });
  clearTimeout(timer);
  if (answer.error === "hung" || answer.error === "crashed") {
    child.removeAllListeners();
    child.kill();
    await begin();
  }
  return answer;
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
  if (format === "html" || format === "md") return plainBy(file, format);
  if (!["xlsx", "docx", "pptx"].includes(format)) return null;
  const parts = partsOf(file);
  if (format === "xlsx") return sheetsOf(file) + besides(parts);
  return (format === "docx" ? documentOf(parts) : slidesOf(parts)) + besides(parts);
}

/** What pandoc leaves of a page when nothing but its words stays. */
function plainBy(file, format) {
  const from = format === "md" ? "gfm+footnotes+tex_math_dollars" : "html";
  const told = toldBy("pandoc", ["-f", from, "-t", "json", file]);
  if (told === null) return null;
  const words = (node) => {
    if (Array.isArray(node)) return node.map(words).join("");
    if (node === null || typeof node !== "object") return "";
    const { t, c } = node;
    if (t === "Str") return c;
    if (["Code", "CodeBlock", "Math"].includes(t)) return c.at(-1);
    if (t === "Link" || t === "Span" || t === "Div") return words(c[1]);
    if (t === "Image") return words(c[1]);
    return t === "RawInline" || t === "RawBlock" ? "" : words(c ?? []);
  };
  return words(JSON.parse(told).blocks);
}

function toldBy(program, args) {
  try {
    return execFileSync(program, args, { maxBuffer: 512 * 1024 ** 2, stdio: ["ignore", "pipe", "ignore"] }).toString();
  } catch {
    return null;
  }
}

/** The XML of a part by its name, empty when there is none; with the names of all parts. */
function partsOf(file) {
  const bytes = readFileSync(file);
  const entries = entriesOf(bytes, 20_000);
  const xmlOf = (name) => {
    const entry = entries.get(name);
    return entry ? unpack(bytes, entry, 150 * 1024 ** 2).toString("utf8") : "";
  };
  return Object.assign(xmlOf, { names: [...entries.keys()] });
}

const documentOf = (parts) =>
  ["document", "footnotes", "endnotes"].map((name) => wordsOf(parts(`word/${name}.xml`))).join("");

const COMMENT = /<(?:\w+:)?(?:comment|threadedComment|cm|reply)\s[^>]*>/g;

/** Comments with who made them, charts with their values, boxes of sheets, whatever part refers to them. */
function besides(parts) {
  const some = (pattern) => parts.names.filter((name) => pattern.test(name)).map((name) => parts(name));
  const people = some(/^ppt\/(commentAuthors|authors)\.xml$|^xl\/persons\//).flatMap(
    (xml) => xml.match(/<[^>]* id="[^>]*>/g) ?? [],
  );
  const names = new Map(
    people.map((tag) => [attributeOf(tag, "id"), attributeOf(tag, "name") || attributeOf(tag, "displayName")]),
  );
  const said = some(/\/(comments\d*\.xml$|threadedComments\/|comments\/)/).flatMap((xml) => {
    const authors = [...xml.matchAll(/<author>([^<]*)/g)].map(([, name]) => name);
    const tags = [...xml.matchAll(COMMENT)];
    return tags.map(({ 0: tag, index }, at) => {
      const id = attributeOf(tag, "authorId") || attributeOf(tag, "personId");
      const author = attributeOf(tag, "w:author") || names.get(id) || authors[Number(id)] || "";
      const inner = xml.slice(index, tags[at + 1]?.index);
      const words = wordsOf(inner) || (/<(?:\w+:)?text>([^<]*)</.exec(inner)?.[1] ?? "");
      // What Excel keeps of a conversation for older versions of itself.
      return author.startsWith("tc=") ? "" : `${attributeOf(tag, "ref")}${author}:${words}`;
    });
  });
  // The names of a chart's points stand beside each of its series.
  const charts = some(/\/charts\/chart\d*\.xml$/).flatMap((xml) =>
    [...xml.replace(/(<\/c:cat>[\s\S]*?)<c:cat>[\s\S]*?<\/c:cat>/g, "$1").matchAll(/<c:v>([^<]*)|<a:t>([^<]*)/g)].map(
      ([, value, words]) => value ?? words,
    ),
  );
  return [...said, ...charts, ...some(/^xl\/drawings\/drawing\d*\.xml$/).map(wordsOf)].join("");
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
  // What older programs show in place of something is said twice.
  const said = xml.replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, "");
  const found = [...said.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<\/(?:\w+:)?t>/g)].map(([, words]) => words);
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

/** Why a file cannot be read, as far as its bytes show it. */
function causeOf(file, format) {
  const bytes = readFileSync(file);
  const text = bytes.toString("latin1");
  if (bytes.length === 0 || text.trim() === "") return "documentEmpty";
  if (text.startsWith("\xd0\xcf\x11\xe0")) return "documentEncrypted";
  if (format === "pdf" && toldBy("pdftotext", [file, "-"])?.trim() === "") return "documentScanned";
  if (format === "pdf")
    return text.includes("/Encrypt") ? "documentEncrypted" : text.includes("%%EOF") ? null : "documentBroken";
  return /^(docx|xlsx|pptx)$/.test(format) && !text.includes("PK\x05\x06") ? "documentBroken" : null;
}

/** The line of a format. */
function summed(some) {
  const read = some.filter(({ error }) => !error);
  const agreed = read.flatMap((one) => one.agreed ?? []).sort((a, b) => a - b);
  const told = Map.groupBy(
    read.flatMap((one) => one.told),
    (kind) => kind,
  );
  return {
    files: some.length,
    read: read.length,
    "refused rightly": some.filter(({ error, isWrong }) => error && !isWrong).length,
    wrong: some.filter(({ isWrong }) => isWrong).length,
    median: agreed.length > 0 ? percent(agreed[Math.floor(agreed.length / 2)]) : "-",
    worst: agreed.length > 0 ? percent(agreed[0]) : "-",
    "left out and told": [...told].map(([kind, { length }]) => `${kind} ${length}`).join(", "),
  };
}

const percent = (share) => `${(100 * share).toFixed(2)} %`;

const delay = monitorEventLoopDelay({ resolution: 5 });
await begin();
const rows = [];
const results = [];
for (const name of readdirSync(folder).sort()) {
  const format = FORMATS[path.extname(name).slice(1).toLowerCase()];
  if (!format) continue;
  const file = path.join(folder, name);
  const wanted = expected.get(name);
  if (!isMade) await parse(file, format);
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
    const isRight = wanted ? wanted.refused === error : causeOf(file, format) === error;
    results.push({ name, format, error, isWrong: !isRight });
    continue;
  }
  const other = wanted ? (wanted.text ?? "") : reference(file, format);
  const agreed = other === null ? null : agreement(text, other);
  const told = index.warnings.map(({ kind }) => kind);
  const isUntold = (wanted?.told ?? []).some((kind) => !told.includes(kind));
  const isWrong = Boolean(wanted?.refused) || isUntold || (agreed !== null && agreed < AGREES);
  results.push({ name, format, agreed, told, isWrong });
  rows.push({
    name,
    parts: index.parts.length,
    characters: index.characters,
    ms: Math.round(seconds * 1000),
    "parts/s": Math.round(index.parts.length / seconds),
    "parts/CPU s": work > 0 ? Math.round(index.parts.length / work) : "-",
    agreement: agreed === null ? "-" : percent(agreed),
    letters: other === null ? "-" : percent(agreement(text, other, 1)),
    "loop p99 ms": Math.round(delay.percentile(99) / 1e6),
    "loop max ms": Math.round(delay.max / 1e6),
  });
}
if (!isMade) console.table(rows);
console.table(
  Object.fromEntries([...Map.groupBy(results, ({ format }) => format)].map(([format, some]) => [format, summed(some)])),
);
const wrong = results.filter(({ isWrong }) => isWrong);
for (const { name, error, agreed, told } of wrong)
  console.log(
    `to be looked at: ${name}: ${error ?? (agreed === null ? "" : percent(agreed))} ${told?.join(", ") ?? ""}`,
  );
child.removeAllListeners();
child.kill();
if (isMade) rmSync(folder, { recursive: true });

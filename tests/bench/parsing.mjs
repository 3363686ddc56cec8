// npm run bench:parsing -- <folder>: pages a second, agreement with other readers, and how calm the reading process's
// parent stays. Agreement is the F1 of character 3-grams without white space: pdf against `pdftotext` (when it is
// installed), office files against the words of their own XML.
import { execFileSync, fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gunzipSync } from "node:zlib";
import { entriesOf, unpack } from "../../lib/files/readers/zip.mjs";
import { root } from "../../scripts/lib/root.mjs";

const FORMATS = { pdf: "pdf", docx: "docx", pptx: "pptx", xlsx: "xlsx", csv: "csv", html: "html", htm: "html", md: "md", markdown: "md", txt: "txt" };
const folder = path.resolve(process.argv[2] ?? path.join(root, "tests/fixtures/documents"));

const child = fork(path.join(root, "lib/parsing/worker/main.mjs"), [], {
  cwd: root,
  env: {},
  serialization: "advanced",
  execArgv: ["--max-old-space-size=384", "--permission", ...["node_modules", "lib", "package.json"].map((name) => `--allow-fs-read=${path.join(root, name)}`), `--allow-fs-read=${folder}`, "--no-warnings"],
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

function grams(text) {
  const plain = text.normalize("NFKC").replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g, "");
  const counts = new Map();
  for (let at = 0; at + 3 <= plain.length; at++) {
    const gram = plain.slice(at, at + 3);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return { counts, total: Math.max(0, plain.length - 2) };
}

function agreement(a, b) {
  const [one, two] = [grams(a), grams(b)];
  let common = 0;
  for (const [gram, count] of one.counts) common += Math.min(count, two.counts.get(gram) ?? 0);
  return one.total + two.total === 0 ? 1 : (2 * common) / (one.total + two.total);
}

const WORDS = { docx: /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/, pptx: /^ppt\/(slides|notesSlides)\/[^/]+\.xml$/, xlsx: /^xl\/(sharedStrings|worksheets\/[^/]+)\.xml$/ };

/** What another program makes of the file; null without one. */
function reference(file, format) {
  if (format === "pdf") {
    try {
      return execFileSync("pdftotext", [file, "-"], { maxBuffer: 512 * 1024 ** 2 }).toString();
    } catch {
      return null;
    }
  }
  if (!WORDS[format]) return null;
  const bytes = readFileSync(file);
  const parts = [...entriesOf(bytes, 20_000).values()].filter(({ name }) => WORDS[format].test(name));
  return parts.map((entry) => wordsOf(unpack(bytes, entry, 150 * 1024 ** 2).toString("utf8"))).join("\n");
}

function wordsOf(xml) {
  const found = [...xml.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<\/(?:\w+:)?t>/g)].map(([, words]) => words);
  return found.join("").replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name]);
}

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
  const started = performance.now();
  const { text, index, error } = await parse(file, format);
  const seconds = (performance.now() - started) / 1000;
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
    agreement: other === null ? "-" : `${(100 * agreement(text, other)).toFixed(2)} %`,
    "loop p99 ms": Math.round(delay.percentile(99) / 1e6),
    "loop max ms": Math.round(delay.max / 1e6),
  });
}
console.table(rows);
child.kill();

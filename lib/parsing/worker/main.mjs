// The process that reads files. It is told a path and a format, sends what it finds and lives on for the next one;
// the parent ends it when it takes too long, grows too large or fails (lib/parsing/pool).
import "./no-network.mjs";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import { Builder } from "./builder.mjs";
import { ParseStop } from "./failure.mjs";

const READERS = {
  pdf: () => import("./pdf/read.mjs").then((module) => module.readPdf),
  docx: () => import("./docx/read.mjs").then((module) => module.readDocx),
  pptx: () => import("./pptx/read.mjs").then((module) => module.readPptx),
  xlsx: () => import("./xlsx/read.mjs").then((module) => module.readXlsx),
  csv: () => import("./csv.mjs").then((module) => module.readCsvFile),
  html: () => import("./html.mjs").then((module) => module.readHtml),
  md: () => import("./markdown.mjs").then((module) => module.readMarkdown),
  image: () => import("./picture.mjs").then((module) => module.readPicture),
  txt: () => import("./plain.mjs").then((module) => module.readPlain),
};

let acknowledge = () => undefined;

/** Resolves when the parent has taken it: a fast reader never fills the parent's memory. */
function deliver(message) {
  return new Promise((resolve) => {
    acknowledge = resolve;
    process.send(message);
  });
}

const packed = promisify(gzip);
/** What is on its way: one piece is packed and taken while the next one is read, never more. */
let underWay = Promise.resolve();

const deliverer = {
  piece: async (piece) => {
    await underWay;
    const text = JSON.stringify(piece);
    underWay = packed(text, { level: 5 }).then((bytes) => deliver({ type: "piece", number: piece.number, bytes }));
    // Thrown where it is waited for.
    underWay.catch(() => undefined);
  },
  image: async (name, bytes) => {
    await underWay;
    await deliver({ type: "image", name, bytes });
  },
};

let told = 0;
function progress(done, total) {
  const now = Date.now();
  if (now - told < 200) return;
  told = now;
  process.send({ type: "progress", done, total });
}

async function parse({ path, format, options }) {
  const reader = await READERS[format]();
  underWay = Promise.resolve();
  try {
    const builder = new Builder(format, deliverer);
    await reader(path, builder, { progress, ...options });
    const index = await builder.finish();
    return { type: "done", index: gzipSync(JSON.stringify(index)) };
  } finally {
    // The answer comes last, a failure too: a piece after it would be taken for one of the next file.
    await underWay;
  }
}

/** A failure in words of the catalogue; what a parser says itself is for nobody. */
function failed(error) {
  if (error instanceof ParseStop) return { type: "failed", error: error.key };
  return { type: "failed", error: "documentBroken", detail: String(error?.stack ?? error).slice(0, 2000) };
}

const WORK = {
  parse,
  render: async (task) => {
    const { renderPages } = await import("./render.mjs");
    return renderPages(task, (number, bytes) => deliver({ type: "page", number, bytes }));
  },
  inspect: async (task) => (await import("./inspect.mjs")).inspect(task),
};

process.on("message", async (task) => {
  if (task.type === "ack") return acknowledge();
  let reply;
  try {
    reply = await WORK[task.type](task);
  } catch (error) {
    reply = failed(error);
  }
  process.send(reply);
});
process.on("disconnect", () => process.exit(0));
// A parser's promise nobody waits for must not end what is being read.
process.on("unhandledRejection", () => undefined);
process.send({ type: "ready" });

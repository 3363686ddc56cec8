// The process that reads files. It is told a path and a format, sends what it finds and lives on for the next one;
// the parent ends it when it takes too long, grows too large or fails (lib/parsing/pool).
import "./no-network.ts";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { DocumentFormat } from "../../../db/schema/parsing.ts";
import type { ChildMessage, ChildTask, ParentMessage, ParseTask } from "../wire.ts";
import { Builder, type Delivery } from "./builder.ts";
import { ParseStop } from "./failure.ts";
import type { Reader } from "./reader.ts";

const READERS: Readonly<Record<DocumentFormat, () => Promise<Reader>>> = {
  pdf: () => import("./pdf/read.ts").then((module) => module.readPdf),
  docx: () => import("./docx/read.ts").then((module) => module.readDocx),
  pptx: () => import("./pptx/read.ts").then((module) => module.readPptx),
  xlsx: () => import("./xlsx/read.ts").then((module) => module.readXlsx),
  csv: () => import("./csv.ts").then((module) => module.readCsvFile),
  html: () => import("./html.ts").then((module) => module.readHtml),
  md: () => import("./markdown.ts").then((module) => module.readMarkdown),
  image: () => import("./picture.ts").then((module) => module.readPicture),
  txt: () => import("./plain.ts").then((module) => module.readPlain),
};

let acknowledge: () => void = () => undefined;

function tell(message: ChildMessage): void {
  process.send?.(message);
}

/** Resolves when the parent has taken it: a fast reader never fills the parent's memory. */
function deliver(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    acknowledge = resolve;
    tell(message);
  });
}

const packed = promisify(gzip);
/** What is on its way: one piece is packed and taken while the next one is read, never more. */
let underWay: Promise<void> = Promise.resolve();

const delivery: Delivery = {
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
function progress(done: number, total: number): void {
  const now = Date.now();
  if (now - told < 200) return;
  told = now;
  tell({ type: "progress", done, total });
}

async function parse({ path, format, options }: ParseTask): Promise<ChildMessage> {
  const reader = await READERS[format]();
  underWay = Promise.resolve();
  try {
    const builder = new Builder(format, delivery);
    await reader(path, builder, { progress, ...options });
    const index = await builder.finish();
    return { type: "done", index: gzipSync(JSON.stringify(index)) };
  } finally {
    // The answer comes last, a failure too: a piece after it would be taken for one of the next file.
    await underWay;
  }
}

/** A failure in words of the catalogue; what a parser says itself is for nobody. */
function failed(error: unknown): ChildMessage {
  if (error instanceof ParseStop) return { type: "failed", error: error.key };
  const said = (error instanceof Error && error.stack) || String(error);
  return { type: "failed", error: "documentBroken", detail: said.slice(0, 2000) };
}

async function work(task: ChildTask): Promise<ChildMessage> {
  switch (task.type) {
    case "parse":
      return parse(task);
    case "inspect": {
      const { inspect } = await import("./inspect.ts");
      return { type: "done", ...(await inspect(task)) };
    }
    case "render": {
      const { renderPages } = await import("./render.ts");
      await renderPages(task, (number, bytes) => deliver({ type: "page", number, bytes }));
      return { type: "done" };
    }
    case "cut": {
      const { cutPictures } = await import("./cut-outs.ts");
      const left = await cutPictures(task, { progress, deliver: (found) => deliver({ type: "cutOut", ...found }) });
      return { type: "done", ...left };
    }
    case "convert": {
      const { convertPicture } = await import("./convert.ts");
      const size = await convertPicture(task, (number, bytes) => deliver({ type: "page", number, bytes }));
      return { type: "done", ...size };
    }
    case "recognise": {
      const { recognisePages } = await import("./recognise.ts");
      await recognisePages(task, (found) => deliver({ type: "recognised", ...found }));
      return { type: "done" };
    }
  }
}

process.on("message", async (message: ParentMessage) => {
  if (message.type === "ack") return acknowledge();
  tell(await work(message).catch(failed));
});
process.on("disconnect", () => process.exit(0));
// A parser's promise nobody waits for must not end what is being read.
process.on("unhandledRejection", () => undefined);
tell({ type: "ready" });

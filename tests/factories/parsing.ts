import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { DocumentFormat } from "@/db/schema/parsing";
import { temporaryFolder } from "@/lib/parsing/child";
import { type ChildLimits, runInChild, type Turn } from "@/lib/parsing/pool";
import type { Block, ParsedIndex, Piece, RecognisedPage, TableBlock } from "@/lib/parsing/types";
import type { ParseOptions } from "@/lib/parsing/wire";

export interface Read {
  index: ParsedIndex;
  pieces: Piece[];
  blocks: Block[];
  text: string;
  /** `kind: words` of every block. */
  lines: string[];
  tables: TableBlock[];
  words(range: { from: number; to: number }): string;
}

export const fixture = (name: string) => readFileSync(path.resolve("tests/fixtures/documents", name));

async function withFile<T>(bytes: Uint8Array | string, work: (file: string) => Promise<T>): Promise<T> {
  await mkdir(temporaryFolder(), { recursive: true });
  const folder = await mkdtemp(path.join(temporaryFolder(), "t-"));
  try {
    await writeFile(path.join(folder, "file"), bytes);
    return await work(path.join(folder, "file"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the child process makes of these bytes. Throws the failure as AppError. */
export function readBytes(
  bytes: Uint8Array | string,
  format: DocumentFormat,
  limits: ChildLimits & Turn = {},
  options: ParseOptions = {},
): Promise<Read> {
  return withFile(bytes, async (file) => {
    const pieces: Piece[] = [];
    const answer = await runInChild(
      { type: "parse", path: file, format, options },
      {
        ...limits,
        onMessage: (message) => {
          if (message.type === "piece") pieces.push(JSON.parse(gunzipSync(message.bytes).toString("utf8")) as Piece);
        },
      },
    );
    const index = JSON.parse(gunzipSync(answer.index as Uint8Array).toString("utf8")) as ParsedIndex;
    const text = pieces.map((piece) => piece.text).join("");
    const blocks = pieces.flatMap((piece) => piece.blocks);
    const words = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
    const lines = blocks.map((block) => `${block.kind}: ${words(block)}`);
    const tables = blocks.filter((block) => block.kind === "table");
    return { index, pieces, blocks, text, lines, tables, words };
  });
}

export function inspectBytes(bytes: Uint8Array | string, format: DocumentFormat) {
  return withFile(bytes, (file) => runInChild({ type: "inspect", path: file, format }));
}

/** The first page of a pdf as a picture. */
export function drawBytes(bytes: Uint8Array | string): Promise<Uint8Array> {
  return withFile(bytes, async (file) => {
    let drawn = new Uint8Array();
    await runInChild(
      { type: "render", path: file, format: "pdf", from: 1, to: 1 },
      {
        onMessage: (message) => {
          if (message.type === "page") drawn = message.bytes as Uint8Array<ArrayBuffer>;
        },
      },
    );
    return drawn;
  });
}

/** What the machine recognises on pages of a file, by their number. */
export function recogniseBytes(bytes: Uint8Array | string, format: DocumentFormat, pages: number[]) {
  return withFile(bytes, async (path) => {
    const found: Record<number, RecognisedPage | null> = {};
    await runInChild(
      { type: "recognise", path, format, pages },
      {
        onMessage: (message) => {
          if (message.type === "recognised") found[message.number] = message.page;
        },
      },
    );
    return found;
  });
}

/** Words of a table's cells by row and column. */
export function grid({ words }: Read, table: TableBlock): Record<string, string> {
  return Object.fromEntries(table.cells.map((cell) => [`${cell.row},${cell.column}`, words(cell)]));
}

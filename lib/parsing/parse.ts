import "server-only";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { v7 } from "uuid";
import type { DocumentFormat } from "@/db/schema/parsing";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { fileStore } from "@/lib/files/storage";
import { log } from "@/lib/log";
import { storableJson } from "@/lib/text/storable";
import { ChildGone, type ChildLimits, runInChild, type Turn } from "./pool";
import { withLocalFile } from "./source";
import { PIECE_BYTES_MAX, PieceWriter, readIndex, readPiece, type StoredIndex } from "./store";
import type { Piece } from "./types";
import { PARSER_VERSION } from "./version";
import type { ChildMessage, CutOut, FoundIndex, ParseOptions } from "./wire";

const unzip = promisify(gunzip);
const INDEX_BYTES_MAX = 64 * 1024 ** 2;

interface ParseInput extends Turn {
  storageKey: string;
  format: DocumentFormat;
  /** Names this reading; its pieces lie under keys of their own. */
  run: string;
  signal?: AbortSignal;
  onProgress?(percent: number): void;
  options?: ParseOptions;
  /** Its pages are looked through for pictures, where they are no files of their own (pdf). */
  wantsPictures?: boolean;
}

/** Reads a stored file into pieces in the file store and answers the index. What a failed reading wrote is taken away. */
export async function parseStored(input: ParseInput): Promise<{ index: StoredIndex; pieces: PieceWriter }> {
  const { storageKey, format, run, signal, onProgress, options, owner, isQuick } = input;
  const pieces = new PieceWriter(await fileStore(), storageKey, run);
  try {
    const cut = input.wantsPictures && format === "pdf" ? await cutPictures(input, pieces) : null;
    const answer = await withLocalFile(storageKey, signal, (path) =>
      runInChild(
        { type: "parse", path, format, options: { ...options, ...(cut && { pictures: cut.pictures }) } },
        {
          signal,
          owner,
          isQuick,
          onProgress: (done, total) => onProgress?.(Math.min(99, Math.floor((100 * done) / Math.max(1, total)))),
          onMessage: async (message) => {
            if (message.type === "piece") return pieces.piece(message.number, message.bytes);
            if (message.type === "image") return pieces.image(message.name, message.bytes);
          },
        },
      ),
    );
    const index = { ...(await foundIndex(answer)), ...(cut && { lookedThrough: cut.left }) };
    return { index: storedIndex(index, pieces), pieces };
  } catch (error) {
    await pieces.remove();
    throw error;
  }
}

async function foundIndex(answer: { index: Uint8Array }): Promise<FoundIndex> {
  const json = await unzip(answer.index, { maxOutputLength: INDEX_BYTES_MAX });
  return storableJson(JSON.parse(json.toString("utf8")) as FoundIndex);
}

const storedIndex = (index: FoundIndex, { run, written }: PieceWriter): StoredIndex => ({
  ...index,
  ...{ parser: PARSER_VERSION, run, objects: written },
});

/** What bytes in memory are read as; nothing of it is stored. */
export interface ReadBytes {
  index: FoundIndex;
  pieces: Piece[];
  /** Stores the text as the reading of the object of this key. */
  keep(storageKey: string): Promise<{ index: StoredIndex; pieces: PieceWriter }>;
}

interface BytesInput extends Pick<ParseInput, "signal" | "options">, Turn, ChildLimits {
  format: "html" | "md" | "txt";
}

/** Reads a text that may turn out not to be worth keeping, such as a page of the web. Throws what `parseStored` throws. */
export async function parseBytes(
  bytes: Uint8Array,
  { format, signal, options, ...turn }: BytesInput,
): Promise<ReadBytes> {
  const pieces: Piece[] = [];
  const found: ((writer: PieceWriter) => Promise<void>)[] = [];
  const onMessage = async (message: ChildMessage) => {
    if (message.type === "piece") {
      pieces.push(await unpacked(message.bytes));
      found.push((writer) => writer.piece(message.number, message.bytes));
    }
    if (message.type === "image") found.push((writer) => writer.image(message.name, message.bytes));
  };
  const task = { type: "parse" as const, path: "", format, options: { ...options, bytes } };
  const answer = await runInChild(task, { signal, ...turn, onMessage });
  const index = await foundIndex(answer);
  const keep = async (storageKey: string) => {
    const writer = new PieceWriter(await fileStore(), storageKey, v7());
    try {
      for (const write of found) await write(writer);
    } catch (error) {
      await writer.remove();
      throw error;
    }
    return { index: storedIndex(index, writer), pieces: writer };
  };
  return { index, pieces, keep };
}

/** How the text of a file is read here, in the encoding somebody chose or declared for it. */
export async function readingOptions(encoding: string | null | undefined): Promise<ParseOptions> {
  const { defaultLanguage } = await loadConfig("customConfig");
  return { encoding: encoding ?? undefined, language: defaultLanguage.replace("_", "-") };
}

/** Stands for the text a stored file is read as: the same for files that say the same. Nothing is kept of the reading. */
export async function hashStoredText(input: Omit<ParseInput, "run" | "onProgress">): Promise<string> {
  const { storageKey, format, signal, options, ...turn } = input;
  const hash = createHash("sha256");
  await withLocalFile(storageKey, signal, (path) =>
    runInChild(
      { type: "parse", path, format, options: options ?? {} },
      {
        signal,
        ...turn,
        onMessage: async (message) => {
          if (message.type !== "piece") return;
          hash.update((await unpacked(message.bytes)).text);
        },
      },
    ),
  );
  return hash.digest("hex");
}

async function unpacked(bytes: Uint8Array): Promise<Piece> {
  const json = await unzip(bytes, { maxOutputLength: PIECE_BYTES_MAX });
  return JSON.parse(json.toString("utf8")) as Piece;
}

/** The same of a version that was read; null while it was not. */
export async function hashReadText(versionId: string): Promise<string | null> {
  const index = await readIndex(versionId);
  if (!index) return null;
  const hash = createHash("sha256");
  for (const { number } of index.pieces) hash.update((await readPiece(versionId, number))?.text ?? "");
  return hash.digest("hex");
}

/** Keeps the pictures of a pdf's pages. Null where the file is too much for that: its words are read all the same. */
async function cutPictures({ storageKey, format, signal, owner }: ParseInput, pieces: PieceWriter) {
  const pictures: CutOut[] = [];
  try {
    const answer = await withLocalFile(storageKey, signal, (path) =>
      runInChild(
        { type: "cut", path, format },
        {
          signal,
          owner,
          onMessage: async (message) => {
            if (message.type !== "cutOut") return;
            const { page, box, width, height, bytes } = message;
            const name = `${pictures.length + 1}.jpg`;
            await pieces.image(name, bytes);
            pictures.push({ name, mediaType: "image/jpeg", page, box, width, height });
          },
        },
      ),
    );
    const { small, repeated, pages } = answer;
    return { pictures, left: { small: Number(small), repeated: Number(repeated), pages: Number(pages) } };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof AppError || error instanceof ChildGone)) throw error;
    log().info({ err: error }, "pictures of a pdf not looked for");
    await pieces.remove();
    pieces.written.length = 0;
    return null;
  }
}

/** Pages of a stored pdf; everything else is one. */
export async function countPages({ storageKey, format, signal, owner, isQuick }: Omit<ParseInput, "run">) {
  if (format !== "pdf") return 1;
  const answer = await withLocalFile(storageKey, signal, (path) =>
    runInChild({ type: "inspect", path, format }, { signal, owner, isQuick }),
  );
  return Number(answer.pages) || 1;
}

import "server-only";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { DocumentFormat } from "@/db/schema/parsing";
import { loadConfig } from "@/lib/config/system-config";
import { fileStore } from "@/lib/files/storage";
import { storableJson } from "@/lib/text/storable";
import { runInChild, type Turn } from "./pool";
import { withLocalFile } from "./source";
import { PIECE_BYTES_MAX, PieceWriter, readIndex, readPiece, type StoredIndex } from "./store";
import type { Piece } from "./types";
import { PARSER_VERSION } from "./version";
import type { FoundIndex, ParseOptions } from "./wire";

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
}

/** Reads a stored file into pieces in the file store and answers the index. What a failed reading wrote is taken away. */
export async function parseStored(input: ParseInput): Promise<{ index: StoredIndex; pieces: PieceWriter }> {
  const { storageKey, format, run, signal, onProgress, options, owner, isQuick } = input;
  const pieces = new PieceWriter(await fileStore(), storageKey, run);
  try {
    const answer = await withLocalFile(storageKey, signal, (path) =>
      runInChild(
        { type: "parse", path, format, options: options ?? {} },
        {
          signal,
          owner,
          isQuick,
          onProgress: (done, total) => onProgress?.(Math.min(99, Math.floor((100 * done) / Math.max(1, total)))),
          onMessage: (message) => {
            if (message.type === "piece") return pieces.piece(message.number, message.bytes);
            if (message.type === "image") return pieces.image(message.name, message.bytes);
          },
        },
      ),
    );
    const json = await unzip(answer.index, { maxOutputLength: INDEX_BYTES_MAX });
    const index = storableJson(JSON.parse(json.toString("utf8")) as FoundIndex);
    return { index: { ...index, parser: PARSER_VERSION, run, objects: pieces.written }, pieces };
  } catch (error) {
    await pieces.remove();
    throw error;
  }
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
          const json = await unzip(message.bytes, { maxOutputLength: PIECE_BYTES_MAX });
          hash.update((JSON.parse(json.toString("utf8")) as Piece).text);
        },
      },
    ),
  );
  return hash.digest("hex");
}

/** The same of a version that was read; null while it was not. */
export async function hashReadText(versionId: string): Promise<string | null> {
  const index = await readIndex(versionId);
  if (!index) return null;
  const hash = createHash("sha256");
  for (const { number } of index.pieces) hash.update((await readPiece(versionId, number))?.text ?? "");
  return hash.digest("hex");
}

/** Pages of a stored pdf; everything else is one. */
export async function countPages({ storageKey, format, signal, owner, isQuick }: Omit<ParseInput, "run">) {
  if (format !== "pdf") return 1;
  const answer = await withLocalFile(storageKey, signal, (path) =>
    runInChild({ type: "inspect", path, format }, { signal, owner, isQuick }),
  );
  return Number(answer.pages) || 1;
}

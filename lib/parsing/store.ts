import "server-only";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { v7 } from "uuid";
import { db } from "@/db/client";
import type { READING_KINDS } from "@/db/queries/parsing/objects";
import { findParsedIndex, findParsedRun } from "@/db/queries/parsing/parsing";
import { AppError } from "@/lib/errors/errors";
import { ObjectMissing } from "@/lib/errors/object-missing";
import type { FileStore } from "@/lib/files/file-store";
import { fileStore } from "@/lib/files/storage";
import type { ImageEntry, ParsedIndex, Piece } from "./types";

/**
 * `run` names one reading of the file: its pieces never change, a later reading has pieces of its own. `objects`: what lies
 * in the file store of it, for whoever takes it elsewhere (`db/queries/parsing/objects`).
 */
export type StoredIndex = ParsedIndex & { run: string; objects?: WrittenObject[] };

interface WrittenObject {
  kind: (typeof READING_KINDS)[number];
  key: string;
  sha256: string;
  size: number;
}

const unzip = promisify(gunzip);
/** A piece has about 40,000 characters; more than this no honest one unpacks to. */
export const PIECE_BYTES_MAX = 64 * 1024 ** 2;
const CACHE_BYTES = 48 * 1024 ** 2;
const PREFIX_LENGTH = 32;

interface Kept {
  value: unknown;
  bytes: number;
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __pieces?: { kept: Map<string, Kept>; bytes: number } };
shared.__pieces ??= { kept: new Map(), bytes: 0 };
const cache = shared.__pieces;

/** Begins with the file's id, as every key of the file does: they go together when it is purged. */
function keyOf(storageKey: string, run: string, name: string): string {
  const hash = createHash("sha256").update(`${storageKey}\n${run}\n${name}`).digest("hex");
  return storageKey.slice(0, PREFIX_LENGTH) + hash.slice(0, PREFIX_LENGTH);
}

const pieceName = (number: number) => `piece ${number}`;
const imageName = (name: string) => `image ${name}`;

/** Keeps what one reading of a version finds, and takes it away again when the reading fails. */
export class PieceWriter {
  /** Also what could not be written to its end. */
  readonly written: WrittenObject[] = [];

  constructor(
    private readonly store: FileStore,
    private readonly storageKey: string,
    readonly run: string,
  ) {}

  /** `bytes` are the piece as gzip JSON. */
  piece(number: number, bytes: Uint8Array): Promise<void> {
    return this.put("piece", pieceName(number), bytes);
  }

  image(name: string, bytes: Uint8Array): Promise<void> {
    return this.put("picture", imageName(name), bytes);
  }

  async remove(): Promise<void> {
    for (const { key } of this.written) await this.store.remove(key);
  }

  private async put(kind: WrittenObject["kind"], name: string, bytes: Uint8Array): Promise<void> {
    const key = keyOf(this.storageKey, this.run, name);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    this.written.push({ kind, key, sha256, size: bytes.byteLength });
    await this.store.put(key, bytes);
  }
}

/** Takes away what an earlier reading of a version left. */
export async function removeRun(storageKey: string, { run, pieces, images }: StoredIndex): Promise<void> {
  const store = await fileStore();
  for (const { number } of pieces) await store.remove(keyOf(storageKey, run, pieceName(number)));
  for (const { name } of images) await store.remove(keyOf(storageKey, run, imageName(name)));
}

/**
 * What reading a version gave, once more for other bytes that are the same: nothing of it is read, or paid for, again. Null
 * while the version was not read. `pieces` takes it away again. The caller has checked the right to read it.
 */
export async function copyReading(
  versionId: string,
  storageKey: string,
): Promise<{ index: StoredIndex; pieces: PieceWriter } | null> {
  const [index, found] = await Promise.all([readIndex(versionId), findParsedRun(db(), versionId)]);
  if (!index || found?.run !== index.run) return null;
  const pieces = new PieceWriter(await fileStore(), storageKey, v7());
  const read = (name: string) => readObject({ versionId, ...found }, name);
  try {
    for (const { number } of index.pieces) await pieces.piece(number, await read(pieceName(number)));
    for (const { name } of index.images) await pieces.image(name, await read(imageName(name)));
  } catch (error) {
    await pieces.remove();
    // A part is lost: the copy is read from its bytes.
    if (error instanceof AppError && error.key === "documentNotReady") return null;
    throw error;
  }
  return { index: { ...index, run: pieces.run, objects: pieces.written }, pieces };
}

/** What reading a version gave; null while it was not read. The caller has checked the right to read it. */
export async function readIndex(versionId: string): Promise<StoredIndex | null> {
  const found = await findParsedRun(db(), versionId);
  return found && readIndexOf(versionId, found.run);
}

/** As `readIndex`, of a run that was looked up just now. */
export function readIndexOf(versionId: string, run: string): Promise<StoredIndex | null> {
  return remember(`${run} index`, async () => {
    const index = (await findParsedIndex(db(), versionId)) as StoredIndex | null;
    // Forgotten meanwhile, to be read again: this run never comes back.
    if (!index) return { value: null, bytes: 0 };
    return { value: index, bytes: 2000 + 200 * (index.parts.length + index.pieces.length + index.outline.length) };
  });
}

/**
 * A piece of a version's text; null when there is none of this number. The caller has checked the right to read it. Throws
 * documentNotReady while the version is read, also when the file store has lost the piece: the version is read again.
 */
export async function readPiece(versionId: string, number: number): Promise<Piece | null> {
  const index = await readIndex(versionId);
  if (!index) throw new AppError("documentNotReady");
  return index.pieces[number] ? loadPiece(versionId, index, number) : null;
}

async function loadPiece(versionId: string, { run }: StoredIndex, number: number): Promise<Piece> {
  return remember(`${run} ${number}`, async () => {
    const found = await findParsedRun(db(), versionId);
    // Read anew meanwhile.
    if (found?.run !== run) throw new AppError("documentNotReady");
    const packed = await readObject({ versionId, ...found }, pieceName(number));
    const json = await unzip(packed, { maxOutputLength: PIECE_BYTES_MAX });
    return { value: JSON.parse(json.toString("utf8")) as Piece, bytes: json.length * 2 };
  });
}

/** Words of a version's text from one offset to another. The caller has checked the right to read it. Throws as `readPiece`. */
export async function readText(versionId: string, from: number, to: number): Promise<string> {
  const index = await readIndex(versionId);
  if (!index) return "";
  let text = "";
  for (const piece of index.pieces) {
    if (piece.to <= from || piece.from >= to) continue;
    const { text: words } = await loadPiece(versionId, index, piece.number);
    text += words.slice(Math.max(0, from - piece.from), to - piece.from);
  }
  return text;
}

/** A picture of a version; null when it has none of this name. The caller has checked the right to read it. Throws as `readPiece`. */
export async function readImage(versionId: string, name: string): Promise<{ bytes: Buffer; entry: ImageEntry } | null> {
  const [index, found] = await Promise.all([readIndex(versionId), findParsedRun(db(), versionId)]);
  if (!index || found?.run !== index.run) throw new AppError("documentNotReady");
  const entry = index.images.find((image) => image.name === name);
  if (!entry) return null;
  return { bytes: await readObject({ versionId, ...found }, imageName(name)), entry };
}

/** What tells a version's picture from every other: the hash of its bytes. The caller has checked the right to read it. Throws as `readPiece`. */
export async function pictureHash(versionId: string, name: string): Promise<string> {
  const [index, found] = await Promise.all([readIndex(versionId), findParsedRun(db(), versionId)]);
  if (!index || found?.run !== index.run) throw new AppError("documentNotReady");
  const key = keyOf(found.storageKey, index.run, imageName(name));
  const known = index.objects?.find((object) => object.key === key)?.sha256;
  if (known) return known;
  return createHash("sha256")
    .update(await readObject({ versionId, ...found }, imageName(name)))
    .digest("hex");
}

/** A reading whose part is not there any more: a lost disk, an archive that did not carry it. */
export interface LostReading {
  versionId: string;
  run: string;
  storageKey: string;
}

const handlers = globalThis as typeof globalThis & { __lostReading?: (reading: LostReading) => Promise<void> };

/** Says what is done about a reading that lost a part of itself: whoever does it stands above this folder. */
export function onLostReading(handle: (reading: LostReading) => Promise<void>): void {
  handlers.__lostReading = handle;
}

/** What is not there any more is made again from the file itself. */
async function readObject(reading: LostReading, name: string): Promise<Buffer> {
  try {
    return await buffer(await (await fileStore()).read(keyOf(reading.storageKey, reading.run, name)));
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    await handlers.__lostReading?.(reading);
    throw new AppError("documentNotReady");
  }
}

/** Runs never change, so what was read stays right; the least used goes first. */
async function remember<T>(key: string, read: () => Promise<{ value: T; bytes: number }>): Promise<T> {
  const known = cache.kept.get(key);
  if (known) {
    cache.kept.delete(key);
    cache.kept.set(key, known);
    return known.value as T;
  }
  const fresh = await read();
  const before = cache.kept.get(key);
  if (before) cache.bytes -= before.bytes;
  cache.kept.set(key, fresh);
  cache.bytes += fresh.bytes;
  for (const [oldest, { bytes }] of cache.kept) {
    if (cache.bytes <= CACHE_BYTES) break;
    cache.kept.delete(oldest);
    cache.bytes -= bytes;
  }
  return fresh.value;
}

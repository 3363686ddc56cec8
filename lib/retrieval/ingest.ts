import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import {
  insertSetWords,
  insertSliceSet,
  insertSlices,
  removeUnreadySets,
  setSliceCount,
} from "@/db/queries/retrieval/retrieval";
import { Pace } from "@/lib/jobs/pace";
import type { ParsedIndex, Piece } from "@/lib/parsing/types";
import { indexTerms } from "./index-text";
import { matchFinder } from "./matches";
import { segment } from "./segment";
import { manyTokensCounter, tokenCounter } from "./tokens";
import type { PictureFacts, Segmentation } from "./types";
import { type Island, type WovenSlice, weave } from "./weave";
import { BLOCK_SLICES, WordsBuilder } from "./words";

export interface SegmentVersionInput {
  versionId: string;
  index: Pick<ParsedIndex, "pieces" | "characters">;
  readPiece(number: number): Promise<Piece>;
  /** `reading`, or the id of the base the set is made for. */
  owner: string;
  segmentation: Segmentation;
  /** Slices made by hand that stay, and what the owner keeps of the cut until the set answers. */
  hand?: { islands: readonly Island[]; kept: object };
  /** Slices of described pictures, and what became of all. */
  pictures?: { islands: readonly Island[]; facts: PictureFacts };
  signal: AbortSignal;
  /** Per cent done. */
  onProgress?(percent: number): void | Promise<void>;
}

/** Slices written at a time: a statement the database is done with in some milliseconds. */
const BATCH = 50;

/**
 * Cuts a version into slices and stores them with their words. The set answers no search before it was made ready. What an
 * earlier attempt for the same owner left unfinished is removed first; a set that answers stays until the new one does.
 */
export async function segmentVersion(
  input: SegmentVersionInput,
): Promise<{ setId: string; slices: number; tokens: number }> {
  const { versionId, index, owner, segmentation, signal } = input;
  const setId = v7();
  await db().transaction(async (tx) => {
    await removeUnreadySets(tx, versionId, owner);
    await insertSliceSet(tx, {
      id: setId,
      versionId,
      owner,
      segmentation,
      kept: input.hand?.kept,
      pictures: input.pictures?.facts,
    });
  });
  let ordinal = 0;
  let tokens = 0;
  let batch: CutSlice[] = [];
  let words = new WordsBuilder();
  let blocks = 0;
  let wordBytes = 0;
  const writeWords = async () => {
    const block = words.build();
    await insertSetWords(db(), { setId, number: blocks++, words: block });
    wordBytes += block.length;
    words = new WordsBuilder();
  };
  // The next slices are cut while the database stores these.
  let storing: Promise<void> = Promise.resolve();
  const write = async () => {
    signal.throwIfAborted();
    const first = ordinal - batch.length;
    const rows = batch.map((slice, at) => ({ ...slice, setId, ordinal: first + at }));
    const at = batch.at(-1)?.to ?? 0;
    batch = [];
    await storing;
    storing = insertSlices(db(), rows);
    // Whoever waits for it is told; until then it must not end the process.
    storing.catch(() => undefined);
    if (words.slices === BLOCK_SLICES) await writeWords();
    await input.onProgress?.(Math.min(99, Math.floor((100 * at) / Math.max(1, index.characters))));
  };
  for await (const { slice, counts } of slicesOf(input)) {
    if (counts) words.add(slice.id, counts, slice.termCount);
    batch.push(slice);
    ordinal++;
    tokens += slice.tokens;
    if (batch.length === BATCH || words.slices === BLOCK_SLICES) await write();
  }
  if (batch.length > 0) await write();
  await storing;
  if (words.slices > 0) await writeWords();
  signal.throwIfAborted();
  await setSliceCount(db(), setId, { sliceCount: ordinal, wordBytes });
  return { setId, slices: ordinal, tokens };
}

export type CutSlice = WovenSlice & { id: string; termCount: number };

/** A text that is cut and not stored: its slices, and their words in blocks. */
export interface CutText {
  slices: CutSlice[];
  blocks: Buffer[];
}

/** Cuts a short text in memory as `segmentVersion` would: whoever stores it does so with what else they write. */
export async function cutText(
  input: Pick<SegmentVersionInput, "index" | "readPiece" | "segmentation" | "signal">,
): Promise<CutText> {
  const slices: CutSlice[] = [];
  const blocks: Buffer[] = [];
  let words = new WordsBuilder();
  for await (const { slice, counts } of slicesOf(input)) {
    slices.push(slice);
    if (counts) words.add(slice.id, counts, slice.termCount);
    if (words.slices < BLOCK_SLICES) continue;
    blocks.push(words.build());
    words = new WordsBuilder();
  }
  if (words.slices > 0) blocks.push(words.build());
  return { slices, blocks };
}

type Cutting = Pick<SegmentVersionInput, "index" | "readPiece" | "segmentation" | "hand" | "pictures" | "signal">;

/** Slices in their order with the words each is found by. */
async function* slicesOf(input: Cutting) {
  const count = await tokenCounter();
  const pace = new Pace();
  const { segmentation, signal } = input;
  const engines = { find: matchFinder(signal), countMany: manyTokensCounter(signal) };
  const cut = segment(piecesOf(input), segmentation, count, engines);
  const islands = [...(input.hand?.islands ?? []), ...(input.pictures?.islands ?? [])];
  for await (const woven of islands.length > 0 ? weave(cut, islands, count) : cut) {
    const { termCount, counts } = wordsOf(woven);
    const slice: CutSlice = { ...woven, id: v7(), termCount };
    yield { slice, counts };
    await pace.rest();
  }
}

/** Words a slice is found by; one that answers nobody has none. */
export function wordsOf(slice: Pick<WovenSlice, "heading" | "text" | "isDisabled">) {
  return slice.isDisabled ? { termCount: 0, counts: null } : indexTerms(slice);
}

async function* piecesOf({ index, readPiece, signal }: Cutting): AsyncGenerator<Piece> {
  for (const { number } of index.pieces) {
    signal.throwIfAborted();
    yield await readPiece(number);
  }
}

import "server-only";
import { createHash } from "node:crypto";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { markGraphed } from "@/db/queries/retrieval/graph";
import { insertRefusedSlices } from "@/db/queries/retrieval/refused";
import {
  copyCachedEmbeddings,
  findCachedDimensions,
  findSliceSet,
  insertCachedEmbeddings,
  listCachedEmbeddings,
  listSlicesWithoutVector,
  setEmbeddingModel,
  touchCachedEmbeddings,
} from "@/db/queries/retrieval/retrieval";
import type { Actor } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { embed, type WholeCallInput } from "@/lib/models/calls";
import { resolveFor } from "@/lib/models/registry";
import { type ResolvedModel, SupplierError } from "@/lib/models/types";
import { indexText } from "./index-text";

/** ARCHITECTURE 9: what an index of the database can hold. */
export const DIMENSIONS_MAX = 2000;
/** Asked for where a model gives more by itself; the size most models that shorten theirs can give. */
const SHORTER_DIMENSIONS = 1024;
/** Texts of a call; suppliers take at least so many. */
const BATCH = 25;
/** Calls for one set at a time. */
const CALLS = 4;
/** Tokens of a call, far below what suppliers take. */
const BATCH_TOKENS = 16_000;
/** What a supplier says of the texts it was sent, where another one may well be answered. */
const OF_TEXTS: readonly string[] = ["supplierRefused", "contextTooLong", "contentFiltered"];
/** A text no supplier has a reason to refuse. */
const PLAIN_TEXT = "text";

export interface EmbedSetInput {
  setId: string;
  /** Who pays: the vectors are counted as theirs. */
  viewer: Actor;
  /** In which app. */
  app: string;
  /** The default of the viewer's where none is named. */
  embeddingModelId?: string;
  signal: AbortSignal;
  /** Asked before every few calls; what it throws ends the work. */
  beforeBuying?(): Promise<void>;
  /** Per cent done. */
  onProgress?(percent: number): void | Promise<void>;
}

/**
 * Gives a set its vectors. Can be stopped and started again anywhere: vectors that are there stay, and what was bought once
 * is taken from the cache. Without an embedding model the set is found by words only, as is a slice whose text the model
 * refuses. The set answers once it is made ready.
 */
export async function embedSet(input: EmbedSetInput): Promise<void> {
  const { setId, viewer, app, signal, beforeBuying, onProgress } = input;
  const set = orNotFound(await findSliceSet(db(), setId));
  if (set.isReady) return;
  const model = await embeddingModel(viewer, input.embeddingModelId);
  await setEmbeddingModel(db(), setId, model?.id ?? null);
  if (!model) return;
  const progress = (done: number) => onProgress?.(Math.min(99, Math.floor((100 * done) / Math.max(1, set.sliceCount))));
  await embedMissing({ setId, viewer, app, signal, beforeBuying, model }, progress);
}

/**
 * Gives vectors to the slices of a set that have none: those a person changed. By the model the set was made with, whose id it
 * answers; null where there is none.
 */
export async function embedChanged({
  setId,
  viewer,
  app,
  signal,
  beforeBuying,
}: Omit<EmbedSetInput, "embeddingModelId" | "onProgress">): Promise<string | null> {
  const set = await findSliceSet(db(), setId);
  const model = set?.embeddingModelId ? await embeddingModel(viewer, set.embeddingModelId) : null;
  if (!model) return null;
  // Searched exactly until the new ones are in the graph too.
  if (set?.isGraphed) await markGraphed(db(), setId, false);
  await embedMissing({ setId, viewer, app, signal, beforeBuying, model });
  return model.id;
}

/**
 * Gives the slices of a set vectors of another model beside those it is searched by. Can be stopped and started again
 * anywhere, as `embedSet`. Throws modelNotFound.
 */
export async function embedBeside(
  input: Omit<EmbedSetInput, "embeddingModelId" | "onProgress"> & {
    modelId: string;
    onSlices(count: number): void | Promise<void>;
  },
): Promise<void> {
  const { setId, viewer, app, signal, beforeBuying, modelId, onSlices } = input;
  const model = await resolveFor(viewer, "embedding", modelId);
  let told = 0;
  await embedMissing({ setId, viewer, app, signal, beforeBuying, model }, (done) => {
    const more = done - told;
    told = done;
    return onSlices(more);
  });
}

/** The one that is named, or the default; null when there is none for this person. */
export async function embeddingModel(viewer: Actor, wanted?: string): Promise<ResolvedModel | null> {
  try {
    return await resolveFor(viewer, "embedding", wanted);
  } catch (error) {
    if (error instanceof AppError && error.key === "noModel") return null;
    throw error;
  }
}

interface Buying extends Pick<EmbedSetInput, "viewer" | "app" | "signal" | "beforeBuying"> {
  model: ResolvedModel;
}

interface Embedding extends Buying {
  setId: string;
}

/** Some calls at a time. Where one fails the others still keep what they bought, before the failure is told. */
async function embedMissing(embedding: Embedding, tell?: (done: number) => void | Promise<void>): Promise<void> {
  const { setId, model, signal } = embedding;
  let done = 0;
  for (let after: number | undefined; ; ) {
    signal.throwIfAborted();
    const slices = await listSlicesWithoutVector(db(), { setId, modelId: model.id, after }, BATCH * CALLS);
    if (slices.length === 0) return;
    await embedding.beforeBuying?.();
    after = slices.at(-1)?.ordinal;
    const texts = slices.map((slice) => ({ id: slice.id, tokens: slice.tokens, ...embeddedText(slice) }));
    const hashes = new Set(texts.map(({ sha256 }) => sha256));
    const { known, unused } = await listCachedEmbeddings(db(), model.id, [...hashes]);
    await touchCachedEmbeddings(db(), model.id, unused);
    const missing = [...new Map(texts.map((text) => [text.sha256, text])).values()].filter(
      (text) => !known.has(text.sha256),
    );
    const batches = batchesOf(missing);
    const calls = await Promise.allSettled(batches.map((batch) => buy(embedding, batch)));
    const refused = new Set<string>();
    for (const [at, call] of calls.entries()) {
      if (call.status === "rejected") continue;
      for (const { sha256 } of batches[at]!) (call.value.has(sha256) ? refused : known).add(sha256);
    }
    const found = texts.filter(({ sha256 }) => known.has(sha256));
    const left = texts.filter(({ sha256 }) => refused.has(sha256));
    if (found.length > 0) await copyCachedEmbeddings(db(), { setId, modelId: model.id }, found);
    await insertRefusedSlices(
      db(),
      { setId, modelId: model.id },
      left.map(({ id }) => id),
    );
    const settled = found.length + left.length;
    done += settled;
    if (settled > 0) await tell?.(done);
    for (const call of calls) if (call.status === "rejected") throw call.reason;
  }
}

interface Wanted {
  text: string;
  tokens: number;
  sha256: string;
}

function batchesOf(slices: readonly Wanted[]): Wanted[][] {
  const batches: Wanted[][] = [];
  let tokens = 0;
  for (const slice of slices) {
    const last = batches.at(-1);
    tokens += slice.tokens;
    if (last && last.length < BATCH && tokens <= BATCH_TOKENS) {
      last.push(slice);
      continue;
    }
    batches.push([slice]);
    tokens = slice.tokens;
  }
  return batches;
}

/** What a slice is embedded as, by the name the cache has for it. */
export function embeddedText(slice: { heading: string; text: string }): { text: string; sha256: string } {
  const text = indexText(slice);
  return { text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** Of some texts those whose vectors were never bought, each once. */
export async function listUnbought<T extends { sha256: string }>(modelId: string, texts: readonly T[]): Promise<T[]> {
  const each = new Map(texts.map((text) => [text.sha256, text]));
  const { known } = await listCachedEmbeddings(db(), modelId, [...each.keys()]);
  return [...each.values()].filter(({ sha256 }) => !known.has(sha256));
}

/**
 * Buys vectors of texts that have none into the cache: whatever is made of these words later finds them there. Those the model
 * refuses are left out.
 */
export async function buyAhead(buying: Buying, texts: readonly Wanted[]): Promise<void> {
  const batches = batchesOf(texts);
  for (let at = 0; at < batches.length; at += CALLS) {
    buying.signal.throwIfAborted();
    await buying.beforeBuying?.();
    const calls = await Promise.allSettled(batches.slice(at, at + CALLS).map((batch) => buy(buying, batch)));
    for (const call of calls) if (call.status === "rejected") throw call.reason;
  }
}

/**
 * Buys some texts, those the model refuses left out, and answers the hashes of these: one refused text must not keep a file
 * from being found. Each is found by halves. What is refused although it is plain is no fault of the texts, and thrown.
 */
async function buy(buying: Buying, wanted: readonly Wanted[]): Promise<Set<string>> {
  try {
    await buyWhole(buying, wanted);
    return new Set();
  } catch (error) {
    if (!(error instanceof SupplierError && OF_TEXTS.includes(error.key))) throw error;
    const [first, ...others] = wanted;
    if (first && others.length === 0) {
      if (first.text === PLAIN_TEXT || !(await isAnswered(buying, PLAIN_TEXT))) throw error;
      return new Set([first.sha256]);
    }
    const middle = Math.ceil(wanted.length / 2);
    const before = await buy(buying, wanted.slice(0, middle));
    return before.union(await buy(buying, wanted.slice(middle)));
  }
}

async function isAnswered({ viewer, app, signal, model }: Buying, text: string): Promise<boolean> {
  try {
    await embedTexts({ viewer, app, model, inputs: [text], signal });
    return true;
  } catch (error) {
    if (error instanceof SupplierError && OF_TEXTS.includes(error.key)) return false;
    throw error;
  }
}

/** Stored at once, call by call: what is paid for must not be lost with what follows. */
async function buyWhole({ viewer, app, signal, model }: Buying, wanted: readonly Wanted[]): Promise<void> {
  const vectors = await embedTexts({ viewer, app, model, inputs: wanted.map(({ text }) => text), signal });
  await assertSameLength(model, vectors);
  await insertCachedEmbeddings(
    db(),
    wanted.map(({ sha256 }, at) => ({ modelId: model.id, sha256, embedding: vectors[at]! })),
  );
}

/** A search compares vectors of one length: others would be found by nobody. Throws vectorsOtherLength. */
async function assertSameLength({ id }: ResolvedModel, vectors: readonly number[][]): Promise<void> {
  const usual = await findCachedDimensions(db(), id);
  if (usual !== null && vectors.some(({ length }) => length !== usual)) throw new AppError("vectorsOtherLength");
}

/** Models seen to give too long vectors: the next call asks for short ones at once. */
const shortened = new Set<string>();

interface EmbedTexts extends Pick<WholeCallInput, "signal" | "sessionId" | "onCost"> {
  viewer: Actor;
  app: string;
  model: ResolvedModel;
  inputs: string[];
  dimensions?: number;
}

/** Vectors of texts, metered as the app's use. Throws vectorsTooLong when the model cannot give short enough ones. */
export async function embedTexts(request: EmbedTexts): Promise<number[][]> {
  const { viewer, model, inputs, dimensions, ...rest } = request;
  const call = async (size: number | undefined) => {
    const input = { ...rest, actor: viewer, requestId: v7(), model, keepsContent: false };
    const { vectors } = await embed(input, { inputs, dimensions: size });
    return vectors;
  };
  const vectors = await call(dimensions ?? (shortened.has(model.id) ? SHORTER_DIMENSIONS : undefined));
  if ((vectors[0]?.length ?? 0) <= DIMENSIONS_MAX) return vectors;
  shortened.add(model.id);
  const shorter = await call(SHORTER_DIMENSIONS);
  if ((shorter[0]?.length ?? 0) > DIMENSIONS_MAX)
    throw new AppError("vectorsTooLong", { args: { max: DIMENSIONS_MAX } });
  return shorter;
}

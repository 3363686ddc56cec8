import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Queryable, type Transaction } from "@/db/client";
import { findUnreadySet, findVersionSource, storeReading } from "@/db/queries/parsing/parsing";
import { deleteRecognisedPages, insertRecognisedPage, listRecognisedPages } from "@/db/queries/parsing/recognition";
import { findSliceSet, lockReadySets, makeReady } from "@/db/queries/retrieval/retrieval";
import type { DocumentFormat, ParseStatus } from "@/db/schema/parsing";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { supplierFailures } from "@/lib/models/passing";
import { countPages, parseStored, readingOptions } from "@/lib/parsing/parse";
import { isRecognitionOn, type RecognisedEntry, recognisePages } from "@/lib/parsing/recognition";
import { readIndex, readPiece, readText } from "@/lib/parsing/store";
import { readPagesByModel, visionModelOf } from "@/lib/parsing/vision";
import type { ParseOptions } from "@/lib/parsing/wire";
import { embedSet } from "@/lib/retrieval/build";
import { segmentVersion } from "@/lib/retrieval/ingest";
import { segmentationSchema } from "@/lib/retrieval/types";
import type { Island } from "@/lib/retrieval/weave";
import type { Task } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { keptText } from "@/lib/text/line";
import { describePictures, describerOf, type PictureWish, pictureSlices } from "./pictures";

/** A file of at most so many bytes is read in a moment and does not wait for larger ones. */
export const SMALL_BYTES = 262_144;

/** What is made of a file version, for whom. */
const inputSchema = z.object({
  versionId: z.uuid(),
  /** Of the slice set: `reading`, or the id of a base. A set that answers stays until the new one is whole. */
  owner: keptText,
  /** Which app's use the calls of models are. */
  app: keptText,
  segmentation: segmentationSchema,
  /** The default of the task's owner where none is named. */
  embeddingModelId: z.uuid().optional(),
  /** It is read only: how it is cut is said later. */
  isHeld: z.boolean().optional(),
});
const stateSchema = z.object({
  /** The file is a picture of text, or has pages that are: a model that sees reads it, or the machine recognises it. */
  isSeen: z.boolean().default(false),
  /** Pages that model has read, by number: none is paid for twice. */
  pageTexts: z.record(keptText, keptText).default({}),
});
export type IngestionInput = z.infer<typeof inputSchema>;
type State = z.infer<typeof stateSchema>;
type Ingestion = HeldTask<IngestionInput, State>;

type Stage = "parsing" | "segmenting" | "building";
const FAILED: Record<Stage, ParseStatus> = {
  parsing: "parse_failed",
  segmenting: "split_failed",
  building: "build_failed",
};
const STAGES: Readonly<Record<string, Stage>> = {
  read: "parsing",
  describe: "parsing",
  segment: "segmenting",
  embed: "building",
  index: "building",
};

/** What the row of an area is told of an ingestion under way. */
export interface IngestionChange {
  status: ParseStatus;
  failure: string | null;
  /** Of all slices, once they are cut. */
  tokens?: number;
  finishedAt: Date | null;
}

/** What an area keeps of a cut for the slices that people made (spec F3). */
export interface HandMade {
  /** Puts them where their words stand in a version; null where there are none. */
  place(input: IngestionInput, readText: () => Promise<string>): Promise<{ islands: Island[]; kept: object } | null>;
  /** As the set begins to answer. False where somebody changed one since it was cut: then it is cut again. */
  settle(tx: Transaction, input: IngestionInput, setId: string): Promise<boolean>;
}

interface Caller {
  /** Writes the state to the row by which people see it. That of what is read (`insertParsedVersion`) is there already. */
  setState(tx: Transaction, input: IngestionInput, change: IngestionChange): Promise<void>;
  hand?: HandMade;
  /** Throws where nobody wants it any more, or its owner may not have it made: asked before anything is bought. */
  assertWanted?(input: IngestionInput, actor: Actor): Promise<void>;
  /** The model of the owner's vectors, where that may change while a file waits; null or without it the input's. */
  modelOf?(queryable: Queryable, input: IngestionInput): Promise<string | null>;
  /** What becomes of a held version that was read, as its task ends. */
  onRead?(tx: Transaction, task: Ingestion): Promise<void>;
  /** How the owner has pictures described; null or without it they are not looked at. */
  picturesOf?(queryable: Queryable, input: IngestionInput): Promise<PictureWish | null>;
}

/**
 * The steps that make a stored file searchable, for a kind of task of an area: spread into its `defineTask`. The text of a
 * version is read once, whoever asks for it; every owner has slices of their own.
 */
export function ingestion({ setState, hand, assertWanted, modelOf, onRead, picturesOf }: Caller) {
  const enter = (tx: Transaction, input: IngestionInput, status: ParseStatus, tokens?: number) =>
    setState(tx, input, { status, failure: null, tokens, finishedAt: null });

  const checkWanted = async (task: Ingestion) => assertWanted?.(task.input, await task.actor());

  /** Where the bytes lie, and whose turn reading them is. Throws documentCancelled when the file was deleted. */
  async function sourceOf(task: Ingestion): Promise<Source> {
    await checkWanted(task);
    const source = await findVersionSource(db(), task.input.versionId);
    if (!source?.format || source.isDeleted) throw new AppError("documentCancelled");
    const { storageKey, format, encoding, ownerId, size } = source;
    return { storageKey, format, encoding, owner: ownerId, isQuick: size <= SMALL_BYTES };
  }

  /** The file in a child process, unless somebody had it read before. A picture of text is left to the next step. */
  async function read(task: Ingestion): Promise<void> {
    const isRead = (await readIndex(task.input.versionId)) !== null;
    // At the first try only: whatever is kept counts as getting further.
    if (task.attempts === 1) {
      await task.commit(async (tx, { input }) => {
        await enter(tx, input, isRead ? "segmenting" : "parsing");
        return {};
      });
    }
    if (isRead) return;
    const source = await sourceOf(task);
    const wantsScans = !(await visionModelOf(await task.actor())) && (await isRecognitionOn());
    const isSeen = source.format === "image" || (await parse(task, source, { wantsScans }).then(() => false, isScan));
    if (isSeen) await task.keep({ state: { ...task.state, isSeen } });
  }

  /**
   * Pages and pictures of text, through the vision model of the task's owner; without one the machine recognises them,
   * where that is on, or the failure says so.
   */
  async function describePages(task: Ingestion): Promise<void> {
    if (!task.state.isSeen || (await readIndex(task.input.versionId))) return;
    const source = await sourceOf(task);
    const actor = await task.actor();
    const model = await visionModelOf(actor);
    if (!model && (await isRecognitionOn())) return recognise(task, source);
    if (!model) throw new AppError(source.format === "image" ? "visionModelMissing" : "documentScanned");
    const { signal, input, state } = task;
    const kept = { ...state.pageTexts };
    const pageTexts = await readPagesByModel({
      ...source,
      actor,
      app: input.app,
      model,
      pages: await countPages({ ...source, signal }),
      signal,
      known: state.pageTexts,
      keep: async (number, text) => {
        kept[number] = text;
        await task.keep({ state: { isSeen: true, pageTexts: kept } });
        await checkWanted(task);
      },
      onProgress: (percent) => task.tell(percent, 100),
    });
    await parse(task, source, { pageTexts });
  }

  /** A held version is read: the task ends here, and another one goes on from there with its pictures. */
  async function describe(task: Ingestion): Promise<void> {
    await describePages(task);
    if (!task.input.isHeld) return look(task);
    await task.finish(async (tx) => {
      await setState(tx, task.input, { status: "uploaded", failure: null, finishedAt: new Date() });
      await onRead?.(tx, task);
    });
  }

  /** How pictures are described, and by which model; null where the owner wants none. */
  async function describerFor(task: Ingestion) {
    const wish = await picturesOf?.(db(), task.input);
    return wish ? { model: await describerOf(await task.actor(), wish) } : null;
  }

  async function look(task: Ingestion): Promise<void> {
    const { app, versionId } = task.input;
    const model = (await describerFor(task))?.model;
    const index = model ? await readIndex(versionId) : null;
    if (!model || !index) return;
    await describePictures({
      ...{ app, model, versionId, index, signal: task.signal, actor: await task.actor() },
      // The base may be deleted, or the right to it withdrawn, between two pictures.
      beforeBuying: () => sourceOf(task),
      onProgress: (done, total) => task.tell(done, total),
    });
  }

  async function recognise(task: Ingestion, source: Source): Promise<void> {
    const { versionId } = task.input;
    const { signal } = task;
    const recognised = await recognisePages({
      ...source,
      pages: await countPages({ ...source, signal }),
      signal,
      known: (await listRecognisedPages(db(), versionId)) as RecognisedEntry[],
      keep: (entry) =>
        task.commit(async (tx) => {
          await insertRecognisedPage(tx, { versionId, ...entry });
          return {};
        }),
      onProgress: (done, total) => task.tell(done, total),
    }).catch(async (error: unknown) => {
      // None could be done: at another try each is looked at anew.
      if (error instanceof AppError) await deleteRecognisedPages(db(), versionId);
      throw error;
    });
    await parse(task, source, { recognised });
  }

  async function parse(
    task: Ingestion,
    { encoding, ...source }: Source,
    more?: Pick<ParseOptions, "pageTexts" | "recognised" | "wantsScans">,
  ) {
    const { signal } = task;
    const options = { ...(await readingOptions(encoding)), ...more };
    const onProgress = (percent: number) => task.tell(percent, 100);
    const wantsPictures = Boolean(await picturesOf?.(db(), task.input));
    const { index, pieces } = await parseStored({ ...source, run: v7(), signal, onProgress, options, wantsPictures });
    let isOurs = false;
    try {
      await task.commit(async (tx, { input }) => {
        isOurs = await storeReading(tx, input.versionId, index);
        await deleteRecognisedPages(tx, input.versionId);
        await enter(tx, input, "segmenting");
        return { state: { isSeen: false, pageTexts: {} } };
      });
    } catch (error) {
      isOurs = false;
      throw error;
    } finally {
      if (!isOurs) await pieces.remove();
    }
  }

  /** Slices in a set of their own, which answers nobody yet. */
  async function segment(task: Ingestion): Promise<string> {
    const { versionId, owner, segmentation } = task.input;
    // Forgotten since, to be read again.
    if (!(await readIndex(versionId))) {
      await read(task);
      await look(task);
    }
    const index = await readIndex(versionId);
    if (!index) throw new AppError("documentNotReady");
    const made = await hand?.place(task.input, () => readWhole(versionId));
    const describer = await describerFor(task);
    const { setId, tokens } = await segmentVersion({
      versionId,
      index,
      readPiece: async (number) => {
        const piece = await readPiece(versionId, number);
        if (!piece) throw new Error(`piece ${number} is missing`);
        return piece;
      },
      owner,
      segmentation,
      hand: made ?? undefined,
      pictures: describer ? await pictureSlices({ versionId, index }, describer.model) : undefined,
      signal: task.signal,
      onProgress: (percent) => task.tell(percent, 100),
    });
    await task.commit(async (tx, { input }) => {
      await enter(tx, input, "building", tokens);
      return {};
    });
    return setId;
  }

  async function embed(task: Ingestion): Promise<string> {
    const { versionId, owner, app, embeddingModelId } = task.input;
    await sourceOf(task);
    // The set went away with its base or a crash: cut it again.
    const setId = (await findUnreadySet(db(), versionId, owner)) ?? (await segment(task));
    const modelId = (await modelOf?.(db(), task.input)) ?? embeddingModelId;
    await embedSet({
      ...{ setId, viewer: await task.actor(), app, embeddingModelId: modelId, signal: task.signal },
      beforeBuying: () => checkWanted(task),
      // Kept, not only told: however often it is broken off, what has got further is begun again.
      onProgress: (percent) => task.keep({ done: percent, total: 100 }),
    });
    return setId;
  }

  /** The set takes the place of the one that answered. */
  async function index(task: Ingestion): Promise<void> {
    const { versionId, owner } = task.input;
    const id = (await findUnreadySet(db(), versionId, owner)) ?? (await embed(task));
    try {
      await task.finish(async (tx) => {
        if (hand && !(await hand.settle(tx, task.input, id))) throw new ChangedByHand();
        if (modelOf) {
          await lockReadySets(tx);
          const wanted = await modelOf(tx, task.input);
          if (wanted && (await findSliceSet(tx, id))?.embeddingModelId !== wanted) throw new OtherModel();
        }
        await makeReady(tx, { id, versionId, owner });
        await setState(tx, task.input, { status: "ready", failure: null, finishedAt: new Date() });
      });
    } catch (error) {
      if (!(error instanceof ChangedByHand || error instanceof OtherModel)) throw error;
      if (error instanceof ChangedByHand) await segment(task);
      await embed(task);
      await index(task);
    }
  }

  return {
    input: inputSchema,
    state: stateSchema,
    // Reading itself happens two or three at a time (`lib/parsing/pool`), waiting for suppliers more.
    atOnce: 4,
    ofOneOwner: 3,
    quickBesides: 1,
    isToldByRows: true,
    steps: { read, describe, segment: done(segment), embed: done(embed), index },
    // What is wrong with the file itself stays wrong.
    ...supplierFailures,
    onEnd: async (tx: Transaction, { input, status, step, failure }: Task<IngestionInput, State>) => {
      if (status !== "failed" && status !== "cancelled") return;
      const stage = STAGES[step ?? ""] ?? "parsing";
      // Whoever tried before ended without a word each time: what they read was too much for them.
      const worn = stage === "parsing" ? "documentMemory" : "documentInterrupted";
      const reason = failure === "interrupted" ? worn : failure;
      await setState(tx, input, {
        status: FAILED[stage],
        failure: status === "cancelled" ? "documentCancelled" : reason,
        finishedAt: new Date(),
      });
    },
  };
}

/** Slices were changed while the new ones were made. */
class ChangedByHand extends Error {}

/** The owner goes by the vectors of another model than the set was given. */
class OtherModel extends Error {}

/** All text of a version that was read. */
async function readWhole(versionId: string): Promise<string> {
  const index = await readIndex(versionId);
  return index ? readText(versionId, 0, index.characters) : "";
}

/** A step whose result the next one finds by itself. */
const done = (step: (task: Ingestion) => Promise<string>) => async (task: Ingestion) => {
  await step(task);
};

interface Source {
  storageKey: string;
  format: DocumentFormat;
  encoding: string | null;
  owner: string | null;
  isQuick: boolean;
}

function isScan(error: unknown): true {
  if (error instanceof AppError && error.key === "documentScanned") return true;
  throw error;
}

import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/db/client";
import { type ChatFileRow, findChatFiles } from "@/db/queries/chat/files";
import type { DocumentFormat } from "@/db/schema/parsing";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { type GroundedMaterial, gather } from "@/lib/grounding/material";
import { passagesBlock } from "@/lib/grounding/passages";
import { readySources } from "@/lib/grounding/sources";
import { startReading } from "@/lib/ingestion/reading";
import { canSee } from "@/lib/models/chat";
import { estimateTokens, IMAGE_TOKENS } from "@/lib/models/tokens";
import type { ContentPart, ResolvedModel } from "@/lib/models/types";
import { formatOf } from "@/lib/parsing/formats";
import { inspectUpload } from "@/lib/parsing/inspect";
import { parseStates } from "@/lib/parsing/state";
import { readIndex, readText } from "@/lib/parsing/store";
import type { MessagePart } from "@/lib/stream/parts";
import { FILE_RULES } from "./file-rules";
import { assertPicturesFit, isPicture, loadPictures, picturesThatFit } from "./pictures";

/** Files of earlier questions that stay in view, the newest ones. */
const EARLIER_MAX = 20;
/** A caller that does not wait for its files itself is waited for, milliseconds; screens ask when all is read. */
const WAIT_MS = 20_000;
const LOOK_MS = 250;

export interface PrepareInput {
  /** What reading and searching them is charged to. */
  app: string;
  /** Of the question. */
  fileIds: readonly string[];
  /** Of the questions before it in its branch, newest first. */
  earlierFileIds: readonly string[];
  question: string;
  /** Asked before; a short question leans on it. */
  before?: string;
  model: ResolvedModel;
  signal: AbortSignal;
  /** A question that was asked once may have lost its files; a new one names what is there. */
  isNew: boolean;
}

export interface PreparedFiles {
  /** For the stored question. */
  parts: MessagePart[];
  /** For the model, beside the question. */
  pictures: ContentPart[];
  /** For the system prompt, and for the question, before its words; null without documents. */
  rules: string | null;
  passages: string | null;
  /** Of all of it, estimated. */
  tokens: number;
  /** What its passages are of, and what of them is cited; null without documents. */
  material: GroundedMaterial | null;
}

/** Of a question without files. */
export const NO_FILES: PreparedFiles = {
  parts: [],
  pictures: [],
  rules: null,
  passages: null,
  tokens: 0,
  material: null,
};
/** A question this short leans on the one before it, characters. */
const SHORT_QUESTION = 40;

/**
 * What the files of a question, and those before it, give the model to read and to see. Throws notFound for files of others,
 * chatFileGone when a file of a stored question was deleted, tooManyFiles, unsupportedMediaType, picturesTooLarge,
 * modelCannotSee, documentNotReady, and what reading a file failed with.
 */
export async function prepareFiles(actor: Actor, input: PrepareInput): Promise<PreparedFiles> {
  const { app, model, signal, question, before = "" } = input;
  const asked = [...new Set(input.fileIds)];
  const earlier = [...new Set(input.earlierFileIds)].filter((id) => !asked.includes(id)).slice(0, EARLIER_MAX);
  if (asked.length + earlier.length === 0) return NO_FILES;
  const { chatFiles } = await loadConfig("uploadConfig");
  if (input.isNew && asked.length > chatFiles) throw new AppError("tooManyFiles", { args: { limit: chatFiles } });
  const rows = new Map((await findChatFiles(db(), actor.id, [...asked, ...earlier])).map((row) => [row.fileId, row]));
  const own = asked.map((id) => {
    const row = rows.get(id);
    if (!row) throw new AppError(input.isNew ? "notFound" : "chatFileGone");
    return row;
  });
  // What was deleted since is left out of a later question; its citations tell.
  const others = earlier.flatMap((id) => rows.get(id) ?? []);

  const ownPictures = own.filter(({ type }) => isPicture(type));
  if (ownPictures.length > 0 && !canSee(model)) throw new AppError("modelCannotSee");
  assertPicturesFit(ownPictures);
  const otherPictures = canSee(model) ? others.filter(({ type }) => isPicture(type)) : [];
  const documents = await readDocuments(actor, { app, rows: withFormats(own), signal });
  const [pictures, sources] = await Promise.all([
    loadPictures([...picturesThatFit(otherPictures, ownPictures), ...ownPictures]),
    readySources([
      ...documents,
      ...others.flatMap((row) => (row.format && !isPicture(row.type) ? [{ ...row, format: row.format }] : [])),
    ]),
  ]);
  const parts = own.map((row) => toPart(row, documents));
  const seen = pictures.length * IMAGE_TOKENS;
  if (sources.length === 0) return { ...NO_FILES, parts, pictures, tokens: seen };

  signal.throwIfAborted();
  const query = [question, question.length < SHORT_QUESTION ? before : ""].filter(Boolean).join("\n");
  const material = await gather(actor, { app, sources, query, model });
  const passages = passagesBlock(material.prompt);
  return {
    parts,
    pictures,
    rules: FILE_RULES,
    passages,
    tokens: seen + estimateTokens(FILE_RULES) + estimateTokens(passages),
    material: { ...material, sources },
  };
}

/**
 * The text of files of this person, each at most so many characters. Throws notFound, tooManyFiles, unsupportedMediaType,
 * documentNotReady, and what reading a file failed with.
 */
export async function readFileTexts(
  actor: Actor,
  input: { app: string; fileIds: readonly string[]; maxCharacters: number; signal: AbortSignal },
): Promise<{ name: string; text: string; isCut: boolean }[]> {
  const { app, maxCharacters, signal } = input;
  const ids = [...new Set(input.fileIds)];
  const { chatFiles } = await loadConfig("uploadConfig");
  if (ids.length > chatFiles) throw new AppError("tooManyFiles", { args: { limit: chatFiles } });
  const rows = new Map((await findChatFiles(db(), actor.id, ids)).map((row) => [row.fileId, row]));
  const own = ids.map((id) => orNotFound(rows.get(id)));
  if (own.some(({ type }) => isPicture(type))) throw new AppError("unsupportedMediaType");
  const documents = await readDocuments(actor, { app, rows: withFormats(own), signal });
  return Promise.all(
    documents.map(async ({ name, versionId }) => {
      const characters = (await readIndex(versionId))?.characters ?? 0;
      const text = await readText(versionId, 0, Math.min(characters, maxCharacters));
      return { name, text, isCut: characters > maxCharacters };
    }),
  );
}

type DocumentRow = ChatFileRow & { format: DocumentFormat };

/** The documents among files. Throws unsupportedMediaType for what is neither document nor picture. */
function withFormats(rows: readonly ChatFileRow[]): (DocumentRow & { isNew: boolean })[] {
  return rows.flatMap((row) => {
    if (isPicture(row.type)) return [];
    const format = row.format ?? formatOf(row.name, row.type);
    if (!format || format === "image") throw new AppError("unsupportedMediaType");
    return [{ ...row, format, isNew: row.format === null }];
  });
}

/** Has what was never read be read, and waits a while for what still is. */
async function readDocuments(
  actor: Actor,
  { app, rows, signal }: { app: string; rows: readonly (DocumentRow & { isNew: boolean })[]; signal: AbortSignal },
): Promise<DocumentRow[]> {
  for (const { storageKey, versionId, format } of rows.filter(({ isNew }) => isNew)) {
    await inspectUpload(actor, { storageKey, format });
    await db().transaction((tx) => startReading(tx, { versionId, format, app }));
  }
  const ids = rows.map(({ versionId }) => versionId);
  for (const end = Date.now() + WAIT_MS; ; await pause(LOOK_MS, undefined, { signal })) {
    const states = [...(await parseStates(ids)).values()];
    const failed = states.find(({ failure }) => failure !== null);
    if (failed?.failure) throw new AppError(failed.failure.error);
    if (states.every(({ status }) => status === "ready")) return [...rows];
    if (Date.now() > end) throw new AppError("documentNotReady");
  }
}

function toPart({ fileId, name, type, size, versionId }: ChatFileRow, documents: readonly DocumentRow[]): MessagePart {
  const isRead = documents.some((row) => row.fileId === fileId);
  return { type: "file", fileId, name, mediaType: type, size, ...(isRead ? { versionId } : {}) };
}

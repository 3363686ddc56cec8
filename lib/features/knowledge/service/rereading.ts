import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { removeVersion, useVersion } from "@/db/queries/files/files";
import { findFileToCopy } from "@/db/queries/knowledge/base-copies";
import { updateBase } from "@/db/queries/knowledge/bases";
import {
  findRereading,
  insertRereading,
  measurePages,
  type RereadingRow,
  removeRereading,
  setRereading,
} from "@/db/queries/knowledge/rereadings";
import { findVersionSource, insertParsedVersion, storeReading } from "@/db/queries/parsing/parsing";
import { deleteRecognisedPages, insertRecognisedPage, listRecognisedPages } from "@/db/queries/parsing/recognition";
import { APP } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { loadConfig } from "@/lib/config/system-config";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { fileStore } from "@/lib/files/storage";
import { keepNewVersion } from "@/lib/files/upload";
import { notify } from "@/lib/mail/notify";
import { supplierFailures } from "@/lib/models/passing";
import { costOfTokens } from "@/lib/models/prices";
import { IMAGE_TOKENS } from "@/lib/models/tokens";
import { countPages, parseStored } from "@/lib/parsing/parse";
import { readIndex, readText, removeRun } from "@/lib/parsing/store";
import { readPagesByModel, visionModelOf } from "@/lib/parsing/vision";
import { P } from "@/lib/permissions/codes";
import { defineTask, type Task } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { cancelTaskOf, lastTask, retryTask, startTask } from "@/lib/tasks/tasks";
import { keptText } from "@/lib/text/line";
import { REREAD_PAGE_CHARACTERS_MAX, REREADABLE } from "../limits";
import { rereadingHref } from "../paths";
import type { RereadingDto, RereadingEstimateDto, RereadPageDto } from "../reading-dto";
import type { FileChoice } from "../schema";
import { requireBase } from "./bases";
import { assertOffered } from "./center-offer";
import { errorOf, fileFilterOf, PURPOSE, requireFile, target } from "./files";
import { endWork, indexAgain } from "./indexing";

/** Tokens of what a model is told beside a page, and of a page whose words nobody knows: a scan has more than were found. */
const ASKED_TOKENS = 200;
const PAGE_TOKENS = 600;
/** Characters of a token, and how much longer a page is with its tables and headings marked. */
const TOKEN_CHARACTERS = 2.5;
const MARKED = 1.2;

const inputSchema = z.object({ fileId: z.uuid(), versionId: z.uuid(), name: keptText });
type Rereading = HeldTask<z.infer<typeof inputSchema>, object>;

/**
 * Reads the pages of a file anew by a model that sees, into a version that stands aside (spec F10). Each page is kept as soon as
 * it was answered: whoever takes the task up again buys none twice.
 */
export const knowledgeReread = defineTask({
  kind: "knowledgeReread",
  anyOf: [P.KB_MANAGE],
  input: inputSchema,
  atOnce: 2,
  ofOneOwner: 1,
  isToldByRows: true,
  steps: { look, write },
  ...supplierFailures,
  onEnd: async (tx: Transaction, { input, status, failure }: Task<z.infer<typeof inputSchema>, object>) => {
    if (status !== "failed" && status !== "cancelled") return;
    await setRereading(tx, input.versionId, {
      status: "failed",
      failure: status === "cancelled" ? "documentCancelled" : failure,
    });
  },
});

async function sourceOf(task: Rereading) {
  const actor = await task.actor();
  // The right may have been withdrawn, or the file deleted, since it was begun.
  const { base } = await requireFile(actor, task.input.fileId, "manage");
  const source = orNotFound(await findVersionSource(db(), task.input.versionId));
  if (!source.format) throw new AppError("documentCancelled");
  const { storageKey, format } = source;
  return { actor, base, storageKey, format, owner: actor.id, isQuick: false };
}

async function look(task: Rereading): Promise<void> {
  const { actor, base: _, ...source } = await sourceOf(task);
  const model = await visionModelOf(actor);
  if (!model) throw new AppError("visionModelMissing");
  const { versionId } = task.input;
  const { signal } = task;
  await readPagesByModel({
    ...source,
    ...{ actor, app: APP.KNOWLEDGE, model, signal, asMarkdown: true },
    pages: await countPages({ ...source, signal }),
    known: await pagesOf(versionId),
    keep: (number, markdown) =>
      task.commit(async (tx) => {
        await insertRecognisedPage(tx, { versionId, number, page: { markdown }, isFailed: false });
        return {};
      }),
    onProgress: (percent) => task.tell(percent, 100),
  });
}

async function write(task: Rereading): Promise<void> {
  const { versionId, fileId, name } = task.input;
  const { actor, base, ...source } = await sourceOf(task);
  const { signal } = task;
  const { defaultLanguage } = await loadConfig("customConfig");
  const options = { language: defaultLanguage.replace("_", "-"), pageMarkdown: await pagesOf(versionId) };
  const wantsPictures = base.type === "multimodal";
  const { index, pieces } = await parseStored({ ...source, run: v7(), signal, options, wantsPictures });
  let isOurs = false;
  try {
    await task.finish(async (tx) => {
      isOurs = await storeReading(tx, versionId, index);
      await deleteRecognisedPages(tx, versionId);
      await setRereading(tx, versionId, { status: "ready", failure: null });
      const notice = { userId: actor.id, kind: "fileReread" as const, args: { name }, href: rereadingHref(fileId) };
      await notify(tx, [notice]);
    });
  } catch (error) {
    isOurs = false;
    throw error;
  } finally {
    if (!isOurs) await pieces.remove();
  }
}

async function pagesOf(versionId: string): Promise<Record<number, string>> {
  const rows = await listRecognisedPages(db(), versionId);
  return Object.fromEntries(rows.map(({ number, page }) => [number, (page as { markdown: string }).markdown]));
}

/**
 * What reading files anew would come to, before anything is bought: those of the files that have pages, their pages, tokens by
 * experience and the cost by the model's price. Throws notFound, visionModelMissing.
 */
export async function estimateRereading(
  actor: Actor,
  baseId: string,
  { ids, filter }: FileChoice,
): Promise<RereadingEstimateDto> {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, baseId, "manage");
  const model = await visionModelOf(actor);
  if (!model) throw new AppError("visionModelMissing");
  const wanted = ids ? { ids } : fileFilterOf(filter ?? {});
  const { all, files, pages, unread, characters } = await measurePages(
    db(),
    subjectsOf(actor),
    baseId,
    wanted,
    REREADABLE,
  );
  const inputTokens = pages * (IMAGE_TOKENS + ASKED_TOKENS);
  const outputTokens = Math.max(pages * PAGE_TOKENS, Math.round((characters / TOKEN_CHARACTERS) * MARKED));
  return {
    model: model.name,
    files,
    skipped: all - files,
    pages,
    unread,
    inputTokens,
    outputTokens,
    cost: costOfTokens(model.channels[0]?.price ?? null, { inputTokens, outputTokens }),
  };
}

/**
 * Begins to read a file anew, or goes on where it failed. Throws notFound, notOffered, rereadFormat, visionModelMissing, rereadOpen while an
 * earlier result waits for a decision, knowledgeFileBusy while it is read.
 */
export async function rereadFile(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await assertOffered("enhancedParsing");
  const { file } = await requireFile(actor, id, "manage");
  if (!REREADABLE.includes(file.format)) throw new AppError("rereadFormat");
  if (!(await visionModelOf(actor))) throw new AppError("visionModelMissing");
  const open = await findRereading(db(), id);
  if (open?.status === "running") throw new AppError("knowledgeFileBusy");
  if (open?.status === "ready") throw new AppError("rereadOpen");
  if (open && open.insteadOf === file.versionId) return goOn(actor, open);
  if (open) await drop(open);
  const bytes = orNotFound(await findFileToCopy(db(), id));
  const source = await (await fileStore()).read(bytes.storageKey);
  await keepNewVersion(
    actor,
    { fileId: file.fileId, name: file.name, source },
    {
      ...{ purpose: PURPOSE, ownerId: file.uploaderId ?? undefined, isAside: true },
      write: async (tx, { versionId }) => {
        await insertParsedVersion(tx, versionId, file.format);
        await insertRereading(tx, { knowledgeFileId: id, versionId, insteadOf: file.versionId });
        await startTask(tx, knowledgeReread, {
          owner: actor,
          subject: versionId,
          input: { fileId: id, versionId, name: file.name },
          titleArgs: { name: file.name },
          href: rereadingHref(id),
        });
        await recordAuditEvent(tx, actor, { action: "knowledge.file.reread", target: target(file) });
      },
    },
  );
}

async function goOn(actor: Actor, { versionId }: RereadingRow): Promise<void> {
  await db().transaction(async (tx) => {
    const last = await lastTask(tx, knowledgeReread, versionId);
    if (!last || !(await retryTask(tx, last.id, actor))) throw new AppError("knowledgeFileBusy");
    await setRereading(tx, versionId, { status: "running", failure: null });
  });
}

/** The reading of a file that stands aside, with how far it is. Throws notFound. */
export async function readRereading(actor: Actor, id: string): Promise<RereadingDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file } = await requireFile(actor, id, "manage");
  const row = orNotFound(await findRereading(db(), id));
  const task = row.status === "running" ? await lastTask(db(), knowledgeReread, row.versionId) : null;
  const [before, after] = [await readIndex(row.insteadOf), await readIndex(row.versionId)];
  return {
    status: row.status,
    error: errorOf(row.failure),
    progress: task && task.total > 0 ? Math.min(99, Math.floor((100 * task.done) / task.total)) : 0,
    pages: Math.max(before?.parts.length ?? 0, after?.parts.length ?? 0),
    isOutdated: row.insteadOf !== file.versionId,
  };
}

/** A page by both readings. Throws notFound, documentNotReady. */
export async function readRereadPage(actor: Actor, id: string, number: number): Promise<RereadPageDto> {
  requirePermission(actor, P.KB_MANAGE);
  await requireFile(actor, id, "manage");
  const row = orNotFound(await findRereading(db(), id));
  if (row.status !== "ready") throw new AppError("documentNotReady");
  const [before, after] = [await pageOf(row.insteadOf, number), await pageOf(row.versionId, number)];
  if (before === null && after === null) throw new AppError("notFound");
  return { number, before: before ?? "", after: after ?? "" };
}

async function pageOf(versionId: string, number: number): Promise<string | null> {
  const part = (await readIndex(versionId))?.parts.find((one) => one.number === number);
  if (!part) return null;
  return (await readText(versionId, part.from, Math.min(part.to, part.from + REREAD_PAGE_CHARACTERS_MAX))).trim();
}

/**
 * Ends a reading that stands aside: it becomes the file's version, which answers once its slices are whole, with those people made
 * put back (spec F3, F5), or it is dropped. Throws notFound, documentNotReady, rereadOutdated.
 */
export async function decideRereading(actor: Actor, id: string, isTaken: boolean): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const { file } = await requireFile(actor, id, "manage");
  const row = orNotFound(await findRereading(db(), id));
  const record = (tx: Transaction) =>
    recordAuditEvent(tx, actor, {
      action: "knowledge.file.reread.decide",
      target: target(file),
      after: { isTaken },
    });
  if (!isTaken) return drop(row, record);
  if (row.status !== "ready") throw new AppError("documentNotReady");
  await db().transaction(async (tx) => {
    await endWork(tx, actor, row.insteadOf);
    if (!(await useVersion(tx, file.fileId, row.versionId, row.insteadOf))) throw new AppError("rereadOutdated");
    await removeRereading(tx, row.versionId);
    const now = await requireFile(actor, id, "manage", tx);
    await indexAgain(tx, actor, now.file, now.base);
    await updateBase(tx, now.base.id, { updatedAt: new Date() });
    await record(tx);
  });
}

async function drop(
  { versionId }: RereadingRow,
  record: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<void> {
  await cancelTaskOf(knowledgeReread, versionId);
  const [source, index] = [await findVersionSource(db(), versionId), await readIndex(versionId)];
  await db().transaction(async (tx) => {
    await removeRereading(tx, versionId);
    await removeVersion(tx, versionId);
    await record(tx);
  });
  if (!source) return;
  if (index) await removeRun(source.storageKey, index);
  await (await fileStore()).remove(source.storageKey);
}

import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import {
  cancelOverviewRow,
  claimOverview,
  findOverview,
  insertOverview,
  listUnheldOverviews,
  type OverviewRow,
  resetOverview,
  updateHeldOverview,
} from "@/db/queries/document-tasks";
import { type DocumentRow, findDocument } from "@/db/queries/documents";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/types";
import { AppError, isErrorKey } from "@/lib/http/errors";
import { failureKey } from "@/lib/http/known-failure";
import { DEFAULT_LOCALE, isLocale, type Locale } from "@/lib/i18n/locales";
import { enqueue } from "@/lib/jobs/boss";
import { defineJob } from "@/lib/jobs/define";
import { TaskQueue } from "@/lib/jobs/task-queue";
import { log } from "@/lib/log";
import { isBuiltin } from "@/lib/models/templates";
import { parseStates } from "@/lib/parsing/state";
import { P } from "@/lib/permissions/codes";
import { runtime } from "@/lib/runtime";
import type { OverviewDto } from "../dto";
import type { OverviewContent } from "../overview-text";
import { actorOf } from "./ask";
import { configOf, readingModel } from "./config";
import { heldWork, LEASE_SECONDS } from "./held-work";
import { makeOverview } from "./overview-work";
import { assertReady } from "./rows";
import { documentSources } from "./sources";

/** Overviews made at once in one process. */
const AT_ONCE = 2;
const BATCH = 100;

export const overviews = new TaskQueue("overviews", AT_ONCE, runOverview);

/** Begins what a row asks for. */
export const makeOverviewJob = defineJob({
  name: "documents.overview",
  payload: z.object({ id: z.uuid() }),
  attempts: 2,
  run: async ({ id }) => overviews.takeUp(id),
});

/** The overview of a document in a language; the first look at a ready document begins it. Throws notFound, documentNotReady. */
export async function readOverview(actor: Actor, documentId: string, locale: Locale): Promise<OverviewDto> {
  const document = await readyDocument(actor, documentId);
  const { versionId } = document;
  const found = await findOverview(db(), versionId, locale);
  if (found) return toDto(found);
  await db().transaction(async (tx) => {
    const id = await insertOverview(tx, { documentId, versionId, locale });
    if (id) await begin(tx, id);
  });
  const made = await findOverview(db(), versionId, locale);
  if (!made) throw new AppError("notFound");
  return toDto(made);
}

/** Makes it again. Throws notFound, documentNotReady. */
export async function restartOverview(actor: Actor, documentId: string, locale: Locale): Promise<OverviewDto> {
  const { versionId } = await readyDocument(actor, documentId);
  const found = await findOverview(db(), versionId, locale);
  if (!found) return readOverview(actor, documentId, locale);
  // One that runs goes on: asking twice must not pay twice.
  if (found.status !== "running" && found.status !== "waiting") {
    await db().transaction(async (tx) => {
      await resetOverview(tx, found.id);
      await begin(tx, found.id);
    });
  }
  return readOverview(actor, documentId, locale);
}

/** Ends an overview that is being made, in whichever language. Throws notFound. */
export async function cancelOverview(actor: Actor, documentId: string): Promise<void> {
  const { versionId } = await readyDocument(actor, documentId);
  for (const locale of ["zh_CN", "en_US"] as const) {
    const found = await findOverview(db(), versionId, locale);
    if (!found) continue;
    await cancelOverviewRow(db(), found.id);
    overviews.abort(found.id);
  }
}

async function begin(tx: Transaction, id: string): Promise<void> {
  await enqueue(tx, makeOverviewJob, { id });
  overviews.takeUpSoon(id);
}

async function readyDocument(actor: Actor, id: string): Promise<DocumentRow> {
  requirePermission(actor, P.DOCUMENT);
  const row = await findDocument(db(), actor.id, id);
  if (!row) throw new AppError("notFound");
  const parse = (await parseStates([row.versionId])).get(row.versionId);
  if (!parse) throw new AppError("notFound");
  assertReady(parse);
  return row;
}

function toDto(row: OverviewRow): OverviewDto {
  const {
    summary = "",
    keyPoints = [],
    questions = [],
    citations = [],
    isExtractive = false,
  } = row.content as OverviewContent;
  return {
    id: row.id,
    documentId: row.documentId,
    versionId: row.versionId,
    status: row.status,
    progress: row.progress,
    failure: row.failure && isErrorKey(row.failure) ? row.failure : null,
    modelName: row.modelName,
    isExtractive,
    summary,
    keyPoints,
    questions,
    citations: citations as Citation[],
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Makes one overview, if nobody else is at work on it. Safe to run twice: only who holds the row writes. */
export async function runOverview(id: string, signal: AbortSignal): Promise<void> {
  const leaseId = v7();
  const row = await claimOverview(db(), id, leaseId, LEASE_SECONDS);
  if (!row) return;
  type Patch = Parameters<typeof updateHeldOverview>[3];
  const write = (patch: Patch, seconds: number | null) => updateHeldOverview(db(), id, leaseId, patch, seconds);
  await heldWork(signal, {
    renew: () => write({}, LEASE_SECONDS),
    work: async (held, assertHeld) => {
      const actor = await actorOf(row.userId, id);
      if (!actor) throw new AppError("noPermission");
      const document = await findDocument(db(), row.userId, row.documentId);
      const [source] = document?.versionId === row.versionId ? await documentSources([document]) : [];
      if (!source) throw new AppError("documentNotReady");
      const model = await readingModel(actor, await configOf(actor.id));
      await assertHeld(
        write({ modelName: isBuiltin(model) ? null : model.name, progress: row.progress }, LEASE_SECONDS),
      );
      const content = await makeOverview(actor, {
        source,
        locale: isLocale(row.locale) ? row.locale : DEFAULT_LOCALE,
        model,
        signal: held,
        content: row.content as OverviewContent,
        keep: (kept, progress) => assertHeld(write({ content: kept, progress }, LEASE_SECONDS)),
      });
      await write({ status: "done", failure: null, progress: 100, content }, null);
    },
    // A stopping process gives it back; the next one goes on with the notes.
    release: () => write({ status: "waiting" }, null),
    fail: (error) => {
      const failure = failureKey(error);
      if (failure === "unknown") log().error({ err: error, id }, "overview failed");
      return write({ status: "failed", failure }, null);
    },
    isStopping: () => runtime.stopping,
  });
}

/** What nobody holds is taken up (SECURITY CR-02). */
export async function takeUpOverviews(): Promise<void> {
  for (const id of await listUnheldOverviews(db(), BATCH)) overviews.takeUp(id);
}

import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { type DocumentRow, findDocument } from "@/db/queries/documents/documents";
import { findOverview, type OverviewRow, removeOverview, upsertOverview } from "@/db/queries/documents/tasks";
import type { Actor } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/dto";
import { AppError, isErrorKey, orNotFound } from "@/lib/errors/errors";
import { LOCALES, type Locale } from "@/lib/i18n/locales";
import { isBuiltin } from "@/lib/models/templates";
import { parseStates } from "@/lib/parsing/state";
import { P } from "@/lib/permissions/codes";
import { defineTask, type Task } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { cancelTaskOf, lastTask, retryTask, startTask } from "@/lib/tasks/tasks";
import { keptText } from "@/lib/text/line";
import { hrefOf } from "../app";
import type { OverviewDto } from "../dto";
import type { OverviewContent } from "../overview-text";
import { configOf, readingModel } from "./config";
import { ownDocument } from "./documents";
import { makeOverview } from "./overview-work";
import { assertReady } from "./rows";
import { documentSources } from "./sources";

const inputSchema = z.object({ documentId: z.uuid(), versionId: z.uuid(), locale: z.enum(LOCALES) });
const stateSchema = z.object({
  /** On the sections of a long document that were read. */
  notes: z.array(keptText).readonly().default([]),
  /** Null for the built-in one. */
  modelName: keptText.nullable().default(null),
});
type Input = z.infer<typeof inputSchema>;
type State = z.infer<typeof stateSchema>;

export const overview = defineTask({
  kind: "overview",
  input: inputSchema,
  state: stateSchema,
  anyOf: [P.DOCUMENT],
  atOnce: 2,
  steps: { write: writeOverview },
});

const subjectOf = (versionId: string, locale: Locale) => `${versionId} ${locale}`;

/** The overview of a document in a language; the first look at a ready document begins it. Throws notFound, documentNotReady. */
export async function readOverview(actor: Actor, documentId: string, locale: Locale): Promise<OverviewDto> {
  const document = await readyDocument(actor, documentId);
  return (await findMade(document, locale)) ?? (await begin(actor, document, locale));
}

/** Makes it again; one that failed goes on with what it had read. Throws notFound, documentNotReady. */
export async function restartOverview(actor: Actor, documentId: string, locale: Locale): Promise<OverviewDto> {
  const document = await readyDocument(actor, documentId);
  const [made, task] = [
    await findOverview(db(), document.versionId, locale),
    await lastTask(db(), overview, subjectOf(document.versionId, locale)),
  ];
  // One that runs goes on: asking twice must not pay twice.
  const isAgain = !made && task && (await db().transaction((tx) => retryTask(tx, task.id)));
  if (made) await removeOverview(db(), made.id);
  if (made || isAgain) return begin(actor, document, locale);
  return readOverview(actor, documentId, locale);
}

/** Ends an overview that is being made, in whichever language. Throws notFound. */
export async function cancelOverview(actor: Actor, documentId: string): Promise<void> {
  const { versionId } = await readyDocument(actor, documentId);
  for (const locale of LOCALES) await cancelTaskOf(overview, subjectOf(versionId, locale));
}

/** What there is: an overview, or the task that makes it or could not. */
async function findMade({ id: documentId, versionId }: DocumentRow, locale: Locale): Promise<OverviewDto | null> {
  const row = await findOverview(db(), versionId, locale);
  if (row) return toDto(row);
  const task = await lastTask(db(), overview, subjectOf(versionId, locale));
  return task && task.status !== "done" ? taskDto(task, documentId) : null;
}

async function begin(actor: Actor, document: DocumentRow, locale: Locale): Promise<OverviewDto> {
  const { id: documentId, versionId, name } = document;
  await db().transaction((tx) =>
    startTask(tx, overview, {
      owner: actor,
      subject: subjectOf(versionId, locale),
      input: { documentId, versionId, locale },
      titleArgs: { name },
      href: hrefOf(documentId),
    }),
  );
  return orNotFound(await findMade(document, locale));
}

async function readyDocument(actor: Actor, id: string): Promise<DocumentRow> {
  const row = await ownDocument(actor, id);
  const parse = orNotFound((await parseStates([row.versionId])).get(row.versionId));
  assertReady(parse);
  return row;
}

const EMPTY = { isExtractive: false, summary: "", keyPoints: [], questions: [], citations: [] };

function taskDto(
  { id, input, status, done, total, failure, state, updatedAt }: Task<Input, State>,
  documentId: string,
) {
  return {
    ...EMPTY,
    id,
    documentId,
    versionId: input.versionId,
    status,
    progress: total > 0 ? Math.round((90 * done) / total) : 0,
    failure: failure && isErrorKey(failure) ? failure : null,
    modelName: state.modelName,
    updatedAt: updatedAt.toISOString(),
  } satisfies OverviewDto;
}

function toDto({ id, documentId, versionId, modelName, content, updatedAt }: OverviewRow): OverviewDto {
  const { citations = [], ...texts } = content as OverviewContent;
  return {
    ...EMPTY,
    ...texts,
    id,
    documentId,
    versionId,
    status: "done",
    progress: 100,
    failure: null,
    modelName,
    citations: citations as Citation[],
    updatedAt: updatedAt.toISOString(),
  };
}

async function writeOverview(task: HeldTask<Input, State>): Promise<void> {
  const actor = await task.actor();
  const { documentId, versionId, locale } = task.input;
  const document = await findDocument(db(), actor.id, documentId);
  const [source] = document?.versionId === versionId ? await documentSources([document]) : [];
  if (!source) throw new AppError("documentNotReady");
  const model = await readingModel(actor, await configOf(actor.id));
  const modelName = isBuiltin(model) ? null : model.name;
  await task.keep({ state: { ...task.state, modelName } });
  const content = await makeOverview(actor, {
    source,
    locale,
    model,
    signal: task.signal,
    notes: task.state.notes,
    keep: (notes, total) => task.keep({ state: { notes, modelName }, done: notes.length, total }),
  });
  await task.finish((tx) => upsertOverview(tx, { id: task.id, documentId, versionId, locale, modelName, content }));
}

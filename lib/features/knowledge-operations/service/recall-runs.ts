import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import {
  dropOldRuns,
  findLastItemId,
  findResult,
  findRun,
  insertRun,
  listReadableSlices,
  listResults,
  listRuns,
  type NamedRunRow,
  type ReadableSlice,
} from "@/db/queries/knowledge-operations/recall-runs";
import { countActive, lockRecallSet, namesOfFiles } from "@/db/queries/knowledge-operations/recall-sets";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { type OwnRetrieval, type RetrievalSettings, retrievalSettings } from "@/lib/config/knowledge-retrieval";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { recallTestHref } from "@/lib/features/knowledge/paths";
import { retrievalProblems } from "@/lib/features/knowledge/retrieval-problems";
import { foreignModels, modelProblems } from "@/lib/features/knowledge/service/retrieval/change";
import { centerSettings, ownSettings, settingsOf } from "@/lib/features/knowledge/service/retrieval/settings";
import { type CenterRetrieval, withinCenter } from "@/lib/features/knowledge/within-center";
import { P } from "@/lib/permissions/codes";
import { cancelTaskOf, lastTask, startTask } from "@/lib/tasks/tasks";
import { cut } from "@/lib/text/storable";
import type {
  OpenedRecallRunDto,
  RecallFigures,
  RecallFoundDto,
  RecallFoundSide,
  RecallResultDto,
  RecallRunDto,
} from "../recall-dto";
import { RECALL_RUNS_MAX } from "../recall-limits";
import type { RecallResult } from "../recall-places";
import type { NewRecallRun, RecallResultsQuery } from "../recall-schema";
import { requireRecallSet, setTarget, toWork } from "./recall-access";
import { toPlace } from "./recall-items";
import { recallRun } from "./recall-run";

/** Characters of a slice that are shown. */
const EXCERPT = 280;

/** A run as lists show it. */
export function toRun(row: NamedRunRow): RecallRunDto {
  const { id, state, author, questions, figures, others, createdAt, finishedAt } = row;
  return {
    ...{ id, state, author, questions },
    isCompared: others !== null,
    figures: figures as RecallFigures | null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** Runs of a set, the newest first. Throws notFound. */
export async function readRuns(actor: Actor, setId: string): Promise<{ items: RecallRunDto[] }> {
  requirePermission(actor, P.KB_MANAGE);
  await requireRecallSet(actor, setId);
  return { items: (await listRuns(db(), setId, RECALL_RUNS_MAX)).map(toRun) };
}

/**
 * Has the questions of a set asked, by the base's settings of this moment or by others, and by second ones beside them. Throws
 * notFound, recallEmpty, recallRunOpen, invalidInput naming a setting.
 */
export async function startRun(
  actor: Actor,
  setId: string,
  { settings, others }: NewRecallRun,
): Promise<{ id: string }> {
  requirePermission(actor, P.KB_MANAGE);
  const center = await centerSettings();
  const { retrieval } = await requireRecallSet(actor, setId);
  const own = ownSettings(retrieval);
  const first = settings ? await checked(actor, settings, own, center) : settingsOf(retrieval, center);
  const second = others && (await checked(actor, others, own, center));
  const id = v7();
  await db().transaction(async (tx) => {
    const set = await requireRecallSet(actor, setId, tx);
    await lockRecallSet(tx, setId);
    const [questions, upTo] = [await countActive(tx, setId), await findLastItemId(tx, setId)];
    if (!upTo) throw new AppError("recallEmpty");
    await insertRun(tx, { id, setId, authorId: actor.id, settings: first, others: second, questions });
    await dropOldRuns(tx, setId, RECALL_RUNS_MAX);
    const { isNew } = await startTask(tx, recallRun, {
      owner: actor,
      subject: setId,
      input: { runId: id, setId, baseId: set.baseId, upTo },
      total: questions,
      titleArgs: { name: set.name },
      href: `${recallTestHref(set.baseId)}&view=sets&set=${setId}&run=${id}`,
    });
    if (!isNew) throw new AppError("recallRunOpen");
    const after = { count: questions, isCompared: second !== null };
    await recordAuditEvent(tx, actor, { action: "knowledge.recall.run", target: setTarget(set), after });
  });
  return { id };
}

/** Settings as they stand on a screen, whole. Throws invalidInput. */
async function checked(
  actor: Actor,
  draft: OwnRetrieval,
  own: OwnRetrieval,
  center: CenterRetrieval,
): Promise<RetrievalSettings> {
  const foreign = foreignModels(await modelProblems(actor, draft), draft, own);
  const fields = { ...retrievalProblems(draft, center.settings), ...foreign };
  if (Object.keys(fields).length > 0) throw new AppError("invalidInput", { data: { fields } });
  return withinCenter({ ...center.settings, ...draft }, center);
}

/** A run of a set whose base the person manages. Throws notFound. */
export async function requireRun(actor: Actor, id: string): Promise<NamedRunRow> {
  return orNotFound(await findRun(db(), subjectsOf(actor), id));
}

/** Throws notFound. */
export async function readRun(actor: Actor, id: string): Promise<OpenedRecallRunDto> {
  requirePermission(actor, P.KB_MANAGE);
  const run = await requireRun(actor, id);
  const set = await requireRecallSet(actor, run.setId);
  const task = await lastTask(db(), recallRun, run.setId);
  return {
    ...toRun(run),
    ...{ baseId: set.baseId, setId: set.id, setName: set.name },
    settings: retrievalSettings.parse(run.settings),
    others: run.others === null ? null : retrievalSettings.parse(run.others),
    work: task?.input.runId === id ? toWork(task) : null,
  };
}

/** Ends a run; what was asked so far stays. Throws notFound. */
export async function cancelRun(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const { setId, state } = await requireRun(actor, id);
  if (state === "running") await cancelTaskOf(recallRun, setId, actor);
}

const sides = (row: { first: unknown; second: unknown }) => ({
  first: row.first as RecallResult,
  second: row.second as RecallResult | null,
});

/** What became of the questions of a run, those the settings answer differently first. Throws notFound. */
export async function readResults(
  actor: Actor,
  id: string,
  query: RecallResultsQuery,
): Promise<{ items: RecallResultDto[]; total: number }> {
  requirePermission(actor, P.KB_MANAGE);
  const run = await requireRun(actor, id);
  const { baseId } = await requireRecallSet(actor, run.setId);
  const { rows, total } = await listResults(db(), { runId: id, ...query });
  const ids = rows.flatMap((row) => sides(row).first.places.map(({ fileId }) => fileId));
  const names = await namesOfFiles(db(), subjectsOf(actor), baseId, [...new Set(ids)]);
  const toSide = ({ places, scores }: RecallResult): RecallResultDto["first"] => ({
    places: places.map((place) => {
      const { state, rank, cut: by } = place;
      return { ...toPlace(place, names), state, rank, cut: by };
    }),
    ndcg: scores?.ndcg ?? null,
  });
  const items = rows.map(({ itemId, question, editedAt, ...both }) => {
    const { first, second } = sides(both);
    const isEdited = editedAt > run.createdAt;
    return { itemId, question, isEdited, first: toSide(first), second: second && toSide(second) };
  });
  return { items, total };
}

/** The slices a question of a run found, as far as they still answer and the person may read them. Throws notFound. */
export async function readFound(actor: Actor, id: string, itemId: string): Promise<RecallFoundDto> {
  requirePermission(actor, P.KB_MANAGE);
  const run = await requireRun(actor, id);
  const { baseId } = await requireRecallSet(actor, run.setId);
  const { first, second } = sides(orNotFound(await findResult(db(), id, itemId)));
  const ids = [first, second].flatMap((side) => side?.found.map(({ sliceId }) => sliceId) ?? []);
  const rows = await listReadableSlices(db(), subjectsOf(actor), baseId, [...new Set(ids)]);
  const slices = new Map(rows.map((row) => [row.sliceId, row]));
  return { first: toFoundSide(first, slices), second: second && toFoundSide(second, slices) };
}

function toFoundSide(
  { queries, rewriting, failed, found }: RecallResult,
  slices: ReadonlyMap<string, ReadableSlice>,
): RecallFoundSide {
  const shown = found.flatMap((one) => {
    const slice = slices.get(one.sliceId);
    if (!slice) return [];
    const { fileId, fileName, page, text } = slice;
    return { ...one, fileId, fileName, page, text: cut(text.trim(), EXCERPT) };
  });
  return { queries, rewriting, failed, found: shown, gone: found.length - shown.length };
}

import "server-only";
import { v7 } from "uuid";
import { db, type Queryable } from "@/db/client";
import { listReadableVersions } from "@/db/queries/citations/citations";
import {
  approveRecallItems,
  countProposed,
  findRecallItem,
  insertRecallItems,
  listRecallItems,
  namesOfFiles,
  type RecallItemRow,
  rejectRecallItems,
  removeRecallItem,
  updateRecallItem,
} from "@/db/queries/knowledge-operations/recall-sets";
import {
  filesOfVersions,
  findBaseOfFinding,
  findReadableFinding,
  linkRecallItem,
} from "@/db/queries/knowledge-operations/recorded";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { readerOf, subjectsOf } from "@/lib/auth/subjects";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { textOfParts } from "@/lib/stream/history";
import type { MessagePart, StepData, StepFinding } from "@/lib/stream/parts";
import { cut } from "@/lib/text/storable";
import { citationsOf } from "../answer-facts";
import type { OpenedRecallItemDto, PlaceDto, RecallItemDto } from "../recall-dto";
import { PLACES_MAX, RECALL_QUESTION_MAX } from "../recall-limits";
import type { ExpectedPlace } from "../recall-places";
import type { RecallDecision, RecallItemInput, RecallItemsQuery } from "../recall-schema";
import { lockForItems, requireRecallSet, setTarget } from "./recall-access";

/** Questions of a set. Throws notFound. */
export async function readRecallItems(
  actor: Actor,
  setId: string,
  query: RecallItemsQuery,
): Promise<{ items: RecallItemDto[]; total: number }> {
  requirePermission(actor, P.KB_MANAGE);
  const { baseId } = await requireRecallSet(actor, setId);
  const { rows, total } = await listRecallItems(db(), { setId, ...query });
  const names = await namesFor(db(), actor, baseId, rows);
  return { items: rows.map((row) => toItem(row, names)), total };
}

const expectedOf = ({ expected }: Pick<RecallItemRow, "expected">) => expected as ExpectedPlace[];

function namesFor(at: Queryable, actor: Actor, baseId: string, rows: readonly Pick<RecallItemRow, "expected">[]) {
  const ids = rows.flatMap((row) => expectedOf(row).map(({ fileId }) => fileId));
  return namesOfFiles(at, subjectsOf(actor), baseId, [...new Set(ids)]);
}

/** A place as a person may see it: of a file that is kept from them, or gone, neither name nor words. */
export function toPlace({ fileId, words }: ExpectedPlace, names: ReadonlyMap<string, string>): PlaceDto {
  const fileName = names.get(fileId) ?? null;
  return { fileId, fileName, words: fileName === null ? null : (words ?? null) };
}

function toItem(row: RecallItemRow, names: ReadonlyMap<string, string>): RecallItemDto {
  const { id, question, state, origin, createdAt } = row;
  const expected = expectedOf(row).map((place) => toPlace(place, names));
  return { ...{ id, question, state, origin, expected }, createdAt: createdAt.toISOString() };
}

async function requireItem(actor: Actor, id: string, at: Queryable = db()) {
  return orNotFound(await findRecallItem(at, subjectsOf(actor), id));
}

/** A question with the trace it was taken from a record with, as far as the person may see it. Throws notFound. */
export async function readRecallItem(actor: Actor, id: string): Promise<OpenedRecallItemDto> {
  requirePermission(actor, P.KB_MANAGE);
  const item = await requireItem(actor, id);
  const names = await namesFor(db(), actor, item.baseId, [item]);
  return { ...toItem(item, names), trace: await asSeen(actor, item.trace as StepData[] | null) };
}

/** Steps that found something; what was found in files that are kept from the person is only counted. */
async function asSeen(actor: Actor, steps: StepData[] | null): Promise<OpenedRecallItemDto["trace"]> {
  if (!steps) return null;
  const versions = steps.flatMap(({ found = [] }) => found.flatMap(({ versionId }) => versionId ?? []));
  const readable = new Set(await listReadableVersions(db(), readerOf(actor), [...new Set(versions)]));
  const isHidden = ({ kind, versionId }: StepFinding) =>
    kind === "base" || (kind === "slice" && !(versionId && readable.has(versionId)));
  return steps.flatMap(({ name, found = [] }) => {
    const seen = found.filter((one) => !isHidden(one));
    if (found.length === 0) return [];
    return {
      step: name,
      found: seen.map(({ kind, text, score, isKept }) => ({
        text: kind === "slice" ? null : text,
        fileName: kind === "slice" ? text : null,
        score: score ?? null,
        isKept: isKept ?? null,
      })),
      hidden: found.filter((one) => one.kind === "slice" && isHidden(one)).length,
    };
  });
}

/** Throws notFound, invalidInput (a file that is not one of the base), recallItemLimit. */
export async function addRecallItem(actor: Actor, setId: string, input: RecallItemInput): Promise<{ id: string }> {
  requirePermission(actor, P.KB_MANAGE);
  if (input.expected.length === 0) throw wrongPlaces("required");
  return db().transaction(async (tx) => {
    const { baseId } = await requireRecallSet(actor, setId, tx);
    await assertFiles(tx, actor, baseId, input.expected);
    await lockForItems(tx, setId, 1);
    const [id] = await insertRecallItems(tx, [{ setId, question: input.question.trim(), expected: input.expected }]);
    return { id: id! };
  });
}

const wrongPlaces = (problem: "required" | "invalid") =>
  new AppError("invalidInput", { data: { fields: { expected: problem } } });

async function assertFiles(at: Queryable, actor: Actor, baseId: string, expected: readonly ExpectedPlace[]) {
  const names = await namesFor(at, actor, baseId, [{ expected }]);
  if (expected.some(({ fileId }) => !names.has(fileId))) throw wrongPlaces("invalid");
}

/**
 * Places in files that are kept from the person stay as they are. A proposed question that expects something is approved by
 * the change. Throws notFound, invalidInput.
 */
export async function changeRecallItem(actor: Actor, id: string, input: RecallItemInput): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const item = await requireItem(actor, id, tx);
    await assertFiles(tx, actor, item.baseId, input.expected);
    const names = await namesFor(tx, actor, item.baseId, [item]);
    const unseen = expectedOf(item).filter(({ fileId }) => !names.has(fileId));
    const expected = [...input.expected, ...unseen].slice(0, PLACES_MAX);
    if (expected.length === 0) throw wrongPlaces("required");
    await updateRecallItem(tx, id, { question: input.question.trim(), expected, state: "active" });
  });
}

/** Throws notFound. */
export async function deleteRecallItem(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await requireItem(actor, id);
  await removeRecallItem(db(), id);
}

/** Takes proposed questions over, or gives them up. `left`: those that still wait. Throws notFound. */
export async function decideRecallItems(
  actor: Actor,
  setId: string,
  { action, ids }: RecallDecision,
): Promise<{ decided: number; left: number }> {
  requirePermission(actor, P.KB_MANAGE);
  return db().transaction(async (tx) => {
    await requireRecallSet(actor, setId, tx);
    const decide = action === "approve" ? approveRecallItems : rejectRecallItems;
    const decided = await decide(tx, setId, ids);
    return { decided, left: await countProposed(tx, setId) };
  });
}

/**
 * A question of a record becomes one of a set of the same base, with what was searched and found for it then (spec H5). It
 * expects the files a good answer cites; a wrong one waits until somebody says what should have been found. Asked again, the
 * same question. Throws notFound, also where the person may not read its words; questionGone, recallItemLimit.
 */
export async function addRecordedItem(actor: Actor, findingId: string, setId: string): Promise<{ id: string }> {
  requirePermission(actor, P.KB_MANAGE);
  return db().transaction(async (tx) => {
    const set = await requireRecallSet(actor, setId, tx);
    await lockForItems(tx, setId, 0);
    if ((await findBaseOfFinding(tx, findingId)) !== set.baseId) throw new AppError("notFound");
    const finding = orNotFound(await findReadableFinding(tx, actor.id, set.baseId, findingId));
    if (finding.recallItemId) return { id: finding.recallItemId };
    if (!finding.parts || !finding.question) throw new AppError("questionGone");
    const parts = finding.parts as MessagePart[];
    const question = textOfParts(finding.question as MessagePart[]).trim();
    const expected = finding.kind === "good" ? await citedPlaces(tx, actor, set.baseId, parts) : [];
    await lockForItems(tx, setId, 1);
    const id = v7();
    await insertRecallItems(tx, [
      {
        ...{ id, setId, expected, origin: "record" },
        question: cut(question, RECALL_QUESTION_MAX),
        state: expected.length > 0 ? "active" : "proposed",
        trace: stepsOf(parts),
      },
    ]);
    await linkRecallItem(tx, findingId, id);
    await recordAuditEvent(tx, actor, {
      action: "knowledge.recall.record",
      target: setTarget(set),
      after: { findingId },
    });
    return { id };
  });
}

const stepsOf = (parts: readonly MessagePart[]) => parts.find((part) => part.type === "steps")?.steps ?? [];

async function citedPlaces(at: Queryable, actor: Actor, baseId: string, parts: readonly MessagePart[]) {
  const versions = citationsOf(parts).map(({ versionId }) => versionId);
  const ids = await filesOfVersions(at, baseId, [...new Set(versions)]);
  const names = await namesOfFiles(at, subjectsOf(actor), baseId, ids);
  return [...names.keys()].slice(0, PLACES_MAX).map((fileId): ExpectedPlace => ({ fileId }));
}

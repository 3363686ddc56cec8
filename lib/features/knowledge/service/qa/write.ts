import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import {
  countQas,
  insertQas,
  listTakenKeys,
  QA_RESOURCE,
  type QaInsert,
  removeQas,
  replacePhrases,
  updateQa,
} from "@/db/queries/knowledge/qas";
import { removeGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { grantTo } from "@/lib/auth/grants";
import type { QA_ORIGINS, QA_STATES } from "@/lib/config/knowledge-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, startOfDay } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, nullIfMissing } from "@/lib/errors/errors";
import { enqueue } from "@/lib/jobs/boss";
import { P } from "@/lib/permissions/codes";
import { wordsKey } from "@/lib/text/words-key";
import { QA_MAX } from "../../limits";
import type { QaDetailDto } from "../../qa-dto";
import { hasSynonymTwice, type NewQa, type QaPatch } from "../../qa-schema";
import { edited, readDetail, requireQa } from "./list";
import { checkedPlaces, placesOf, type QaPlace, readablePlaces } from "./places";
import { lockScope, phrasesOf, type QaScope, qaTarget, requireScope } from "./scope";
import { makeQaVectors } from "./vectors";

interface Days {
  validFrom?: string | null;
  validUntil?: string | null;
}

/** Days as they are stored: from the first moment of the first to the one after the last. */
export const momentsOf = ({ validFrom, validUntil }: Days, timeZone: string) => ({
  ...(validFrom !== undefined && { validFrom: validFrom === null ? null : startOfDay(validFrom, timeZone) }),
  ...(validUntil !== undefined && {
    validUntil: validUntil === null ? null : startOfDay(addDays(validUntil, 1), timeZone),
  }),
});

/** What of a pair is not said by who writes it. */
export interface QaMaking {
  state: (typeof QA_STATES)[number];
  origin: (typeof QA_ORIGINS)[number];
  messageId?: string;
}

/** Writes a pair down; it answers at once. Throws noPermission, notFound, qaLimit, invalidInput at the field. */
export async function createQa(actor: Actor, input: NewQa): Promise<{ id: string }> {
  return makeQa(actor, input, { state: "active", origin: "typed" });
}

/** The same of a pair that came about otherwise. */
export async function makeQa(
  actor: Actor,
  { baseId, grants, ...input }: NewQa,
  making: QaMaking,
): Promise<{ id: string }> {
  const scope = await requireScope(actor, baseId);
  const citations = await checkedPlaces(actor, scope.baseId, input.citations ?? []);
  const { timeZone } = await loadConfig("customConfig");
  const id = v7();
  await db().transaction(async (tx) => {
    await lockScope(tx, scope);
    // The right may have been withdrawn meanwhile.
    await requireScope(actor, scope.baseId, tx);
    await assertRoom(tx, scope, 1);
    await assertFree(tx, scope, input);
    const { question, answer, synonyms = [], visibility = "all" } = input;
    const row = { id, baseId: scope.baseId, question, answer, synonyms, citations, authorId: actor.id, ...making };
    const more = { ...momentsOf(input, timeZone), ...(scope.baseId === null && { visibility }) };
    await insertQas(tx, [{ ...row, ...more, phrases: phrasesOf({ question, synonyms }) }]);
    if (grants && scope.baseId === null) await grantTo(tx, { type: QA_RESOURCE, id }, grants);
    await recordAuditEvent(tx, actor, {
      action: "knowledge.qa.create",
      target: qaTarget({ id, question }),
      after: { baseId: scope.baseId, origin: making.origin, state: making.state },
    });
    await enqueue(tx, makeQaVectors, { baseId: scope.baseId, authorId: actor.id });
  });
  return { id };
}

/** Throws qaLimit. The caller holds the scope's lock. */
export async function assertRoom(tx: Transaction, { baseId }: QaScope, more: number): Promise<void> {
  if ((await countQas(tx, baseId)) + more > QA_MAX) throw new AppError("qaLimit", { args: { max: QA_MAX } });
}

/** Throws invalidInput at the field where a question is that of another pair already. */
async function assertFree(
  tx: Transaction,
  { baseId }: QaScope,
  { question, synonyms = [] }: { question: string; synonyms?: readonly string[] },
  but?: string,
): Promise<void> {
  const taken = await listTakenKeys(tx, baseId, [question, ...synonyms].map(wordsKey), but);
  if (taken.size === 0) return;
  const fields = taken.has(wordsKey(question)) ? { question: "questionTaken" } : { synonyms: "synonymTaken" };
  throw new AppError("invalidInput", { data: { fields } });
}

/**
 * Changes a pair; whoever does so stands for it from then on. Only who may read a cited file can take its place out. Throws
 * noPermission, notFound, staleRecord, invalidInput at the field.
 */
export async function changeQa(actor: Actor, id: string, { revision, ...patch }: QaPatch): Promise<QaDetailDto> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  const { timeZone } = await loadConfig("customConfig");
  const { row: found, scope: home } = await requireQa(actor, id);
  const places = patch.citations && (await checkedPlaces(actor, home.baseId, patch.citations));
  const kept = await readablePlaces(actor, placesOf(found.citations));
  await db().transaction(async (tx) => {
    const read = () => readDetail(tx, actor, id, timeZone).then(edited, nullIfMissing);
    await assertCurrent(tx, actor, { type: "knowledgeQa", id, given: revision, read });
    const { row, scope } = await requireQa(actor, id, tx);
    const before = await readDetail(tx, actor, id, timeZone);
    const { grants, citations: _, validFrom, validUntil, visibility, ...columns } = patch;
    const after = { ...before, ...patch };
    assertWhole(after);
    const isAsked = columns.question !== undefined || columns.synonyms !== undefined;
    if (isAsked) {
      await lockScope(tx, scope);
      await assertFree(tx, scope, after, id);
    }
    const changed: Partial<QaInsert> = {
      ...columns,
      ...momentsOf({ validFrom, validUntil }, timeZone),
      ...(places && { citations: [...places, ...kept.hidden] satisfies QaPlace[] }),
      ...(visibility && scope.baseId === null && { visibility }),
      authorId: actor.id,
      updatedAt: new Date(),
    };
    await updateQa(tx, id, changed);
    if (isAsked) {
      await replacePhrases(tx, id, phrasesOf(after));
      await enqueue(tx, makeQaVectors, { baseId: scope.baseId, authorId: actor.id });
    }
    if (grants && scope.baseId === null) await grantTo(tx, { type: QA_RESOURCE, id }, grants);
    await recordAuditEvent(tx, actor, {
      action: "knowledge.qa.change",
      target: qaTarget({ id, question: after.question }),
      before: { ...told(before), state: row.state },
      after: { ...told(await readDetail(tx, actor, id, timeZone)), state: columns.state ?? row.state },
    });
  });
  return readDetail(db(), actor, id, timeZone);
}

/** What the log tells of a pair: not its words, which may be as long as a document. */
const told = ({ question, synonyms, validFrom, validUntil, visibility, grants, citations }: QaDetailDto) => ({
  ...{ question, synonyms: synonyms.length, validFrom, validUntil, visibility },
  ...{ grants: grants.length, citations: citations.length },
});

/** A patch leaves out what stays: only the whole says whether it holds. */
function assertWhole(qa: { question: string; synonyms: readonly string[] } & Days): void {
  const fail = (field: string, problem: string) => {
    throw new AppError("invalidInput", { data: { fields: { [field]: problem } } });
  };
  if (hasSynonymTwice(qa)) fail("synonyms", "synonymTwice");
  if (qa.validFrom && qa.validUntil && qa.validFrom > qa.validUntil) fail("validUntil", "invalid");
}

/** Removes a pair for good. Throws noPermission, notFound. */
export async function deleteQa(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  await db().transaction(async (tx) => {
    const { row, scope } = await requireQa(actor, id, tx);
    await removeQas(tx, { baseId: scope.baseId, ids: [id] });
    await removeGrants(tx, QA_RESOURCE, [id]);
    await recordAuditEvent(tx, actor, { action: "knowledge.qa.delete", target: qaTarget(row) });
  });
}

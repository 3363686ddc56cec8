import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { lastRuns } from "@/db/queries/knowledge-operations/recall-runs";
import {
  insertRecallSet,
  listRecallSets,
  lockBaseSets,
  type RecallSetRow,
  removeRecallSet,
  renameRecallSet,
} from "@/db/queries/knowledge-operations/recall-sets";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { requireBase } from "@/lib/features/knowledge/service/bases";
import { P } from "@/lib/permissions/codes";
import { endTaskOf, lastTask } from "@/lib/tasks/tasks";
import type { OpenedRecallSetDto, RecallSetDto } from "../recall-dto";
import { RECALL_SETS_MAX } from "../recall-limits";
import type { NewRecallSet, RecallSetsQuery } from "../recall-schema";
import { requireRecallSet, setTarget, toWork } from "./recall-access";
import { recallGenerate } from "./recall-generate";
import { recallRun } from "./recall-run";
import { toRun } from "./recall-runs";

/** Test sets of a base with their last figures. Throws notFound. */
export async function readRecallSets(
  actor: Actor,
  query: RecallSetsQuery,
): Promise<{ items: RecallSetDto[]; total: number }> {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, query.baseId, "manage");
  const { rows, total } = await listRecallSets(db(), subjectsOf(actor), query);
  return { items: await withRuns(rows), total };
}

async function withRuns(rows: readonly RecallSetRow[]): Promise<RecallSetDto[]> {
  const ids = rows.map(({ id }) => id);
  const runs = await lastRuns(db(), ids);
  return rows.map(({ id, baseId, name, author, active, proposed, createdAt }) => {
    const run = runs.get(id);
    const lastRun = run ? toRun(run) : null;
    return { ...{ id, baseId, name, author, active, proposed, lastRun }, createdAt: createdAt.toISOString() };
  });
}

/** Throws notFound. */
export async function readRecallSet(actor: Actor, id: string): Promise<OpenedRecallSetDto> {
  requirePermission(actor, P.KB_MANAGE);
  const [set] = await withRuns([await requireRecallSet(actor, id)]);
  const task = await lastTask(db(), recallGenerate, id);
  return { ...set!, proposals: task && toWork(task) };
}

/** Throws notFound, recallSetLimit. */
export async function createRecallSet(actor: Actor, { baseId, name }: NewRecallSet): Promise<{ id: string }> {
  requirePermission(actor, P.KB_MANAGE);
  const id = v7();
  await db().transaction(async (tx) => {
    const base = await requireBase(actor, baseId, "manage", tx);
    if ((await lockBaseSets(tx, baseId)) >= RECALL_SETS_MAX)
      throw new AppError("recallSetLimit", { args: { max: RECALL_SETS_MAX } });
    await insertRecallSet(tx, { id, baseId, name, authorId: actor.id });
    const after = { name, baseId: base.name };
    await recordAuditEvent(tx, actor, { action: "knowledge.recall.create", target: setTarget({ id, name }), after });
  });
  return { id };
}

/** Throws notFound. */
export async function changeRecallSet(actor: Actor, id: string, name: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const before = await requireRecallSet(actor, id, tx);
    await renameRecallSet(tx, id, name);
    await recordAuditEvent(tx, actor, {
      action: "knowledge.recall.change",
      target: setTarget({ id, name }),
      before: { name: before.name },
      after: { name },
    });
  });
}

/** With its questions and runs; what is under way about it ends. Throws notFound. */
export async function deleteRecallSet(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const set = await requireRecallSet(actor, id, tx);
    await endWork(tx, id, actor);
    await removeRecallSet(tx, id);
    await recordAuditEvent(tx, actor, { action: "knowledge.recall.delete", target: setTarget(set) });
  });
}

async function endWork(tx: Transaction, id: string, actor: Actor): Promise<void> {
  await endTaskOf(tx, recallRun, id, actor);
  await endTaskOf(tx, recallGenerate, id, actor);
}

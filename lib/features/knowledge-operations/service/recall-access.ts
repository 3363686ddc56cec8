import "server-only";
import { db, type Queryable, type Transaction } from "@/db/client";
import { findRecallSet, lockRecallSet, type RecallSetRow } from "@/db/queries/knowledge-operations/recall-sets";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError, isErrorKey, orNotFound } from "@/lib/errors/errors";
import type { WorkDto } from "../recall-dto";
import { RECALL_ITEMS_MAX } from "../recall-limits";

/** Of a set in the operation log. */
export const setTarget = ({ id, name }: { id: string; name: string }) => ({ type: "recallSet", id, name });

/** A set whose base the person manages. Throws notFound. */
export async function requireRecallSet(actor: Actor, id: string, at: Queryable = db()): Promise<RecallSetRow> {
  return orNotFound(await findRecallSet(at, subjectsOf(actor), id));
}

/** Others wait with questions of the set until the transaction ends. Throws recallItemLimit where so many more are too many. */
export async function lockForItems(tx: Transaction, setId: string, more: number): Promise<void> {
  const count = await lockRecallSet(tx, setId);
  if (count + more > RECALL_ITEMS_MAX) throw new AppError("recallItemLimit", { args: { max: RECALL_ITEMS_MAX } });
}

interface WorkRow {
  status: WorkDto["status"];
  done: number;
  total: number;
  failure: string | null;
}

/** How far a task is. */
export function toWork({ status, done, total, failure }: WorkRow): WorkDto {
  const error = status !== "failed" ? null : failure && isErrorKey(failure) ? failure : "unknown";
  return { status, done, total, error };
}

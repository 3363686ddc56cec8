import "server-only";
import type { Transaction } from "@/db/client";
import { findLastChange, lockRecord } from "@/db/queries/editing/editing";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { revisionOf } from "./revision";
import type { StaleData } from "./stale";

interface Editing {
  /** Type and id of the record's rows in the operation log; they also name its lock. */
  type: string;
  id: string;
  /** The revision the save was made from; without one the last write wins. */
  given: string | undefined;
  /** Reads the fields the revision is made of, under the lock. Null when the record is gone: the caller says so. */
  read: () => Promise<object | null>;
}

/**
 * Refuses a save that was made from an older state of a record. It stands first in the transaction of the save and
 * locks the record, so of two saves from one state the second sees the first. Throws staleRecord.
 */
export async function assertCurrent(tx: Transaction, actor: Actor, { type, id, given, read }: Editing): Promise<void> {
  await lockRecord(tx, `${type}:${id}`);
  if (given === undefined) return;
  const current = await read();
  if (current === null) return;
  const revision = revisionOf(current);
  if (revision === given) return;
  throw await staleRecord(tx, actor, { type, id, current, revision });
}

/** What a stale save is answered with: the record as it is now, and who changed it last. */
export async function staleRecord(
  tx: Transaction,
  actor: Actor,
  { type, id, current, revision }: { type: string; id: string; current: object; revision: string },
): Promise<AppError> {
  const last = await findLastChange(tx, type, id);
  const data: StaleData = {
    error: "staleRecord",
    current: current as Record<string, unknown>,
    revision,
    ...(last && {
      changedAt: last.at.toISOString(),
      ...(mayKnow(actor, last.actorId) && last.actorName ? { changedBy: last.actorName } : {}),
    }),
  };
  return new AppError("staleRecord", { data });
}

/** Colleagues of the console know each other; whoever only edits their own things is told of themselves alone. */
function mayKnow(actor: Actor, otherId: string | null): boolean {
  return otherId === actor.id || actor.permissions.some((code) => code.startsWith("SYSTEM:"));
}

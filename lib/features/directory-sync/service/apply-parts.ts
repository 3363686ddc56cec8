import "server-only";
import type { Transaction } from "@/db/client";
import { listMappedDepartments } from "@/db/queries/auth/outside-people";
import type { ItemEnd, SyncItemRow } from "@/db/queries/directory-sync/runs";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { assertSeats } from "@/lib/licence/seats";
import type { SyncReason } from "../kinds";

export const failed = (item: SyncItemRow, reason: SyncReason | ErrorKey): ItemEnd => ({
  no: item.no,
  targetId: item.targetId,
  reason,
  state: "failed",
  after: item.after,
});

export const done = (item: SyncItemRow, more: Partial<ItemEnd> = {}): ItemEnd => ({
  no: item.no,
  targetId: item.targetId,
  reason: item.reason,
  state: "done",
  after: item.after,
  ...more,
});

/** Does something that may be refused, and leaves nothing behind when it is; the reason, or null when it was done. */
export async function attempt(tx: Transaction, work: (step: Transaction) => Promise<void>): Promise<ErrorKey | null> {
  try {
    await tx.transaction(work);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
}

/** How many of so many people the licence has seats for. */
export async function seatsFor(tx: Transaction, wanted: number): Promise<number> {
  try {
    await assertSeats(tx, wanted);
    return wanted;
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== "seatsExhausted") throw error;
    const { used, total } = error.options.args as { used: number; total: number };
    return Math.max(0, total - used);
  }
}

/** Departments here of those a plan names by their id there. */
export async function mappedIds(tx: Transaction, channelId: string, refs: readonly (string | undefined)[]) {
  const named = [...new Set(refs.filter((ref) => ref !== undefined))];
  const rows = await listMappedDepartments(tx, channelId, named);
  return new Map(rows.map(({ externalId, departmentId }) => [externalId, departmentId]));
}

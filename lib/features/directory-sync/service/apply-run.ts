import "server-only";
import { db, type Transaction } from "@/db/client";
import { lockTree, lockTreeShared } from "@/db/queries/departments";
import {
  changeSyncRun,
  countSyncStart,
  endSyncItems,
  findSyncRun,
  type ItemEnd,
  listOpenItems,
  lockSyncRun,
  type SyncItemRow,
} from "@/db/queries/directory-sync";
import { forgetApiKeys } from "@/lib/auth/api-key";
import type { Deed } from "@/lib/auth/audit";
import { findOpenChannel } from "@/lib/auth/channels/store";
import { forgetSessions } from "@/lib/auth/session";
import { AppError } from "@/lib/http/errors";
import { APPLY_CHUNK } from "../kinds";
import { applyDepartments } from "./apply-departments";
import { applyPeople } from "./apply-people";
import { type By, byOf, isStale, recordBy } from "./by";
import { failRun, failureOf, runDeed } from "./read-run";

/** A process ended while it applied this often: somebody has to look. */
const STARTS_MAX = 5;

/**
 * Carries a plan out, some lines a transaction. Each line says itself whether it is done, so a run whose process was
 * killed goes on where it was. What changed here since the plan fails with its reason, and the rest goes on.
 */
export async function applyRun(id: string, signal: AbortSignal): Promise<void> {
  const starts = await countSyncStart(db(), id, "applying");
  const run = starts === null ? null : await findSyncRun(db(), id);
  if (!run || starts === null) return;
  const channel = await findOpenChannel(db(), run.channelId);
  if (!channel) return;
  try {
    if (starts > STARTS_MAX) return await failRun(run, "applying", "syncInterrupted");
    if (isStale(run, channel)) throw new AppError("syncStale");
    for (let goesOn = true; goesOn; ) {
      // The process stops: the queue begins again elsewhere or later.
      if (signal.aborted) throw new Error("Sync interrupted");
      // Asked for each share of the work: whoever lost the right meanwhile carries nothing out any more.
      const by = await byOf(run.actorId, run.trigger === "schedule", channel, id);
      goesOn = await db().transaction((tx) => applyChunk(tx, by));
      // A leaver's sessions and keys end with the line, not with the run.
      forgetSessions();
      forgetApiKeys();
    }
  } catch (error) {
    if (signal.aborted) throw error;
    await failRun(run, "applying", failureOf(error));
  }
}

/** One transaction's share. False when the run is at its end. */
async function applyChunk(tx: Transaction, by: By): Promise<boolean> {
  const run = await lockSyncRun(tx, by.runId);
  // Cancelled meanwhile, or ended by another process.
  if (run?.status !== "applying") return false;
  const items = sameSubject(await listOpenItems(tx, by.runId, APPLY_CHUNK));
  if (items.length === 0) {
    await changeSyncRun(tx, by.runId, ["applying"], { status: "done", finishedAt: new Date() });
    await recordBy(tx, by, [runDeed(by.runId, by.channel, run.summary)]);
    return false;
  }
  const isTree = items[0]?.subject === "department";
  await (isTree ? lockTree(tx) : lockTreeShared(tx));
  const ends = await (isTree ? applyDepartments(tx, by, items) : applyPeople(tx, by, items));
  await endSyncItems(tx, by.runId, ends);
  await recordBy(tx, by, deedsOf(items, ends));
  const failed = ends.filter(({ state }) => state === "failed").length;
  await changeSyncRun(tx, by.runId, ["applying"], {
    done: run.done + ends.length,
    summary: { ...run.summary, failed: (run.summary.failed ?? 0) + failed },
  });
  return true;
}

/** The first lines of one subject: departments stand before people go there, and close after them. */
function sameSubject(items: SyncItemRow[]): SyncItemRow[] {
  const other = items.findIndex(({ subject }) => subject !== items[0]?.subject);
  return other < 0 ? items : items.slice(0, other);
}

function deedsOf(items: readonly SyncItemRow[], ends: readonly ItemEnd[]): Deed[] {
  const endOf = new Map(ends.map((end) => [end.no, end]));
  return items.flatMap(({ no, subject, action, name, before }) => {
    const end = endOf.get(no);
    if (end?.state !== "done" || !end.targetId) return [];
    const target = { type: subject, id: end.targetId, name };
    return [
      { action: `sync.${subject}.${action}`, target, before: before ?? undefined, after: end.after ?? undefined },
    ];
  });
}

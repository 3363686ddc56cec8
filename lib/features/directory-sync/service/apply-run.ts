import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import {
  changeSyncRun,
  endSyncItems,
  findSyncRun,
  type ItemEnd,
  listOpenItems,
  lockSyncRun,
  type SyncItemRow,
} from "@/db/queries/directory-sync/runs";
import { lockTree, lockTreeShared } from "@/db/queries/organisation/departments";
import type { AuditEvent } from "@/lib/audit/audit";
import { invalidateApiKeys } from "@/lib/auth/api-key";
import { findOpenChannel } from "@/lib/auth/channels/store";
import { invalidateSessions } from "@/lib/auth/session";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { APPLY_CHUNK } from "../kinds";
import { applyDepartments } from "./apply-departments";
import { applyPeople } from "./apply-people";
import { type By, byOf, isStale, recordBy } from "./by";
import { endOf, failureOf, runAuditEvent, type SyncInput } from "./run-end";

/**
 * Carries a plan out, some lines a transaction. Each line says itself whether it is done, so a run whose process was
 * killed goes on where it was. What changed here since the plan fails with its reason, and the rest goes on.
 */
export const syncApply = defineTask({
  kind: "syncApply",
  input: z.object({ id: z.uuid() }),
  anyOf: [P.CONFIG_SSO],
  atOnce: 1,
  steps: { apply: applyPlan },
  failureOf,
  onEnd: endOf("applying"),
});

async function applyPlan(task: HeldTask<SyncInput, object>): Promise<void> {
  const { id } = task.input;
  const run = await findSyncRun(db(), id);
  const channel = run && (await findOpenChannel(db(), run.channelId));
  // The channel was removed, and its runs with it.
  if (!channel) return;
  if (isStale(run, channel)) throw new AppError("syncStale");
  for (let hasMore = true; hasMore; ) {
    // Asked for each share of the work: whoever lost the right meanwhile carries nothing out any more.
    const by = await byOf(task, channel);
    await task.commit(async (tx) => {
      const done = await applyChunk(tx, by);
      hasMore = done !== null;
      return done === null ? {} : { done, total: run.total };
    });
    // A leaver's sessions and keys end with the line, not with the run.
    invalidateSessions();
    invalidateApiKeys();
    await task.rest();
  }
  const by = await byOf(task, channel);
  await task.finish(async (tx) => {
    const end = await lockSyncRun(tx, id);
    await changeSyncRun(tx, id, ["applying"], { status: "done", finishedAt: new Date() });
    await recordBy(tx, by, [runAuditEvent(id, channel, end?.summary ?? {})]);
  });
}

/** One transaction's share; the lines that are done by now, or null when none was left. */
async function applyChunk(tx: Transaction, by: By): Promise<number | null> {
  const run = await lockSyncRun(tx, by.runId);
  const items = sameSubject(await listOpenItems(tx, by.runId, APPLY_CHUNK));
  if (!run || items.length === 0) return null;
  const isTree = items[0]?.subject === "department";
  await (isTree ? lockTree(tx) : lockTreeShared(tx));
  const ends = await (isTree ? applyDepartments(tx, by, items) : applyPeople(tx, by, items));
  await endSyncItems(tx, by.runId, ends);
  await recordBy(tx, by, deedsOf(items, ends));
  const failed = ends.filter(({ state }) => state === "failed").length;
  const done = run.done + ends.length;
  await changeSyncRun(tx, by.runId, ["applying"], {
    done,
    summary: { ...run.summary, failed: (run.summary.failed ?? 0) + failed },
  });
  return done;
}

/** The first lines of one subject: departments stand before people go there, and close after them. */
function sameSubject(items: SyncItemRow[]): SyncItemRow[] {
  const other = items.findIndex(({ subject }) => subject !== items[0]?.subject);
  return other < 0 ? items : items.slice(0, other);
}

function deedsOf(items: readonly SyncItemRow[], ends: readonly ItemEnd[]): AuditEvent[] {
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

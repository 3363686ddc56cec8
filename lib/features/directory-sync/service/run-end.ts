import "server-only";
import type { Transaction } from "@/db/client";
import { changeSyncRun, findSyncRun } from "@/db/queries/directory-sync/runs";
import { recordAuditEvent } from "@/lib/audit/audit";
import { ChannelError } from "@/lib/auth/channels/errors";
import { findOpenChannel } from "@/lib/auth/channels/store";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { type EndedBy, isBrokenOff, type Task } from "@/lib/tasks/define";
import { countsOf, targetOf } from "./by";
import { tellOfSync } from "./tell";

/** A run as its tasks are asked for it. */
export interface SyncInput {
  id: string;
}

/** What a directory said by a reason of its own. */
export const failureOf = (error: unknown): string | null => (error instanceof ChannelError ? error.reason : null);

/** The end of a run in the operation log. */
export function runAuditEvent(id: string, channel: OpenChannel, summary: Record<string, number>) {
  const { failed = 0 } = summary;
  return { action: "sync.run", target: targetOf(channel), after: { runId: id, ...countsOf(summary), failed } };
}

/** A run ends with its task, before its time; what was not carried out stays undone. */
export function endOf(status: "reading" | "applying") {
  return async (tx: Transaction, task: Task<SyncInput, object>, by?: EndedBy): Promise<void> => {
    if (task.status !== "failed" && task.status !== "cancelled") return;
    const { id } = task.input;
    const failure = isBrokenOff(task.failure) ? "syncInterrupted" : task.failure;
    if (!(await changeSyncRun(tx, id, [status], { status: task.status, failure, finishedAt: new Date() }))) return;
    const run = await findSyncRun(tx, id);
    const channel = run && (await findOpenChannel(tx, run.channelId));
    if (!channel) return;
    if (failure && run.trigger === "schedule") await tellOfSync(tx, channel, id, "syncFailed", {});
    if (by)
      await recordAuditEvent(tx, by, {
        action: "sync.cancel",
        target: targetOf(channel),
        before: { runId: id, status },
      });
  };
}

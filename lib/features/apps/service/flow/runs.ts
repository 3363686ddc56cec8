import "server-only";
import { db } from "@/db/client";
import { lockRun, removeUnfinishedSteps, updateRun } from "@/db/queries/apps/runs";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { cancelTaskOf, lastTask, retryTask, startTask } from "@/lib/tasks/tasks";
import { resultHref } from "../../paths";
import { type ReadableRun, requireRun } from "./reading";
import { appRun, endRun } from "./task";

/** Ends an own run, or one of an app one may change; what it did stays. Throws notFound, runEnded. */
export async function cancelRun(actor: Actor, runId: string): Promise<void> {
  const found = await requireRun(actor, runId);
  if (!found.isOwn && !found.mayManage) throw new AppError("noPermission");
  if (found.run.endedAt) throw new AppError("runEnded");
  const by = { id: actor.id, account: actor.account, request: actor.request };
  const isEnded = await cancelTaskOf(appRun, runId, by);
  await db().transaction(async (tx) => {
    if (!isEnded) await endRun(tx, runId, "cancelled", null);
    await recordAuditEvent(tx, actor, { action: "app.run.cancel", target: targetOf(found), after: { runId } });
  });
}

/** A run that failed goes on at what failed, with what was done before. Throws notFound, runNotEnded. */
export async function retryRun(actor: Actor, runId: string): Promise<void> {
  const found = await requireRun(actor, runId);
  if (!found.isOwn && !found.mayManage) throw new AppError("noPermission");
  await db().transaction(async (tx) => {
    const run = orNotFound(await lockRun(tx, runId));
    if (run.status !== "failed") throw new AppError("runNotEnded");
    await removeUnfinishedSteps(tx, runId);
    const nothing = { failure: null, failureArgs: {}, failureDetail: "", failedStep: null };
    await updateRun(tx, runId, { ...nothing, status: "queued", endedAt: null });
    await recordAuditEvent(tx, actor, { action: "app.run.retry", target: targetOf(found), after: { runId } });
    const task = await lastTask(tx, appRun, runId);
    if (task && (await retryTask(tx, task.id))) return;
    const request = { requestId: runId, address: "", userAgent: "" };
    await startTask(tx, appRun, {
      // Whoever has it tried again: it is run for whom it was.
      owner: { id: run.userId, account: found.userAccount, request },
      subject: runId,
      input: { runId },
      titleArgs: { name: found.appName },
      href: resultHref(found.run.appId, runId),
    });
  });
}

const targetOf = ({ run, appName }: ReadableRun) => ({ type: "app", id: run.appId, name: appName });

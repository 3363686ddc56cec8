import "server-only";
import { db, engine } from "@/db/client";
import { findRun, listRunningIn, notifyProcesses, requestStop } from "@/db/queries/conversation/runs";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import { takeConsent } from "./consent";
import { findLocalRun } from "./runs";

/** Ends a person's own answer wherever it is being written (spec B2). Ended ones stay as they are. Throws notFound. */
export async function stopOwnRun(userId: string, runId: string): Promise<void> {
  const run = orNotFound(await findRun(db(), userId, runId));
  if (run.status !== "running") return;
  await stopRuns([runId]);
}

/**
 * Ends the answers being written in conversations that were deleted; call it after the transaction. The heartbeat of the
 * process that writes them finds what this could not reach.
 */
export async function stopAnswersIn(sessionIds: readonly string[]): Promise<void> {
  try {
    await stopRuns(await listRunningIn(db(), sessionIds));
  } catch (err) {
    log().warn({ err }, "answers in deleted conversations not stopped at once");
  }
}

async function stopRuns(runIds: readonly string[]): Promise<void> {
  const elsewhere = runIds.filter((id) => {
    const local = findLocalRun(id);
    local?.end("stopped");
    return !local;
  });
  if (elsewhere.length === 0) return;
  await requestStop(db(), elsewhere);
  if (engine() === "postgres") await notifyProcesses(db(), "run_stop", elsewhere.join(","));
}

/**
 * A person's word on a tool of their own answer, wherever it is being written (SECURITY LM-02). Throws notFound where
 * nothing waits for it any more.
 */
export async function consentToTool(userId: string, runId: string, callId: string, allowed: boolean): Promise<void> {
  const run = await findRun(db(), userId, runId);
  if (run?.status !== "running") throw new AppError("notFound");
  if (findLocalRun(runId) || engine() !== "postgres") {
    if (!takeConsent(runId, callId, allowed)) throw new AppError("notFound");
    return;
  }
  await notifyProcesses(db(), "run_consent", `${runId}:${allowed ? 1 : 0}:${callId}`);
}

import "server-only";
import { db, engine } from "@/db/client";
import { findRun, notifyProcesses, requestStop } from "@/db/queries/runs";
import { AppError } from "@/lib/http/errors";
import { takeConsent } from "./consent";
import { findLocalRun } from "./runs";

/** Ends a person's own answer wherever it is being written (AHEAD B2). Ended ones stay as they are. Throws notFound. */
export async function stopOwnRun(userId: string, runId: string): Promise<void> {
  const run = await findRun(db(), userId, runId);
  if (!run) throw new AppError("notFound");
  if (run.status !== "running") return;
  const local = findLocalRun(runId);
  if (local) return local.end("stopped");
  await requestStop(db(), runId);
  if (engine() === "postgres") await notifyProcesses(db(), "run_stop", runId);
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

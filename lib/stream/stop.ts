import "server-only";
import { db, engine } from "@/db/client";
import { findRun, notifyProcesses, requestStop } from "@/db/queries/runs";
import { AppError } from "@/lib/http/errors";
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

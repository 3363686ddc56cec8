import "server-only";
import { db, engine } from "@/db/client";
import { findRun, notifyProcesses, requestStop } from "@/db/queries/runs";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import { runResponse } from "@/lib/stream/read";
import { findLocalRun } from "@/lib/stream/runs";

const KEPT_MS = 3_600_000;

/** Lines of an own run after the given one, then live. Throws notFound, and streamGone an hour after the end. */
export async function followRun(actor: Actor, runId: string, after: number): Promise<Response> {
  requirePermission(actor, P.CHAT);
  const run = await findRun(db(), actor.id, runId);
  if (!run) throw new AppError("notFound");
  if (run.finishedAt && Date.now() - run.finishedAt.getTime() > KEPT_MS) throw new AppError("streamGone");
  return runResponse(runId, after);
}

/** Ends an own answer wherever it is being written (AHEAD B2). Ended ones stay as they are. */
export async function stopRun(actor: Actor, runId: string): Promise<void> {
  requirePermission(actor, P.CHAT);
  const run = await findRun(db(), actor.id, runId);
  if (!run) throw new AppError("notFound");
  if (run.status !== "running") return;
  const local = findLocalRun(runId);
  if (local) return local.end("stopped");
  await requestStop(db(), runId);
  if (engine() === "postgres") await notifyProcesses(db(), "run_stop", runId);
}

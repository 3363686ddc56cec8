import "server-only";
import { db } from "@/db/client";
import { findRun } from "@/db/queries/runs";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import { runResponse } from "@/lib/stream/read";
import { stopOwnRun } from "@/lib/stream/stop";

const KEPT_MS = 3_600_000;

/** Lines of an own run after the given one, then live. Throws notFound, and streamGone an hour after the end. */
export async function followRun(actor: Actor, runId: string, after: number): Promise<Response> {
  requirePermission(actor, P.CHAT, P.DOCUMENT);
  const run = await findRun(db(), actor.id, runId);
  if (!run) throw new AppError("notFound");
  if (run.finishedAt && Date.now() - run.finishedAt.getTime() > KEPT_MS) throw new AppError("streamGone");
  return runResponse(runId, after);
}

export async function stopRun(actor: Actor, runId: string): Promise<void> {
  requirePermission(actor, P.CHAT, P.DOCUMENT);
  await stopOwnRun(actor.id, runId);
}

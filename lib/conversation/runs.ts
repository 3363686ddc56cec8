import "server-only";
import { db } from "@/db/client";
import { findRun } from "@/db/queries/conversation/runs";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { goneVersions } from "@/lib/citations/gone";
import { AppError } from "@/lib/errors/errors";
import { readMessages } from "@/lib/stream/messages";
import { runResponse } from "@/lib/stream/read";
import { consentToTool, stopOwnRun } from "@/lib/stream/stop";
import { withArea } from "./access";
import { CONVERSATION_CODES } from "./areas";

const KEPT_MS = 3_600_000;

/**
 * Lines of an own run after the given one, then live. Throws notFound, and streamGone an hour after the end, or once it has
 * ended and its reader may no longer read all it cites: the message has what is left.
 */
export async function followRun(actor: Actor, runId: string, after: number): Promise<Response> {
  const run = withArea(actor, await findRun(db(), actor.id, runId));
  const { finishedAt, sessionId, messageId } = run;
  if (finishedAt) {
    const isOld = Date.now() - finishedAt.getTime() > KEPT_MS;
    const isWhole = async () => (await goneVersions(actor, await readMessages(sessionId, [messageId]))).size === 0;
    if (isOld || !(await isWhole())) throw new AppError("streamGone");
  }
  return runResponse(runId, after);
}

/** Ends an own answer. Throws notFound. */
export async function stopRun(actor: Actor, runId: string): Promise<void> {
  requirePermission(actor, ...CONVERSATION_CODES);
  await stopOwnRun(actor.id, runId);
}

/** The person's word on one call of a tool in their own answer. Throws notFound when nothing waits for it. */
export async function answerConsent(
  actor: Actor,
  runId: string,
  { callId, allowed }: { callId: string; allowed: boolean },
): Promise<void> {
  requirePermission(actor, ...CONVERSATION_CODES);
  await consentToTool(actor.id, runId, callId, allowed);
}

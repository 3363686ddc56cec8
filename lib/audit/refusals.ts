import "server-only";
import { db } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import type { Actor, RequestMeta } from "@/lib/auth/actor";
import { knownFailure } from "@/lib/errors/known-failure";
import { log } from "@/lib/log";
import { type Attempt, refusedTarget } from "./refused-target";

/**
 * The wrapper's half of the operation log: refusals and failures (ARCHITECTURE 9; the service writes the success row in
 * its own transaction). A log that cannot be written never hides the answer.
 */
export async function recordRefusal(
  action: string,
  actor: Actor | null,
  meta: RequestMeta,
  error: unknown,
  attempt: Attempt = {},
) {
  const known = knownFailure(error);
  const code = known?.code ?? 500;
  // Without a valid session anybody could fill the log.
  if (code === 401 || !actor) return;
  // A refusal without its object is better than none.
  const target = await refusedTarget(action, actor, attempt).catch(() => ({}));
  try {
    await insertOperation(db(), {
      actorId: actor.id,
      actorAccount: actor.account,
      action,
      ...target,
      result: code === 403 || code === 404 ? "refused" : "failed",
      code,
      after: known ? { error: known.key, args: known.options.args } : { error: "unknown" },
      address: meta.address,
      userAgent: meta.userAgent.slice(0, 400),
      requestId: meta.requestId,
    });
  } catch (err) {
    log().error({ err, action, requestId: meta.requestId }, "operation log failed");
  }
}

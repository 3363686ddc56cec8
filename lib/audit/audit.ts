import "server-only";
import type { Transaction } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import type { Actor } from "@/lib/auth/actor";
import { storable } from "@/lib/text/storable";
import { cleanAuditEvent } from "./clean-audit-event";

export interface AuditEvent {
  /** `area.verb`, the handler's audit name. */
  action: string;
  target: { type: string; id: string; name?: string };
  /** Never a secret: callers pass what a reader of the log may see. */
  before?: unknown;
  after?: unknown;
}

/** Who did something, and from where; a task keeps it of the person who began it. */
export type AuditActor = Pick<Actor, "account" | "request"> & { id: string | null };

/** The success row of the operation log, in the transaction of the change it tells of. */
export function recordAuditEvent(tx: Transaction, actor: AuditActor, event: AuditEvent): Promise<void> {
  return recordAuditEvents(tx, actor, [event]);
}

/** Success rows of a change that concerns many, in one statement. */
export async function recordAuditEvents(
  tx: Transaction,
  actor: AuditActor,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await insertOperation(
    tx,
    events.map((event) => ({
      actorId: actor.id,
      actorAccount: actor.account,
      action: event.action,
      targetType: event.target.type,
      targetId: storable(event.target.id),
      targetName: storable(event.target.name ?? ""),
      result: "success" as const,
      before: cleanAuditEvent(event.before),
      after: cleanAuditEvent(event.after),
      address: actor.request.address,
      userAgent: actor.request.userAgent.slice(0, 400),
      requestId: actor.request.requestId,
    })),
  );
}

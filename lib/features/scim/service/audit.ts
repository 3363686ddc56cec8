import "server-only";
import type { Transaction } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import type { AuditEvent } from "@/lib/audit/audit";
import { cleanAuditEvent } from "@/lib/audit/clean-audit-event";
import type { RequestMeta } from "@/lib/auth/actor";
import type { OpenChannel } from "@/lib/auth/channels/types";

/** Who pushes: one login channel, with what is known of the request. */
export interface Pusher {
  channel: OpenChannel;
  meta: RequestMeta;
}

/** Rows of the operation log under the channel's name: no person stands behind a push. */
export async function recordPushes(
  tx: Transaction,
  { channel, meta }: Pusher,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await insertOperation(
    tx,
    events.map((event) => ({
      actorId: null,
      actorAccount: `scim:${channel.nameEn}`.slice(0, 64),
      action: event.action,
      targetType: event.target.type,
      targetId: event.target.id,
      targetName: event.target.name ?? "",
      result: "success" as const,
      before: cleanAuditEvent(event.before),
      after: cleanAuditEvent(event.after),
      address: meta.address,
      userAgent: meta.userAgent.slice(0, 400),
      requestId: meta.requestId,
    })),
  );
}

import "server-only";
import type { Transaction } from "@/db/client";
import { type AuditEvent, recordAuditEvents } from "@/lib/audit/audit";
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
  await recordAuditEvents(tx, { id: null, account: `scim:${channel.nameEn}`.slice(0, 64), request: meta }, events);
}

import "server-only";
import type { Transaction } from "@/db/client";
import { insertOperation } from "@/db/queries/system";
import type { RequestMeta } from "@/lib/auth/actor";
import type { Deed } from "@/lib/auth/audit";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { cleanDeed } from "@/lib/auth/clean-deed";

/** Who pushes: one login channel, with what is known of the request. */
export interface Pusher {
  channel: OpenChannel;
  meta: RequestMeta;
}

/** Rows of the operation log under the channel's name: no person stands behind a push. */
export async function recordPushes(tx: Transaction, { channel, meta }: Pusher, deeds: readonly Deed[]): Promise<void> {
  if (deeds.length === 0) return;
  await insertOperation(
    tx,
    deeds.map((deed) => ({
      actorId: null,
      actorAccount: `scim:${channel.nameEn}`.slice(0, 64),
      action: deed.action,
      targetType: deed.target.type,
      targetId: deed.target.id,
      targetName: deed.target.name ?? "",
      result: "success" as const,
      before: cleanDeed(deed.before),
      after: cleanDeed(deed.after),
      address: meta.address,
      userAgent: meta.userAgent.slice(0, 400),
      requestId: meta.requestId,
    })),
  );
}

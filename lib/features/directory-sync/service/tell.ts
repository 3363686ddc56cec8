import "server-only";
import type { Transaction } from "@/db/client";
import { listUsersWith } from "@/db/queries/auth/identity";
import { listScheduledRuns } from "@/db/queries/directory-sync/runs";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { bothNames, screenOf } from "./by";

/**
 * Tells who looks after login channels that a sync of the schedule waits for somebody, or failed. Once: the same state
 * an hour later is no news.
 */
export async function tellOfSync(
  tx: Transaction,
  channel: OpenChannel,
  runId: string,
  kind: "syncReview" | "syncFailed",
  summary: Record<string, number>,
): Promise<void> {
  const [now, last] = await listScheduledRuns(tx, channel.id, 2);
  const isSame = last && now?.id === runId && now.failure === last.failure && now.needsReview === last.needsReview;
  if (isSame) return;
  const args = { name: bothNames(channel), count: summary["user.disable"] ?? 0 };
  const href = screenOf(channel.id);
  const people = await listUsersWith(tx, P.CONFIG_SSO);
  await notify(
    tx,
    people.map((userId) => ({ userId, kind, args, href })),
  );
}

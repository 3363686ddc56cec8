import "server-only";
import type { Transaction } from "@/db/client";
import { listScheduledRuns } from "@/db/queries/directory-sync";
import { listUsersWith } from "@/db/queries/identity";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";

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
  const { nameZh, nameEn } = channel;
  const args = { name: nameZh === nameEn ? nameEn : `${nameZh} / ${nameEn}`, count: summary["user.disable"] ?? 0 };
  const href = `/system/system-manage/login-channel?open=${encodeURIComponent(`edit:${channel.id}`)}`;
  const people = await listUsersWith(tx, P.CONFIG_SSO);
  await notify(
    tx,
    people.map((userId) => ({ userId, kind, args, href })),
  );
}

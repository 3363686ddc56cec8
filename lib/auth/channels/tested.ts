import "server-only";
import { db } from "@/db/client";
import { markChannelTested } from "@/db/queries/login-channels/console";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import type { Actor } from "../actor";
import type { Outcome } from "./outcome";
import { invalidateChannels } from "./store";
import type { OpenChannel } from "./types";

/** The other side proved somebody; that this one gets no account says nothing against the settings. */
const WARNINGS: readonly ChannelReason[] = ["accountTaken", "noAccount"];

/** Whether a handshake that came to this opens the way to turning the channel on (spec A1). */
export function hasPassed({ problem }: Pick<Outcome, "problem">): boolean {
  return problem === undefined || WARNINGS.includes(problem);
}

/** What a test came to: its line in the operation log, and the mark of settings that passed. */
export async function settleTest(
  channel: OpenChannel,
  actor: Actor,
  end: { outcome: Outcome } | { reason: ChannelReason },
): Promise<void> {
  await db().transaction(async (tx) => {
    if ("outcome" in end && hasPassed(end.outcome)) await markChannelTested(tx, channel.id, channel.version);
    await recordAuditEvent(tx, actor, {
      action: "login-channel.test",
      target: { type: "login-channel", id: channel.id, name: channel.nameEn },
      after: "outcome" in end ? { ok: true, problem: end.outcome.problem } : { ok: false, reason: end.reason },
    });
  });
  invalidateChannels();
}

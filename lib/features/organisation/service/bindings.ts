import "server-only";
import { db } from "@/db/client";
import { findChannelRow, insertBinding, listChannelRows } from "@/db/queries/login-channels/channels";
import { lockPeople, removeBinding, revokeSessionsOf } from "@/db/queries/organisation/people-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { ChannelRef } from "@/lib/auth/channels/dto";
import { assertPeopleNotStronger } from "@/lib/auth/stronger";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { NewBinding } from "../schema";
import { existing, settleUsers } from "./users";

/** Channels a person can be bound at, on or not: what is prepared works once a channel is on. */
export async function readBindingChannels(actor: Actor): Promise<{ items: ChannelRef[] }> {
  requirePermission(actor, P.ORG_USER);
  const rows = await listChannelRows(db());
  return { items: rows.map(({ id, kind, nameZh, nameEn }) => ({ id, kind, nameZh, nameEn })) };
}

/**
 * Binds somebody of a channel's other side to a person. Whoever does it decides who comes in as the person, so it takes
 * every code they hold. Throws notFound, administratorTarget, strongerTarget, channelBoundElsewhere, and invalidInput for
 * a channel that is gone.
 */
export async function bind(actor: Actor, id: string, { channelId, subject }: NewBinding): Promise<void> {
  requirePermission(actor, P.ORG_USER);
  await db().transaction(async (tx) => {
    await lockPeople(tx, [id]);
    const row = await existing(tx, id);
    await assertPeopleNotStronger(tx, actor, [id]);
    const channel = await findChannelRow(tx, channelId);
    if (!channel) throw new AppError("invalidInput", { data: { fields: { channelId: "invalid" } } });
    const { issuer } = channel;
    if (!(await insertBinding(tx, { issuer, subject, userId: id, channelId }))) {
      throw new AppError("channelBoundElsewhere");
    }
    await recordAuditEvent(tx, actor, {
      action: "org.user.bind",
      target: { type: "user", id, name: row.name },
      after: { channel: channel.nameEn, issuer, subject },
    });
  });
  settleUsers();
}

/** Takes the link to an outside identity away; sessions end, as they may have come in by it. */
export async function unbind(actor: Actor, id: string, issuer: string, subject: string): Promise<void> {
  requirePermission(actor, P.ORG_USER);
  await db().transaction(async (tx) => {
    const row = await existing(tx, id);
    await assertPeopleNotStronger(tx, actor, [id]);
    if (!(await removeBinding(tx, id, issuer, subject))) throw new AppError("notFound");
    await revokeSessionsOf(tx, [id], id === actor.id ? actor.sessionId : undefined);
    await recordAuditEvent(tx, actor, {
      action: "org.user.unbind",
      target: { type: "user", id, name: row.name },
      before: { issuer, subject },
    });
  });
  settleUsers();
}

import "server-only";
import { db } from "@/db/client";
import {
  clearDefaultChannel,
  listChannelRows,
  lockChannels,
  orderChannels,
  removeChannel,
  updateChannel,
} from "@/db/queries/login-channels/channels";
import { revokeSessionsThrough } from "@/db/queries/login-channels/console";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { invalidateChannels, opened } from "@/lib/auth/channels/store";
import { invalidateSessions } from "@/lib/auth/session";
import { isRedirectKind } from "@/lib/config/channel-kinds";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { assertMayDecide, assertMayProvision, lockedChannel } from "./rules";

const isPasswords = (id: string) => id === "password";

/**
 * Turns a channel on, once a test of its settings has passed, or off, which ends the sessions of those who came in by
 * it. Throws channelUntested, channelStronger, lastAdministrator, passwordChannel.
 */
export async function setChannelStatus(actor: Actor, id: string, status: "enabled" | "disabled"): Promise<void> {
  requirePermission(actor, P.CONFIG_SSO);
  if (isPasswords(id)) throw new AppError("passwordChannel");
  await db().transaction(async (tx) => {
    const row = await lockedChannel(tx, id);
    if (row.status === status) return;
    await assertMayDecide(tx, actor, [row.issuer]);
    if (status === "enabled") {
      if (row.testedVersion !== row.version) throw new AppError("channelUntested");
      await assertMayProvision(tx, actor, opened(row).provisioning);
    }
    await updateChannel(tx, id, { status });
    if (status === "disabled") {
      await revokeSessionsThrough(tx, row.issuer, row.kind);
      await assertAdministratorRemains(tx);
    }
    await recordAuditEvent(tx, actor, {
      action: status === "enabled" ? "login-channel.enable" : "login-channel.disable",
      target: { type: "login-channel", id, name: row.nameEn },
      before: { status: row.status },
      after: { status },
    });
  });
  invalidateChannels();
  invalidateSessions();
}

/** Where guests go by themselves; one at most. Throws channelOff, invalidInput for kinds that no browser goes to. */
export async function setDefaultChannel(actor: Actor, id: string, isDefault: boolean): Promise<void> {
  requirePermission(actor, P.CONFIG_SSO);
  await db().transaction(async (tx) => {
    const row = await lockedChannel(tx, id);
    if (row.isDefault === isDefault) return;
    if (isDefault && !isRedirectKind(row.kind)) throw new AppError("invalidInput");
    if (isDefault && row.status !== "enabled") throw new AppError("channelOff");
    await assertMayDecide(tx, actor, [row.issuer]);
    if (isDefault) await clearDefaultChannel(tx, id);
    await updateChannel(tx, id, { isDefault });
    await recordAuditEvent(tx, actor, {
      action: "login-channel.default",
      target: { type: "login-channel", id, name: row.nameEn },
      before: { isDefault: row.isDefault },
      after: { isDefault },
    });
  });
  invalidateChannels();
}

/** Puts all channels in order. Throws channelsChanged when these are not the channels there are. */
export async function reorderChannels(actor: Actor, ids: readonly string[]): Promise<void> {
  requirePermission(actor, P.CONFIG_SSO);
  await db().transaction(async (tx) => {
    await lockChannels(tx);
    const rows = await listChannelRows(tx);
    const wanted = new Set(ids);
    if (wanted.size !== ids.length || rows.length !== ids.length || rows.some((row) => !wanted.has(row.id))) {
      throw new AppError("channelsChanged");
    }
    await orderChannels(tx, ids);
    const names = new Map(rows.map((row) => [row.id, row.nameEn]));
    await recordAuditEvent(tx, actor, {
      action: "login-channel.order",
      target: { type: "login-channel", id: ids[0]!, name: names.get(ids[0]!) },
      before: { order: rows.map((row) => row.nameEn) },
      after: { order: ids.map((id) => names.get(id)) },
    });
  });
  invalidateChannels();
}

/** Takes a channel away. Accounts and their links stay: a channel of the same issuer lets them in again. */
export async function deleteChannel(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_SSO);
  if (isPasswords(id)) throw new AppError("passwordChannel");
  await db().transaction(async (tx) => {
    const row = await lockedChannel(tx, id);
    await assertMayDecide(tx, actor, [row.issuer]);
    await revokeSessionsThrough(tx, row.issuer, row.kind);
    await removeChannel(tx, id);
    await assertAdministratorRemains(tx);
    const { kind, nameZh, nameEn, status, settings } = row;
    await recordAuditEvent(tx, actor, {
      action: "login-channel.delete",
      target: { type: "login-channel", id, name: nameEn },
      before: { kind, nameZh, nameEn, status, settings },
    });
  });
  invalidateChannels();
  invalidateSessions();
}

import "server-only";
import { db, type Transaction } from "@/db/client";
import { type ChannelRow, findChannelRow, lockChannels, updateChannel } from "@/db/queries/login-channels/channels";
import { countScimGroups, countScimUsers, lastPushAt, listGroupSizes } from "@/db/queries/scim/scim";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertMayChangeChannel, mayChangeChannel } from "@/lib/auth/channels/may-change";
import { channelProvisioning } from "@/lib/auth/channels/schema";
import { newScimToken } from "@/lib/auth/channels/scim-token";
import { invalidateChannels } from "@/lib/auth/channels/store";
import { isScimKind } from "@/lib/config/channel-kinds";
import type { PageQuery } from "@/lib/endpoint/paging";
import { SCIM_PATH } from "@/lib/endpoint/scim-route";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { ScimGroupItem, ScimState } from "../dto";

/** Where an identity provider pushes to, whether it can, and what came so far. Throws notFound. */
export async function readScim(actor: Actor, channelId: string, origin: string | null): Promise<ScimState> {
  requirePermission(actor, P.CONFIG_SSO);
  const row = await pushable(db(), channelId);
  const [people, disabled, groups, at, isEditable] = await Promise.all([
    countScimUsers(db(), channelId),
    countScimUsers(db(), channelId, { active: false }),
    countScimGroups(db(), channelId),
    lastPushAt(db(), channelId),
    mayChangeChannel(db(), actor, row),
  ]);
  return {
    baseUrl: (origin ?? "") + SCIM_PATH,
    hasToken: row.scimTokenHash !== null,
    isEditable,
    subject: channelProvisioning.parse(row.provisioning).scimSubject,
    people,
    disabled,
    groups,
    lastPushAt: at?.toISOString() ?? null,
  };
}

/** A page of pushed groups, for whoever writes the rules of roles and departments. Throws notFound. */
export async function listPushedGroups(
  actor: Actor,
  channelId: string,
  { keyword = "", ...page }: PageQuery,
): Promise<{ items: ScimGroupItem[]; total: number }> {
  requirePermission(actor, P.CONFIG_SSO);
  await pushable(db(), channelId);
  const { rows, total } = await listGroupSizes(db(), channelId, { keyword, ...page });
  return { items: rows, total };
}

/** A new token, in this answer and nowhere else; the one before stops at once. Throws notFound, channelStronger. */
export async function makeToken(actor: Actor, channelId: string): Promise<{ token: string }> {
  requirePermission(actor, P.CONFIG_SSO);
  const { token, tokenHash } = newScimToken();
  await changeToken(actor, channelId, tokenHash);
  return { token };
}

/** People who were pushed stay as they are. Throws notFound, channelStronger. */
export async function revokeToken(actor: Actor, channelId: string): Promise<void> {
  requirePermission(actor, P.CONFIG_SSO);
  await changeToken(actor, channelId, null);
}

async function changeToken(actor: Actor, channelId: string, tokenHash: string | null): Promise<void> {
  await db().transaction(async (tx) => {
    await lockChannels(tx);
    const row = await pushable(tx, channelId);
    await assertMayChangeChannel(tx, actor, row);
    await updateChannel(tx, channelId, { scimTokenHash: tokenHash });
    await recordAuditEvent(tx, actor, {
      action: tokenHash ? "scim.token.create" : "scim.token.revoke",
      target: { type: "login-channel", id: channelId, name: row.nameEn },
      after: { replaced: row.scimTokenHash !== null },
    });
  });
  invalidateChannels();
}

async function pushable(queryable: Transaction | ReturnType<typeof db>, id: string): Promise<ChannelRow> {
  const row = await findChannelRow(queryable, id);
  if (!row || !isScimKind(row.kind)) throw new AppError("notFound");
  return row;
}

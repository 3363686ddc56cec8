import "server-only";
import type { Queryable } from "@/db/client";
import type { ChannelRow } from "@/db/queries/login-channels/channels";
import { listRolesBoundTo } from "@/db/queries/login-channels/channels";
import { listRoleChoices } from "@/db/queries/organisation/people";
import { AppError } from "@/lib/errors/errors";
import type { Actor } from "../actor";
import { holdsAllOf } from "../stronger";
import { channelProvisioning } from "./schema";

/**
 * Whether the actor may decide who comes in by a channel: whoever does could come in as its people, so it takes every
 * permission they hold and every one the channel gives (SECURITY rule 33).
 */
export async function mayChangeChannel(db: Queryable, actor: Actor, row: ChannelRow): Promise<boolean> {
  if (actor.isAdministrator) return true;
  const { roleIds, rules } = channelProvisioning.parse(row.provisioning);
  const given = new Set([...roleIds, ...rules.flatMap((rule) => rule.roleIds)]);
  const roles = [
    ...(await listRolesBoundTo(db, [row.issuer])),
    ...(given.size > 0 ? await listRoleChoices(db) : []).filter(({ id }) => given.has(id)),
  ];
  return roles.every((role) => holdsAllOf(actor, role));
}

/** Throws channelStronger. */
export async function assertMayChangeChannel(db: Queryable, actor: Actor, row: ChannelRow): Promise<void> {
  if (!(await mayChangeChannel(db, actor, row))) throw new AppError("channelStronger");
}

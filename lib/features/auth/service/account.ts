import "server-only";
import { db } from "@/db/client";
import { findPasswordHash, findProfile, listRolesOf, listSessions, updateUser } from "@/db/queries/identity";
import { listMenus } from "@/db/queries/system";
import type { Actor } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { hashPassword, passwordFits } from "@/lib/auth/password";
import { endSessions, forgetSessions } from "@/lib/auth/session";
import { AppError } from "@/lib/http/errors";
import type { Locale } from "@/lib/i18n/locales";
import { matchRoute, mayOpen } from "@/lib/permissions/navigation";
import type { MenuNode, SelfInfo, SessionDto } from "../dto";

/** The person's own profile, permission codes and menus (spec 3, 7). */
export async function selfInfo(actor: Actor): Promise<SelfInfo> {
  const profile = await findProfile(db(), actor.id);
  if (!profile) throw new AppError("unauthorized");
  const held = await listRolesOf(db(), actor.id);
  return {
    id: profile.id,
    account: profile.account,
    name: profile.name,
    avatar: profile.avatarFileId && `/api/files/${profile.avatarFileId}`,
    type: profile.type,
    department: profile.departmentId ? { id: profile.departmentId, name: profile.departmentName ?? "" } : null,
    roles: held.map((role) => ({ id: role.id, name: role.name })),
    permission: actor.permissions,
    menus: await menusOf(actor),
    language: actor.language ?? "zh_CN",
    mustChangePassword: profile.mustChangePassword,
  };
}

/** The menu tree of one person: entries they may open whose screen exists; groups without any are left out. */
export async function menusOf(actor: Actor): Promise<MenuNode[]> {
  const rows = await listMenus(db());
  const children = Map.groupBy(rows, (row) => row.parentId ?? "");
  const build = (parent: string): MenuNode[] =>
    (children.get(parent) ?? []).flatMap((row) => {
      const below = build(row.id);
      if (row.type === "group" ? below.length === 0 : !isReachable(row, actor)) return [];
      const { id, key, type, nameZh, nameEn, icon, path, fixed } = row;
      return [{ id, code: key, type, nameZh, nameEn, icon, path, fixed, children: below }];
    });
  return build("");
}

function isReachable(row: { path: string | null; permission: string | null }, actor: Actor): boolean {
  if (row.permission && !actor.permissions.includes(row.permission as never)) return false;
  if (!row.path) return false;
  if (!row.path.startsWith("/")) return true;
  const route = matchRoute(row.path);
  if (!route?.ready && !route?.redirect) return false;
  const target = route.redirect && route.redirect !== "first" ? matchRoute(route.redirect) : route;
  return Boolean(target?.ready) && mayOpen(route, actor.permissions);
}

export async function setLanguage(actor: Actor, language: Locale): Promise<void> {
  await updateUser(db(), actor.id, { language });
  forgetSessions();
}

/**
 * Changes the own password; every other session of the person ends (AHEAD A8). Throws wrongOldPassword or
 * passwordUnchanged.
 */
export async function changePassword(actor: Actor, oldPassword: string, newPassword: string): Promise<void> {
  if (!(await passwordFits(await findPasswordHash(db(), actor.id), oldPassword))) {
    throw new AppError("wrongOldPassword");
  }
  if (oldPassword === newPassword) throw new AppError("passwordUnchanged");
  const passwordHash = await hashPassword(newPassword);
  await db().transaction(async (tx) => {
    await updateUser(tx, actor.id, { passwordHash, mustChangePassword: false });
    await recordDeed(tx, actor, { action: "auth.password.change", target: { type: "user", id: actor.id } });
  });
  await endSessions(actor.id, { except: actor.sessionId });
}

export async function ownSessions(actor: Actor): Promise<SessionDto[]> {
  const rows = await listSessions(db(), actor.id);
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    device: row.userAgent,
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === actor.sessionId,
  }));
}

/** Ends one own session. Other people's and unknown ones are the same: not found. */
export async function revokeOwnSession(actor: Actor, id: string): Promise<void> {
  const ended = await endSessions(actor.id, { ids: [id] });
  if (ended.length === 0) throw new AppError("notFound");
}

/** Ends every own session but this one; answers how many ended. */
export async function revokeOtherSessions(actor: Actor): Promise<number> {
  return (await endSessions(actor.id, { except: actor.sessionId })).length;
}

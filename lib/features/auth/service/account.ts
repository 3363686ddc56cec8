import "server-only";
import { db } from "@/db/client";
import { findPasswordHash, findProfile, listRolesOf, updateUser } from "@/db/queries/auth/identity";
import { removeActivationCodes } from "@/db/queries/organisation/people-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { activationCodeFits } from "@/lib/auth/activation";
import type { Actor } from "@/lib/auth/actor";
import { assertMayTry, attemptOf, failedAttempt } from "@/lib/auth/attempts";
import { hashPassword, passwordFits } from "@/lib/auth/password";
import { endSessions, invalidateSessions } from "@/lib/auth/session";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { menusOf } from "@/lib/permissions/menus";
import type { SelfInfo } from "../dto";

/** The person's own profile, permission codes and menus (spec 3, 7). */
export async function selfInfo(actor: Actor): Promise<SelfInfo> {
  const [profile, held, menus] = await Promise.all([
    findProfile(db(), actor.id),
    listRolesOf(db(), actor.id),
    menusOf(actor),
  ]);
  if (!profile) throw new AppError("unauthorized");
  return {
    id: profile.id,
    account: profile.account,
    name: profile.name,
    avatar: profile.avatarFileId && `/api/files/${profile.avatarFileId}`,
    type: profile.type,
    department: profile.departmentId ? { id: profile.departmentId, name: profile.departmentName ?? "" } : null,
    roles: held.map((role) => ({ id: role.id, name: role.name })),
    permission: actor.permissions,
    menus,
    language: actor.language ?? (await loadConfig("customConfig")).defaultLanguage,
    mustChangePassword: profile.mustChangePassword,
  };
}

export async function setLanguage(actor: Actor, language: Locale): Promise<void> {
  await updateUser(db(), actor.id, { language });
  invalidateSessions();
}

/**
 * Changes the own password; every other session of the person ends (spec A8), and a one-time code, which counts as the
 * old password, is used up. Guesses are counted with those of the login. Throws wrongOldPassword, passwordUnchanged,
 * loginLocked or tooManyRequests.
 */
export async function changePassword(actor: Actor, oldPassword: string, newPassword: string): Promise<void> {
  const at = attemptOf(actor.account, actor.request);
  await assertMayTry(at);
  const isPassword = await passwordFits(await findPasswordHash(db(), actor.id), oldPassword);
  if (!isPassword && !(await activationCodeFits(actor.id, oldPassword))) {
    throw await failedAttempt(at, "wrongOldPassword");
  }
  if (oldPassword === newPassword) throw new AppError("passwordUnchanged");
  const passwordHash = await hashPassword(newPassword);
  await db().transaction(async (tx) => {
    await updateUser(tx, actor.id, { passwordHash, mustChangePassword: false });
    await removeActivationCodes(tx, [actor.id]);
    await recordAuditEvent(tx, actor, { action: "auth.password.change", target: { type: "user", id: actor.id } });
  });
  await endSessions(actor.id, { except: actor.sessionId });
}

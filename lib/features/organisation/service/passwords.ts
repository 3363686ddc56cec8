import "server-only";
import { db } from "@/db/client";
import {
  clearFailures,
  lockPeople,
  removeActivationCodes,
  revokeSessionsOf,
  updatePeople,
  upsertActivationCodes,
} from "@/db/queries/organisation/people-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { newActivationCode } from "@/lib/auth/activation";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { hashPassword } from "@/lib/auth/password";
import { assertPeopleNotStronger } from "@/lib/auth/stronger";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { PasswordReset } from "../schema";
import { existing, settleUsers } from "./users";

/**
 * Sets a password, or makes a one-time code for a person to choose one; the old password and every session end. Throws
 * notFound, administratorTarget, strongerTarget, notLocalAccount.
 */
export async function resetPassword(actor: Actor, id: string, input: PasswordReset): Promise<{ code?: string }> {
  requirePermission(actor, P.ORG_USER);
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  const activation = input.password ? null : newActivationCode();
  await db().transaction(async (tx) => {
    await lockPeople(tx, [id]);
    const row = await existing(tx, id);
    await assertPeopleNotStronger(tx, actor, [id]);
    if (row.type !== "local") throw new AppError("notLocalAccount");
    await updatePeople(tx, [id], { passwordHash, mustChangePassword: passwordHash ? input.mustChangePassword : true });
    await removeActivationCodes(tx, [id]);
    if (activation) {
      await upsertActivationCodes(tx, [{ userId: id, codeHash: activation.codeHash, expiresAt: activation.expiresAt }]);
    }
    await clearFailures(tx, row.account);
    // The person who resets their own keeps the session they do it in.
    await revokeSessionsOf(tx, [id], id === actor.id ? actor.sessionId : undefined);
    await recordAuditEvent(tx, actor, {
      action: "org.user.reset-password",
      target: { type: "user", id, name: row.name },
      after: { byCode: activation !== null, mustChangePassword: activation !== null || input.mustChangePassword },
    });
  });
  settleUsers();
  return activation ? { code: activation.code } : {};
}

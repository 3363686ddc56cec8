import "server-only";
import { db } from "@/db/client";
import { listRolesOf, lockUser } from "@/db/queries/auth/identity";
import { listBindingsOf } from "@/db/queries/organisation/people";
import { findOwnProfile, updateOwnProfile } from "@/db/queries/personal/profile";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { invalidateSessions } from "@/lib/auth/session";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { readPhone } from "@/lib/text/phone";
import type { ProfileDto } from "../dto";
import type { ProfilePatch } from "../schema";

/** The own profile with what others decide about: department, roles, identities elsewhere. */
export async function ownProfile(actor: Actor): Promise<ProfileDto> {
  requirePermission(actor, P.USER);
  const [row, roles, bindings] = await Promise.all([
    findOwnProfile(db(), actor.id),
    listRolesOf(db(), actor.id),
    listBindingsOf(db(), [actor.id]),
  ]);
  if (!row) throw new AppError("unauthorized");
  const { account, name, type, phone, email } = row;
  return {
    revision: revisionOf(edited(row)),
    account,
    name,
    type,
    phone,
    email,
    avatar: row.avatarFileId && `/api/files/${row.avatarFileId}`,
    department: row.departmentName,
    roles: roles.map((role) => ({ id: role.id, name: role.name, nameEn: role.nameEn })),
    bindings: bindings.map(({ issuer, createdAt }) => ({ issuer, createdAt: createdAt.toISOString() })),
    createdAt: row.createdAt.toISOString(),
  };
}

const edited = (row: { name: string; phone: string | null }) => fieldsOf(row, ["name", "phone"]);

/**
 * Changes the own name and phone number. Throws profileManaged for a name that comes from elsewhere, invalidInput,
 * staleRecord.
 */
export async function changeProfile(actor: Actor, { name, phone: typed, revision }: ProfilePatch): Promise<ProfileDto> {
  requirePermission(actor, P.USER);
  const phone = typed ? readPhone(typed) : typed;
  if (typed && !phone) throw new AppError("invalidInput", { data: { fields: { phone: "phone" } } });
  await db().transaction(async (tx) => {
    const read = async () => {
      const row = await findOwnProfile(tx, actor.id);
      return row && edited(row);
    };
    await assertCurrent(tx, actor, { type: "user", id: actor.id, given: revision, read });
    await lockUser(tx, actor.id);
    const before = await findOwnProfile(tx, actor.id);
    if (!before) throw new AppError("unauthorized");
    const patch = {
      ...(name !== undefined && name !== before.name ? { name } : {}),
      ...(phone !== undefined && phone !== before.phone ? { phone } : {}),
    };
    if (Object.keys(patch).length === 0) return;
    if (patch.name !== undefined && before.type !== "local") throw new AppError("profileManaged");
    await updateOwnProfile(tx, actor.id, patch);
    await recordAuditEvent(tx, actor, {
      action: "personal.profile.change",
      target: { type: "user", id: actor.id, name: patch.name ?? before.name },
      before: Object.fromEntries(Object.keys(patch).map((key) => [key, before[key as "name" | "phone"]])),
      after: patch,
    });
  });
  invalidateSessions();
  return ownProfile(actor);
}

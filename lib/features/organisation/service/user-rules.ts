import "server-only";
import type { Queryable } from "@/db/client";
import { listRoleChoices, listRolesOfPeople } from "@/db/queries/organisation/people";
import type { Actor } from "@/lib/auth/actor";
import { assertMayGive } from "@/lib/auth/granting";
import type { HeldRole } from "@/lib/auth/stronger";
import { AppError } from "@/lib/errors/errors";
import { DEFAULT_LOCALE } from "@/lib/i18n/locales";

/** The roles of these ids; throws invalidInput when one does not exist. */
export async function rolesOf(db: Queryable, ids: readonly string[]): Promise<HeldRole[]> {
  const all = new Map((await listRoleChoices(db)).map((role) => [role.id, role]));
  return ids.map((id) => {
    const role = all.get(id);
    if (!role) throw new AppError("invalidInput", { data: { fields: { roleIds: "invalid" } } });
    return role;
  });
}

/** Nobody gives a role with more than they hold. Throws administratorsOnly, codesNotHeld, limitsNotHeld. */
export async function assertMayGiveAll(actor: Actor, roles: readonly HeldRole[]): Promise<void> {
  for (const role of roles) await assertMayGive(actor, role, actor.language ?? DEFAULT_LOCALE);
}

/** Roles by person. */
export async function heldBy(db: Queryable, ids: readonly string[]) {
  const rows = await listRolesOfPeople(db, ids);
  const held = Map.groupBy(rows, ({ userId }) => userId);
  return (id: string) => held.get(id) ?? [];
}

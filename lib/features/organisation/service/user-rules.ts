import "server-only";
import type { Queryable } from "@/db/client";
import { listRoleChoices, listRolesOfPeople } from "@/db/queries/people";
import type { Actor } from "@/lib/auth/actor";
import { assertMayGive } from "@/lib/auth/granting";
import { ADMINISTRATOR } from "@/lib/auth/session";
import { AppError } from "@/lib/http/errors";
import { DEFAULT_LOCALE } from "@/lib/i18n/locales";
import { isLinkCode, withParents } from "@/lib/permissions/codes";

interface HeldRole {
  id: string;
  key: string | null;
  name: string;
  permissions: string[];
}

const isAdministratorRole = ({ key }: HeldRole) => key === ADMINISTRATOR;

/** Codes a role gives that a person lacks: what they must not take over with an account. */
function lacking(actor: Actor, { permissions }: HeldRole): string[] {
  return [
    ...withParents(permissions).filter((code) => !actor.permissions.includes(code)),
    ...permissions.filter((code) => isLinkCode(code) && !actor.linkCodes.includes(code)),
  ];
}

export function mayGive(actor: Actor, role: HeldRole): boolean {
  return actor.isAdministrator || (!isAdministratorRole(role) && lacking(actor, role).length === 0);
}

/** The roles of these ids; throws invalidInput when one does not exist. */
export async function rolesOf(db: Queryable, ids: readonly string[]): Promise<HeldRole[]> {
  const all = new Map((await listRoleChoices(db)).map((role) => [role.id, role]));
  return ids.map((id) => {
    const role = all.get(id);
    if (!role) throw new AppError("invalidInput", { data: { fields: { roleIds: "invalid" } } });
    return role;
  });
}

/** Nobody gives a role with codes they lack. Throws administratorsOnly, codesNotHeld. */
export async function assertMayGiveAll(actor: Actor, roles: readonly HeldRole[]): Promise<void> {
  for (const role of roles) await assertMayGive(actor, role, actor.language ?? DEFAULT_LOCALE);
}

/** Administrators are changed by administrators only. Throws administratorTarget. */
export function assertMayChange(actor: Actor, held: readonly HeldRole[]): void {
  if (!actor.isAdministrator && held.some(isAdministratorRole)) throw new AppError("administratorTarget");
}

/**
 * Whoever sets somebody's password could come in as them, so it takes every code they hold. Throws administratorTarget,
 * strongerTarget.
 */
export function assertMayTakeOver(actor: Actor, held: readonly HeldRole[]): void {
  assertMayChange(actor, held);
  if (!actor.isAdministrator && held.some((role) => lacking(actor, role).length > 0)) {
    throw new AppError("strongerTarget");
  }
}

/** Roles by person. */
export async function heldBy(db: Queryable, ids: readonly string[]) {
  const rows = await listRolesOfPeople(db, ids);
  const held = Map.groupBy(rows, ({ userId }) => userId);
  return (id: string) => held.get(id) ?? [];
}
export type HeldRoles = Awaited<ReturnType<typeof heldBy>>;

import "server-only";
import { db } from "@/db/client";
import {
  accountsOf,
  addRoleMembers,
  findRole,
  listRoleCandidates,
  listRoleMembers,
  lockRole,
  removeRoleMembers,
} from "@/db/queries/roles/roles";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { assertMayGive, assertMayTakeRoles } from "@/lib/auth/granting";
import { ADMINISTRATOR, invalidateSessions } from "@/lib/auth/session";
import { assertPeopleNotStronger } from "@/lib/auth/stronger";
import type { PageQuery } from "@/lib/endpoint/paging";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { MemberDto } from "../dto";
import type { MemberChange } from "../schema";

/** People offered to be added at once; a keyword narrows them. */
const CANDIDATES = 20;

async function assertRole(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.ORG_USER);
  if (!(await findRole(db(), id))) throw new AppError("notFound");
}

/** A page of the people who hold a role. Throws notFound. */
export async function listMembers(
  actor: Actor,
  id: string,
  query: PageQuery,
): Promise<{ items: MemberDto[]; total: number }> {
  await assertRole(actor, id);
  const { rows, total } = await listRoleMembers(db(), id, query);
  return { items: rows, total };
}

/** People who could be given a role. Throws notFound. */
export async function listCandidates(actor: Actor, id: string, keyword?: string): Promise<{ items: MemberDto[] }> {
  await assertRole(actor, id);
  return { items: await listRoleCandidates(db(), id, keyword, CANDIDATES) };
}

/**
 * Gives a role to people and takes it from others; that acts on their next call. Throws notFound, administratorsOnly,
 * codesNotHeld, limitsNotHeld, administratorTarget, strongerTarget, removeRolesAdministratorsOnly, lastAdministrator.
 */
export async function changeMembers(
  actor: Actor,
  id: string,
  { add, remove }: MemberChange,
  locale: Locale,
): Promise<{ added: number; removed: number }> {
  requirePermission(actor, P.ORG_USER);
  const counts = await db().transaction(async (tx) => {
    const role = orNotFound(await lockRole(tx, id));
    if (add.length > 0) await assertMayGive(actor, role, locale);
    if (remove.length > 0) assertMayTakeRoles(actor);
    await assertPeopleNotStronger(tx, actor, [...add, ...remove]);
    const added = await addRoleMembers(tx, id, add);
    const removed = await removeRoleMembers(tx, id, remove);
    if (removed.length > 0 && role.key === ADMINISTRATOR) await assertAdministratorRemains(tx);
    await recordAuditEvent(tx, actor, {
      action: "role.members",
      target: { type: "role", id, name: role.name },
      after: { added: await accountsOf(tx, added), removed: await accountsOf(tx, removed) },
    });
    return { added: added.length, removed: removed.length };
  });
  invalidateSessions();
  return counts;
}

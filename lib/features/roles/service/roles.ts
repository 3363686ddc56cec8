import "server-only";
import { db, type Transaction } from "@/db/client";
import { listLinkCodes, listLinks, lockMenus } from "@/db/queries/menus/menus";
import {
  findRole,
  insertRole,
  listRoleChoices,
  listRoles,
  lockRole,
  type RoleRecord,
  removeRole,
  updateRole,
} from "@/db/queries/roles/roles";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertMayGrant, assertMayLimit, assertMayTakeRoles } from "@/lib/auth/granting";
import { ADMINISTRATOR, invalidateSessions } from "@/lib/auth/session";
import { assertRoleNotStronger, holdsAllOf } from "@/lib/auth/stronger";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import type { Locale } from "@/lib/i18n/locales";
import { permissionCatalogue } from "@/lib/permissions/catalogue";
import { isLinkCode, P, PERMISSION_CODES, withParents } from "@/lib/permissions/codes";
import type { Catalogue, RoleChoice, RoleDto } from "../dto";
import type { NewRole, RolePatch, RoleQuery } from "../schema";

const TAKEN = { roles_name_key: ["roleNameTaken", "name"] } as const;

/** The codes a role grants: the administrator role grants all there are. */
export function codesOf(role: Pick<RoleRecord, "key" | "permissions">, links: readonly string[]): string[] {
  if (role.key === ADMINISTRATOR) return [...PERMISSION_CODES, ...links];
  return [...withParents(role.permissions), ...role.permissions.filter((code) => links.includes(code))];
}

const LIMITS = ["dailyTokenLimit", "dailyImageLimit"] as const;
const edited = (role: Omit<RoleDto, "revision">) =>
  fieldsOf(role, ["name", "nameEn", "type", "description", ...LIMITS, "permissions"]);

function toDto(actor: Actor, role: RoleRecord, links: readonly string[]): RoleDto {
  const { updatedAt, ...row } = role;
  const dto = {
    ...row,
    permissions: codesOf(role, links),
    isAdministrator: role.key === ADMINISTRATOR,
    isStronger: !holdsAllOf(actor, role),
    updatedAt: updatedAt.toISOString(),
  };
  return withRevision(dto, edited);
}

/** A page of roles with how many people hold each. */
export async function listAllRoles(actor: Actor, query: RoleQuery): Promise<{ items: RoleDto[]; total: number }> {
  requirePermission(actor, P.ORG_ROLE, P.ORG_USER);
  const [links, { rows, total }] = await Promise.all([listLinkCodes(db()), listRoles(db(), query)]);
  return { items: rows.map((role) => toDto(actor, role, links)), total };
}

/** Names of all roles, for pickers. */
export async function roleChoices(actor: Actor): Promise<RoleChoice[]> {
  requirePermission(actor, P.ORG_ROLE, P.ORG_USER, P.ORG_MENU);
  return listRoleChoices(db());
}

/** One role. Throws notFound. */
export async function readRole(actor: Actor, id: string): Promise<RoleDto> {
  requirePermission(actor, P.ORG_ROLE, P.ORG_USER);
  const [links, role] = await Promise.all([listLinkCodes(db()), findRole(db(), id)]);
  if (!role) throw new AppError("notFound");
  return toDto(actor, role, links);
}

/** What roles can grant, and what of it this person may give on. */
export async function readCatalogue(actor: Actor): Promise<Catalogue> {
  requirePermission(actor, P.ORG_ROLE, P.ORG_USER);
  return {
    groups: permissionCatalogue(),
    links: await listLinks(db()),
    held: [...actor.permissions, ...actor.linkCodes],
    isAdministrator: actor.isAdministrator,
  };
}

/** Makes a role. Throws roleNameTaken, codesNotHeld, limitsNotHeld, invalidInput for links that do not exist. */
export async function createRole(actor: Actor, input: NewRole, locale: Locale): Promise<{ id: string }> {
  requirePermission(actor, P.ORG_ROLE);
  const id = await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      const permissions = await storable(tx, input.permissions);
      await assertMayGrant(actor, permissions, locale);
      assertMayLimit(actor, input);
      const row = { ...input, nameEn: input.nameEn || null, permissions };
      const made = await insertRole(tx, row);
      await recordAuditEvent(tx, actor, {
        action: "role.create",
        target: { type: "role", id: made, name: input.name },
        after: row,
      });
      return made;
    }),
  );
  return { id };
}

/**
 * Changes a role; that acts on the next call and page of everybody who holds it. A role that gives more than its changer
 * holds is theirs neither to strengthen nor to weaken. Throws notFound, administratorRole, strongerRole, staleRecord,
 * roleNameTaken, codesNotHeld, limitsNotHeld.
 */
export async function changeRole(actor: Actor, id: string, patch: RolePatch, locale: Locale): Promise<void> {
  requirePermission(actor, P.ORG_ROLE);
  await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      const { permissions, nameEn, revision, ...columns } = patch;
      const before = await own(tx, id);
      assertRoleNotStronger(actor, before);
      const read = async () => edited(toDto(actor, before, await listLinkCodes(tx)));
      await assertCurrent(tx, actor, { type: "role", id, given: revision, read });
      const codes = permissions && (await storable(tx, permissions));
      if (codes) await assertMayGrant(actor, codes, locale);
      assertMayLimit(actor, patch);
      const changes = {
        ...columns,
        ...(nameEn === undefined ? {} : { nameEn: nameEn || null }),
        ...(codes ? { permissions: codes } : {}),
      };
      await updateRole(tx, id, changes);
      await recordAuditEvent(tx, actor, {
        action: "role.change",
        target: { type: "role", id, name: patch.name ?? before.name },
        before: Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof typeof before]])),
        after: changes,
      });
    }),
  );
  invalidateSessions();
}

/**
 * Deletes a role. With people in it that asks for confirmation and, as it takes a role from them, for an administrator.
 * Throws notFound, administratorRole, strongerRole, shippedRole, roleInUse, removeRolesAdministratorsOnly.
 */
export async function deleteRole(actor: Actor, id: string, confirmed = false): Promise<void> {
  requirePermission(actor, P.ORG_ROLE);
  await db().transaction(async (tx) => {
    const before = await own(tx, id);
    assertRoleNotStronger(actor, before);
    // It would be there again after the next start.
    if (before.key) throw new AppError("shippedRole");
    if (before.people > 0) {
      assertMayTakeRoles(actor);
      if (!confirmed) {
        throw new AppError("roleInUse", { args: { count: before.people }, data: { people: before.people } });
      }
    }
    await removeRole(tx, id);
    const { id: _, updatedAt: __, ...rest } = before;
    await recordAuditEvent(tx, actor, {
      action: "role.delete",
      target: { type: "role", id, name: before.name },
      before: rest,
    });
  });
  invalidateSessions();
}

/** A role that may be changed, locked. Throws notFound, administratorRole. */
async function own(tx: Transaction, id: string): Promise<RoleRecord> {
  const role = orNotFound(await lockRole(tx, id));
  if (role.key === ADMINISTRATOR) throw new AppError("administratorRole");
  return role;
}

/** The codes as they are stored: with their parents, in the registry's order; links that exist behind them. */
async function storable(tx: Transaction, codes: readonly string[]): Promise<string[]> {
  const links = [...new Set(codes.filter(isLinkCode))].sort();
  if (links.length > 0) {
    // A link deleted at this moment must not leave its code behind.
    await lockMenus(tx);
    const known = await listLinkCodes(tx);
    if (links.some((code) => !known.includes(code))) {
      throw new AppError("invalidInput", { data: { fields: { permissions: "invalid" } } });
    }
  }
  return [...withParents(codes), ...links];
}

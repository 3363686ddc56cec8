import "server-only";
import type { Transaction } from "@/db/client";
import { existingRoleIds } from "@/db/queries/auth/outside-people";
import { findDepartments } from "@/db/queries/organisation/departments";
import { listRolesOfPeople } from "@/db/queries/organisation/people";
import { insertUserRoles, removeUserRoles, updatePeople } from "@/db/queries/organisation/people-changes";
import { findScimUsers, listScimGroupsOf, type ScimUserRow } from "@/db/queries/scim/scim";
import type { AuditEvent } from "@/lib/audit/audit";
import { ruled } from "@/lib/auth/channels/outcome";
import { claimsOfPushed } from "@/lib/auth/channels/pushed-claims";
import { takeRoles } from "@/lib/auth/channels/sign-in";
import { ADMINISTRATOR } from "@/lib/auth/session";
import type { ScimUser } from "../protocol/resources";
import { type Pusher, recordPushes } from "./audit";

/** A person as they were pushed. */
export function pushedOf(row: ScimUserRow): ScimUser {
  return {
    ...(row.attributes as Partial<ScimUser>),
    userName: row.userName,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    active: row.status === "enabled",
  };
}

/**
 * Sets roles and departments of the channel's people by its rules. Only roles that stand in a rule are given or taken;
 * nobody's administrator role goes when that would leave nobody to run the product.
 */
export async function applyRules(tx: Transaction, pusher: Pusher, ids: readonly string[]): Promise<void> {
  const { channel } = pusher;
  const { rules } = channel.provisioning;
  if (rules.length === 0 || ids.length === 0) return;
  const rows = await findScimUsers(tx, channel.id, ids);
  const groups = Map.groupBy(await listScimGroupsOf(tx, channel.id, ids), ({ userId }) => userId);
  const held = Map.groupBy(await listRolesOfPeople(tx, ids), ({ userId }) => userId);
  const known = new Set(await existingRoleIds(tx, [...new Set(rules.flatMap(({ roleIds }) => roleIds))]));
  const places = [...new Set(rules.flatMap(({ departmentId }) => departmentId ?? []))];
  const open = new Set((places.length > 0 ? await findDepartments(tx, places) : []).map(({ id }) => id));

  const changes = rows.map((row) => {
    const outcome = ruled(rules, claimsOfPushed(pushedOf(row), groups.get(row.id) ?? []));
    const has = held.get(row.id) ?? [];
    const place = outcome.departmentId;
    return {
      row,
      added: outcome.roleIds.filter((id) => known.has(id) && !has.some((role) => role.id === id)),
      taken: has.filter(({ id }) => outcome.takenRoleIds.includes(id)),
      departmentId: place && open.has(place) && place !== row.departmentId ? place : undefined,
    };
  });
  await insertUserRoles(
    tx,
    changes.flatMap(({ row, added }) => added.map((roleId) => ({ userId: row.id, roleId }))),
  );
  const taken = new Map<string, string[]>();
  for (const change of changes) {
    for (const role of change.taken) {
      if (role.key === ADMINISTRATOR) await takeRoles(tx, change.row.id, [role.id]);
      else taken.set(role.id, [...(taken.get(role.id) ?? []), change.row.id]);
    }
  }
  for (const [roleId, people] of taken) await removeUserRoles(tx, people, [roleId]);
  const moved = Map.groupBy(
    changes.filter(({ departmentId }) => departmentId),
    ({ departmentId }) => departmentId as string,
  );
  for (const [departmentId, people] of moved) {
    await updatePeople(
      tx,
      people.map(({ row }) => row.id),
      { departmentId },
    );
  }
  await recordPushes(
    tx,
    pusher,
    changes.flatMap(({ row, added, taken: gone, departmentId }): AuditEvent[] =>
      added.length + gone.length === 0 && !departmentId
        ? []
        : [
            {
              action: "scim.user.change",
              target: { type: "user", id: row.id, name: row.name },
              before: departmentId ? { departmentId: row.departmentId } : undefined,
              after: {
                rolesAdded: added,
                rolesRemoved: gone.map(({ id }) => id),
                ...(departmentId ? { departmentId } : {}),
              },
            },
          ],
    ),
  );
}

import "server-only";
import type { Queryable } from "@/db/client";
import type { listOwnBindings } from "@/db/queries/login-channels/channels";
import { listBindingsOf, listRolesOfPeople, type PersonRow } from "@/db/queries/organisation/people";
import { listAwaitingPeople } from "@/db/queries/organisation/people-changes";
import type { Actor } from "@/lib/auth/actor";
import { ADMINISTRATOR } from "@/lib/auth/session";
import { strongerThan } from "@/lib/auth/stronger";
import { revisionOf } from "@/lib/editing/revision";
import type { BindingDto, RoleRef, UserDto } from "../dto";

export function toRoleRef(role: { id: string; key: string | null; name: string; nameEn: string | null }): RoleRef {
  return { id: role.id, name: role.name, nameEn: role.nameEn, isAdministrator: role.key === ADMINISTRATOR };
}

/** What people edit of a person. */
export const editedUser = (
  row: Pick<PersonRow, "name" | "departmentId" | "phone" | "email" | "status">,
  roles: readonly { id: string }[],
) => ({
  name: row.name,
  departmentId: row.departmentId,
  phone: row.phone,
  email: row.email,
  status: row.status,
  roleIds: roles.map(({ id }) => id).sort(),
});

/** People with their roles and bindings: three further reads for any number of them. */
export async function toUserDtos(db: Queryable, actor: Actor, rows: readonly PersonRow[]): Promise<UserDto[]> {
  const ids = rows.map(({ id }) => id);
  const [roleRows, bindingRows, awaiting] = await Promise.all([
    listRolesOfPeople(db, ids),
    listBindingsOf(db, ids),
    listAwaitingPeople(db, ids),
  ]);
  const roles = Map.groupBy(roleRows, ({ userId }) => userId);
  const bindings = Map.groupBy(bindingRows, ({ userId }) => userId);
  const waiting = new Set(awaiting);
  return rows.map((row) => ({
    revision: revisionOf(editedUser(row, roles.get(row.id) ?? [])),
    id: row.id,
    account: row.account,
    name: row.name,
    type: row.type,
    status: row.status,
    department: row.departmentId ? { id: row.departmentId, name: row.departmentName ?? "" } : null,
    phone: row.phone,
    email: row.email,
    avatar: row.avatarFileId && `/api/files/${row.avatarFileId}`,
    roles: (roles.get(row.id) ?? []).map(toRoleRef),
    isStronger: strongerThan(actor, roles.get(row.id) ?? []) !== null,
    bindings: (bindings.get(row.id) ?? []).map(({ issuer }) => issuer),
    isAwaiting: waiting.has(row.id),
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  }));
}

/** A binding with the channel that stands for its issuer now. */
export function toBindingDto(row: Awaited<ReturnType<typeof listOwnBindings>>[number]): BindingDto {
  const { issuer, subject, label, channelId, kind, nameZh, nameEn } = row;
  return {
    issuer,
    subject,
    label,
    channel: channelId && kind && nameZh && nameEn ? { id: channelId, kind, nameZh, nameEn } : null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

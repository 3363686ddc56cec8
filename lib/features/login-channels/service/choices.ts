import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { type DepartmentRow, listDepartments } from "@/db/queries/organisation/departments";
import { listRoleChoices } from "@/db/queries/organisation/people";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { holdsAllOf } from "@/lib/auth/stronger";
import { env } from "@/lib/config/env";
import { P } from "@/lib/permissions/codes";
import type { ChannelChoices, NamedPlace } from "../dto";

const FOUND_MAX = 20;

/** What the form of a channel needs. `origin`: the address people use; null while nobody vouches for one. */
export async function readChoices(actor: Actor, origin: string | null): Promise<ChannelChoices> {
  requirePermission(actor, P.CONFIG_SSO);
  const roles = await listRoleChoices(db());
  return {
    newId: v7(),
    origin,
    // What most people of a company are; without a role somebody who signs in sees nothing.
    initialRoleIds: roles.filter((role) => role.key === "staff" && holdsAllOf(actor, role)).map(({ id }) => id),
    isFixed: Boolean(env().PUBLIC_URL),
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      nameEn: role.nameEn,
      isGrantable: holdsAllOf(actor, role),
    })),
  };
}

/** Departments whose name holds the word, with those above them. */
export async function findPlaces(actor: Actor, keyword = ""): Promise<{ items: NamedPlace[] }> {
  requirePermission(actor, P.CONFIG_SSO);
  const rows = await listDepartments(db());
  const word = keyword.trim().toLowerCase();
  const items = rows.filter(({ name }) => name.toLowerCase().includes(word)).slice(0, FOUND_MAX);
  return { items: items.map((row) => ({ id: row.id, name: pathName(row, rows) })) };
}

/** Names of departments; those that are gone are left out. */
export async function placesOf(ids: readonly (string | null)[]): Promise<NamedPlace[]> {
  const wanted = new Set(ids.filter((id) => id !== null));
  if (wanted.size === 0) return [];
  const rows = await listDepartments(db());
  return rows.filter(({ id }) => wanted.has(id)).map((row) => ({ id: row.id, name: pathName(row, rows) }));
}

function pathName(row: DepartmentRow, rows: readonly DepartmentRow[]): string {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return row.path
    .split("/")
    .flatMap((id) => names.get(id) ?? [])
    .join(" / ");
}

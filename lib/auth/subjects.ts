import type { Actor } from "./actor";

/** What of a person a grant may name: themselves, their roles, their department and those above it (ARCHITECTURE 9). */
export function subjectsOf(actor: Pick<Actor, "id" | "roleIds" | "departmentPath">) {
  const departmentIds = actor.departmentPath.split("/").filter(Boolean);
  return { userId: actor.id, roleIds: actor.roleIds, departmentIds };
}

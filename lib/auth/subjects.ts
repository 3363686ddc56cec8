import { P } from "@/lib/permissions/codes";
import { type Actor, hasPermission } from "./actor";

/** What of a person a grant may name: themselves, their roles, their department and those above it (ARCHITECTURE 9); and what the key they call with reaches of knowledge. */
export function subjectsOf(actor: Pick<Actor, "id" | "roleIds" | "departmentPath" | "apiKey">) {
  const departmentIds = actor.departmentPath.split("/").filter(Boolean);
  const baseIds = actor.apiKey?.baseIds ?? undefined;
  return { userId: actor.id, roleIds: actor.roleIds, departmentIds, ...(baseIds && { baseIds }) };
}

/** Who reads the words of files: as `subjectsOf`, and whether files of knowledge bases and pages of the web are among what they may read. */
export function readerOf(actor: Pick<Actor, "id" | "roleIds" | "departmentPath" | "permissions" | "apiKey">) {
  return {
    ...subjectsOf(actor),
    readsBases: hasPermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH),
    readsWeb: hasPermission(actor, P.SEARCH, P.CHAT, P.APPS, P.APPS_SQUARE),
  };
}

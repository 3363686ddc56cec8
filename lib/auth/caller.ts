import "server-only";
import { db } from "@/db/client";
import { findCaller, listRolesOf } from "@/db/queries/auth/identity";
import type { Actor } from "./actor";
import { ADMINISTRATOR, highestLimit } from "./session";

/** A person as a caller of models, to say what a call of theirs would meet. Never a credential: it holds no permission. */
export type Caller = Omit<Actor, "request"> & { mayCall: boolean };

/** The caller a person would be; null when there is no such person. */
export async function loadCaller(userId: string): Promise<Caller | null> {
  const row = await findCaller(db(), userId);
  if (!row) return null;
  const held = await listRolesOf(db(), userId);
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    sessionId: "",
    departmentId: row.departmentId,
    departmentPath: row.departmentPath ?? "",
    roleIds: held.map((role) => role.id),
    isAdministrator: held.some((role) => role.key === ADMINISTRATOR),
    permissions: [],
    linkCodes: [],
    dailyTokenLimit: highestLimit(held.map((role) => role.dailyTokenLimit)),
    dailyImageLimit: highestLimit(held.map((role) => role.dailyImageLimit)),
    language: row.language,
    pending: [],
    mayCall: row.status === "enabled" && !row.anonymizedAt && row.departmentOpen,
  };
}

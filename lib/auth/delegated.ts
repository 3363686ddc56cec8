import "server-only";
import type { PermissionCode } from "@/lib/permissions/codes";
import { type Actor, hasPermission, type RequestMeta } from "./actor";
import { loadOwner } from "./session";

/*
 * What somebody delegated (a share link, an API key, work that goes on without them) is worth what its owner may do at the
 * moment of use, not when it was made (SECURITY rule 32). A disabled or anonymised person, one of a closed department and
 * one who lost the code delegate nothing. Known for 2 s at most, like a session.
 */

/** The owner with the rights they have now; null once they may not come in or hold none of these codes. */
export async function ownerNow(
  ownerId: string,
  anyOf: readonly PermissionCode[],
  request: RequestMeta,
): Promise<Actor | null> {
  const owner = await loadOwner(ownerId);
  return owner && hasPermission(owner, ...anyOf) ? { ...owner, request } : null;
}

/** Whether the owner of something may come in now and holds one of these codes. */
export async function ownerMay(ownerId: string, ...anyOf: readonly PermissionCode[]): Promise<boolean> {
  const owner = await loadOwner(ownerId);
  return owner !== null && hasPermission(owner, ...anyOf);
}

import "server-only";
import type { Queryable } from "@/db/client";
import { findScimUser, isPushing, listScimGroupsOf } from "@/db/queries/scim/scim";

/** Where SCIM keeps what an organisation says of a person. */
export const ENTERPRISE_SCHEMA = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** What of a pushed person the rules of roles and departments look at. */
interface PushedPerson {
  userName: string;
  externalId?: string | null;
  title?: string;
  userType?: string;
  emails?: { value?: string }[];
  [ENTERPRISE_SCHEMA]?: Partial<Record<(typeof EXTENDED)[number], string>>;
}
const EXTENDED = ["department", "division", "organization", "costCenter", "employeeNumber"] as const;

/** Values by claim; groups stand there by name and by the id the other side gave them. */
export function claimsOfPushed(
  person: PushedPerson,
  groups: readonly { displayName: string; externalId: string | null }[],
): Record<string, string[]> {
  const { userName, externalId, title, userType } = person;
  const extension = person[ENTERPRISE_SCHEMA] ?? {};
  const single = {
    userName,
    externalId,
    title,
    userType,
    ...Object.fromEntries(EXTENDED.map((key) => [key, extension[key]])),
  };
  return {
    ...Object.fromEntries(Object.entries(single).flatMap(([key, value]) => (value ? [[key, [value]]] : []))),
    email: (person.emails ?? []).flatMap(({ value }) => value ?? []),
    groups: groups.flatMap(({ displayName, externalId: outside }) => [displayName, ...(outside ? [outside] : [])]),
  };
}

/**
 * What a channel's provider pushed of a person, for as long as it may push; null for everybody else. It decides instead
 * of what a token happens to say at a sign-in, or each sign-in would undo what the groups gave.
 */
export async function pushedClaims(db: Queryable, channelId: string, userId: string) {
  const row = await findScimUser(db, channelId, userId);
  if (!row || !(await isPushing(db, channelId))) return null;
  const groups = await listScimGroupsOf(db, channelId, [userId]);
  const { userName, externalId } = row;
  return claimsOfPushed({ ...(row.attributes as Partial<PushedPerson>), userName, externalId }, groups);
}

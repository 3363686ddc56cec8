import { and, eq, like, not, or, type SQL, sql } from "drizzle-orm";
import { correlated } from "../../correlated";
import { users } from "../../schema/organisation";
import { scimGroupMembers, scimGroups, scimUsers } from "../../schema/scim";

export type ScimTextTest = "eq" | "ne" | "co" | "sw" | "ew" | "pr";
export type ScimUserColumn = "id" | "userName" | "externalId" | "displayName" | "givenName" | "familyName" | "email";
export type ScimGroupColumn = "id" | "displayName" | "externalId" | "member";

/** What a list is narrowed by. */
export type ScimCondition<C extends string> =
  | { column: C; test: ScimTextTest; text: string }
  | { active: boolean }
  | { and: ScimCondition<C>[] }
  | { or: ScimCondition<C>[] }
  | { not: ScimCondition<C> };

const attribute = (...path: string[]) =>
  sql<string>`lower(${scimUsers.attributes} #>> ${`{${path.join(",")}}`}::text[])`;

/** Columns that are compared without case hold lower case; the others are compared as they are. */
const USER_COLUMNS: Record<Exclude<ScimUserColumn, "email">, { value: SQL; exact?: true }> = {
  id: { value: sql`${users.id}::text` },
  userName: { value: sql`${scimUsers.userNameKey}` },
  externalId: { value: sql`${scimUsers.externalId}`, exact: true },
  displayName: { value: sql`lower(coalesce(${scimUsers.attributes} ->> 'displayName', ${users.name}))` },
  givenName: { value: attribute("name", "givenName") },
  familyName: { value: attribute("name", "familyName") },
};

const GROUP_COLUMNS: Record<Exclude<ScimGroupColumn, "member">, { value: SQL; exact?: true }> = {
  id: { value: sql`${scimGroups.id}::text` },
  displayName: { value: sql`lower(${scimGroups.displayName})` },
  externalId: { value: sql`${scimGroups.externalId}`, exact: true },
};

function compare({ value, exact }: { value: SQL; exact?: true }, test: ScimTextTest, asked: string): SQL {
  const text = exact ? asked : asked.toLowerCase();
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  switch (test) {
    case "pr":
      return sql`coalesce(${value}, '') <> ''`;
    case "eq":
      return sql`coalesce(${value} = ${text}, false)`;
    case "ne":
      return sql`${value} is distinct from ${text}`;
    case "co":
      return sql`coalesce(${like(value, `%${escaped}%`)}, false)`;
    case "sw":
      return sql`coalesce(${like(value, `${escaped}%`)}, false)`;
    case "ew":
      return sql`coalesce(${like(value, `%${escaped}`)}, false)`;
  }
}

/** Any of a person's addresses. */
function someEmail(test: ScimTextTest, text: string): SQL {
  const list = sql`jsonb_array_elements(coalesce(${scimUsers.attributes} -> 'emails', '[]'::jsonb)) as element (item)`;
  const value = sql`lower(item ->> 'value')`;
  // Not equal: no address is.
  if (test === "ne") return sql`not exists (select 1 from ${list} where ${compare({ value }, "eq", text)})`;
  return sql`exists (select 1 from ${list} where ${compare({ value }, test, text)})`;
}

function someMember(test: ScimTextTest, text: string): SQL {
  const value = sql`${scimGroupMembers.userId}::text`;
  const has = (inner: SQL) =>
    correlated(
      sql`exists (select 1 from ${scimGroupMembers} where ${scimGroupMembers.groupId} = ${scimGroups.id} and ${inner})`,
    );
  return test === "ne" ? not(has(compare({ value }, "eq", text))) : has(compare({ value }, test, text));
}

function combined<C extends string>(
  condition: ScimCondition<C>,
  leaf: (column: C, test: ScimTextTest, text: string) => SQL,
): SQL {
  if ("and" in condition) return and(...condition.and.map((part) => combined(part, leaf))) ?? sql`true`;
  if ("or" in condition) return or(...condition.or.map((part) => combined(part, leaf))) ?? sql`false`;
  if ("not" in condition) return not(combined(condition.not, leaf));
  if ("active" in condition) return eq(users.status, condition.active ? "enabled" : "disabled");
  return leaf(condition.column, condition.test, condition.text);
}

export function userCondition(condition: ScimCondition<ScimUserColumn>): SQL {
  return combined(condition, (column, test, text) =>
    column === "email" ? someEmail(test, text) : compare(USER_COLUMNS[column], test, text),
  );
}

export function groupCondition(condition: ScimCondition<ScimGroupColumn>): SQL {
  return combined(condition, (column, test, text) =>
    column === "member" ? someMember(test, text) : compare(GROUP_COLUMNS[column], test, text),
  );
}

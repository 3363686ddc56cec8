import type { ScimCondition, ScimGroupColumn, ScimTextTest, ScimUserColumn } from "@/db/queries/scim/filter";
import { badRequest } from "@/lib/endpoint/scim-problem";
import { type Filter, parseFilter } from "./filter";
import { booleanOf, GROUP_SCHEMA, USER_SCHEMA } from "./names";

const USER_COLUMNS: Record<string, ScimUserColumn> = {
  id: "id",
  username: "userName",
  externalid: "externalId",
  displayname: "displayName",
  "name.givenname": "givenName",
  "name.familyname": "familyName",
  emails: "email",
  "emails.value": "email",
};
const GROUP_COLUMNS: Record<string, ScimGroupColumn> = {
  id: "id",
  displayname: "displayName",
  externalid: "externalId",
  members: "member",
  "members.value": "member",
};
const TEXT_TESTS = new Set(["eq", "ne", "co", "sw", "ew", "pr"]);
const PREFIXES = [USER_SCHEMA, GROUP_SCHEMA].map((schema) => `${schema.toLowerCase()}:`);

/** What a list of people is narrowed by; undefined without a filter. Throws ScimProblem (invalidFilter). */
export function userFilter(text: string | null): ScimCondition<ScimUserColumn> | undefined {
  return text === null ? undefined : translated(parseFilter(text), "", USER_COLUMNS, true);
}

/** What a list of groups is narrowed by; as above. */
export function groupFilter(text: string | null): ScimCondition<ScimGroupColumn> | undefined {
  return text === null ? undefined : translated(parseFilter(text), "", GROUP_COLUMNS, false);
}

function translated<C extends string>(
  filter: Filter,
  prefix: string,
  columns: Record<string, C>,
  hasActive: boolean,
): ScimCondition<C> {
  const inner = (part: Filter) => translated(part, prefix, columns, hasActive);
  if ("and" in filter) return { and: filter.and.map(inner) };
  if ("or" in filter) return { or: filter.or.map(inner) };
  if ("not" in filter) return { not: inner(filter.not) };
  if ("within" in filter) return translated(filter.filter, `${filter.within}.`, columns, hasActive);
  const { test, value } = filter;
  const name = PREFIXES.reduce(
    (rest, schema) => (rest.startsWith(schema) ? rest.slice(schema.length) : rest),
    `${prefix}${filter.attribute}`.toLowerCase(),
  );
  if (hasActive && name === "active") return activeTest(test, value);
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw badRequest("invalidFilter", `Lists cannot be filtered by ${filter.attribute.slice(0, 100)}.`);
  if (!TEXT_TESTS.has(test)) throw badRequest("invalidFilter", `The operator ${test} is not supported here.`);
  if (test !== "pr" && value === null) {
    const present: ScimCondition<C> = { column, test: "pr", text: "" };
    if (test === "eq") return { not: present };
    if (test === "ne") return present;
  }
  return { column, test: test as ScimTextTest, text: String(value ?? "") };
}

function activeTest<C extends string>(test: string, value: unknown): ScimCondition<C> {
  if (test === "pr") return { not: { or: [] } };
  const wanted = booleanOf(value);
  if (typeof wanted !== "boolean" || (test !== "eq" && test !== "ne")) {
    throw badRequest("invalidFilter", "active is compared with true or false, by eq or ne.");
  }
  return { active: test === "eq" ? wanted : !wanted };
}

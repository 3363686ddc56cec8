import { ENTERPRISE_SCHEMA } from "@/lib/auth/channels/pushed-claims";

export { ENTERPRISE_SCHEMA };

/** Schemas of RFC 7643 that are served here. */
export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** Attributes with several values. */
export const MULTI_VALUED: ReadonlySet<string> = new Set(["emails", "phoneNumbers", "addresses", "members"]);

/** Attributes this side decides about. */
export const READ_ONLY: ReadonlySet<string> = new Set(["id", "meta", "schemas", "groups"]);

/** Attributes of the standard that are taken without complaint and never kept; passwords above all. */
export const IGNORED: ReadonlySet<string> = new Set([
  "password",
  "roles",
  "entitlements",
  "x509Certificates",
  "ims",
  "photos",
]);

const NAMES = [
  ...["id", "externalId", "meta", "schemas", "userName", "displayName", "active", "name", "nickName", "profileUrl"],
  ...["title", "userType", "preferredLanguage", "locale", "timezone", "emails", "phoneNumbers", "addresses", "groups"],
  ...["members", "value", "type", "primary", "display", "$ref", "formatted", "familyName", "givenName", "middleName"],
  ...["honorificPrefix", "honorificSuffix", "streetAddress", "locality", "region", "postalCode", "country"],
  ...["employeeNumber", "costCenter", "organization", "division", "department", "manager"],
  ...["created", "lastModified", "resourceType", "location", "version"],
  ...[USER_SCHEMA, GROUP_SCHEMA, ENTERPRISE_SCHEMA],
  ...IGNORED,
];
const CANONICAL = new Map(NAMES.map((name) => [name.toLowerCase(), name]));

/** The standard's spelling of an attribute, whose names are told apart without case; undefined for others. */
export function canonicalName(name: string): string | undefined {
  return CANONICAL.get(name.toLowerCase());
}

const BOOLEANS = new Set(["active", "primary"]);
const DEPTH_MAX = 6;

/**
 * A resource in the standard's spelling: attributes nobody knows, empty ones and passwords are left out, and
 * `"False"` as Entra sends it is false.
 */
export function canonical(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((part) => canonical(part, depth + 1));
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return value;
  const clean: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    const name = canonicalName(key);
    if (!name || IGNORED.has(name) || part === null || part === undefined) continue;
    clean[name] = BOOLEANS.has(name) ? booleanOf(part) : canonical(part, depth + 1);
  }
  return clean;
}

export function booleanOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.toLowerCase();
  return text === "true" ? true : text === "false" ? false : value;
}

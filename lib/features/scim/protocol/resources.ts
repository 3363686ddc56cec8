import { z } from "zod";
import { badRequest } from "@/lib/endpoint/scim-problem";
import { line, lines } from "@/lib/text/line";
import { canonical, ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from "./names";

/** Addresses on letters have line ends. */
const letterAddress = lines(1000).overwrite((text) => text.replace(/[\r\n\t]+/g, ", "));
const name = line(200).min(1);

const several = z
  .array(
    z.object({
      value: line(500).optional(),
      display: line(200).optional(),
      type: line(60).optional(),
      primary: z.boolean().optional(),
    }),
  )
  .max(20);

/** A person as they are pushed: what is not named here is not kept. */
const scimUser = z.object({
  userName: name,
  externalId: name.optional(),
  active: z.boolean().optional(),
  displayName: line(200).optional(),
  name: z
    .object({
      formatted: line(200).optional(),
      familyName: line(200).optional(),
      givenName: line(200).optional(),
      middleName: line(200).optional(),
      honorificPrefix: line(60).optional(),
      honorificSuffix: line(60).optional(),
    })
    .optional(),
  nickName: line(200).optional(),
  profileUrl: line(500).optional(),
  title: line(200).optional(),
  userType: line(200).optional(),
  preferredLanguage: line(60).optional(),
  locale: line(60).optional(),
  timezone: line(60).optional(),
  emails: several.optional(),
  phoneNumbers: several.optional(),
  addresses: z
    .array(
      z.object({
        formatted: letterAddress.optional(),
        streetAddress: letterAddress.optional(),
        locality: line(200).optional(),
        region: line(200).optional(),
        postalCode: line(60).optional(),
        country: line(60).optional(),
        type: line(60).optional(),
        primary: z.boolean().optional(),
      }),
    )
    .max(10)
    .optional(),
  [ENTERPRISE_SCHEMA]: z
    .object({
      employeeNumber: line(200).optional(),
      costCenter: line(200).optional(),
      organization: line(200).optional(),
      division: line(200).optional(),
      department: line(500).optional(),
      manager: z.object({ value: line(200).optional(), display: line(200).optional() }).optional(),
    })
    .optional(),
});
export type ScimUser = z.infer<typeof scimUser>;

const scimGroup = z.object({
  displayName: name,
  externalId: name.optional(),
  members: z
    .array(z.object({ value: line(200) }))
    .max(20_000)
    .optional(),
});
export type ScimGroup = z.infer<typeof scimGroup>;

/** Throws ScimProblem (invalidValue) naming the attribute. */
function read<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRequest("invalidSyntax", "The body is no resource.");
  }
  const parsed = schema.safeParse(canonical(value));
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join(".") ?? "";
  throw badRequest("invalidValue", `The value of ${path} is missing, too long, or of another type.`);
}

export const readUser = (value: unknown): ScimUser => read(scimUser, value);
export const readGroup = (value: unknown): ScimGroup => read(scimGroup, value);

/** What is stored beside the columns of their own. */
export function storedAttributes({ userName: _, externalId: __, active: ___, ...rest }: ScimUser) {
  return rest as Record<string, unknown>;
}

/** The name a person is shown by. */
export function shownName({ displayName, name: parts, userName }: ScimUser): string {
  const joined = [parts?.givenName, parts?.familyName].filter(Boolean).join(" ");
  return displayName?.trim() || parts?.formatted?.trim() || joined.trim() || userName;
}

/** The value marked primary, or the first. */
export function primaryOf(values: ScimUser["emails"]): string | undefined {
  return (values?.find(({ primary, value }) => primary && value) ?? values?.find(({ value }) => value))?.value;
}

export interface GroupRef {
  id: string;
  displayName: string;
  externalId: string | null;
}

/** Keeps the attributes a caller asks for; `id`, `schemas` and what is left out by name follow RFC 7644, 3.9. */
export function projected(resource: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const wanted = names(query.get("attributes"));
  const unwanted = names(query.get("excludedAttributes"));
  const always = new Set(["id", "schemas"]);
  const kept = Object.entries(resource).flatMap(([key, value]) => {
    const name = key.toLowerCase();
    if (always.has(key)) return [[key, value] as const];
    if (wanted.length > 0) {
      const parts = wanted.filter(
        (path) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}:`),
      );
      if (parts.length === 0) return [];
      if (parts.includes(name)) return [[key, value] as const];
      const subs = parts.map((path) => path.slice(name.length + 1));
      return [[key, pick(value, (sub) => subs.includes(sub))] as const];
    }
    if (unwanted.includes(name)) return [];
    const subs = unwanted.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    return [[key, subs.length > 0 ? pick(value, (sub) => !subs.includes(sub)) : value] as const];
  });
  return Object.fromEntries(kept);
}

function names(text: string | null): string[] {
  if (!text) return [];
  const prefixes = [USER_SCHEMA, GROUP_SCHEMA].map((schema) => `${schema.toLowerCase()}:`);
  return text
    .slice(0, 2000)
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) =>
      prefixes.reduce((rest, prefix) => (rest.startsWith(prefix) ? rest.slice(prefix.length) : rest), name),
    );
}

function pick(value: unknown, isKept: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((part) => pick(part, isKept));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name.toLowerCase())));
}

/** Whether a caller asked for an attribute to be left out, before it is read at all. */
export function isAskedFor(query: URLSearchParams, attribute: string): boolean {
  const wanted = names(query.get("attributes"));
  if (wanted.length > 0) return wanted.some((path) => path === attribute || path.startsWith(`${attribute}.`));
  return !names(query.get("excludedAttributes")).includes(attribute);
}

import { z } from "zod";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { targetTypesOf } from "@/lib/audit/refused-target";
import { METHODS } from "@/lib/endpoint/openapi";
import { FIELD_FORMATS } from "@/lib/features/operation-log/fields";
import { ACTIONS } from "@/lib/generated/actions";
import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import { code, sources } from "./source";

/** Fields that never reach the log: secrets, proofs, files, and what calls that only look are told. */
const NOT_LOGGED = new Set([
  "apiKey",
  "secret",
  "password",
  "oldPassword",
  "newPassword",
  "passphrase",
  "otp",
  "token",
]);
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

function fieldsOf(schema: Schema | boolean | undefined, found: Set<string>): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  for (const [name, inner] of Object.entries(schema.properties ?? {})) fieldsOf(inner, found.add(name));
  for (const inner of [schema.items, schema.additionalProperties]) fieldsOf(inner, found);
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf]) for (const inner of list ?? []) fieldsOf(inner, found);
  return found;
}

/** What people send to calls that are logged: services write it as it came. */
async function sentFields(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { load } of API_ROUTES) {
    const module = await load();
    for (const method of METHODS) {
      const declaration = module[method]?.declaration;
      if (!declaration) continue;
      const { audit, body, looks, access } = declaration;
      // Refusals of calls that only look hold no fields; bodies of the SCIM protocol are written by services.
      if (!audit || !body || looks || "scim" in access) continue;
      fieldsOf(z.toJSONSchema(body, { unrepresentable: "any" }) as Schema, found);
    }
  }
  return found;
}

/** Names in the objects services write as `before` and `after`. */
function writtenFields(): Set<string> {
  const found = new Set<string>();
  for (const file of sources("lib/**/*.ts").filter((name) => name !== "lib/audit/refusals.ts")) {
    const text = code(file);
    if (!/AuditEvent/.test(text)) continue;
    for (const match of text.matchAll(/\b(?:before|after)(?::|\s*=) (?:[\w. !]+(?:&&|\?\?|\?) )?\{/g)) {
      for (const name of namesIn(text.slice(match.index + match[0].length))) found.add(name);
    }
  }
  return found;
}

/** Own names of an object whose text begins behind its first brace. */
function namesIn(text: string): string[] {
  let depth = 1;
  let own = "";
  for (const sign of text) {
    if ("{[(".includes(sign)) depth += 1;
    if ("}])".includes(sign)) depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && !"}])".includes(sign)) own += sign;
  }
  return own.split(",").flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []);
}

describe("targets of the operation log", () => {
  it.each(LOCALES)("have names for people in %s, also those of refused actions", async (locale) => {
    const { target } = (await loadMessages(locale)).log as { target: Record<string, string> };
    const types = new Set(ACTIONS.flatMap((action) => targetTypesOf(action) ?? []));
    for (const file of sources("lib/**/*.ts")) {
      for (const [, type] of code(file).matchAll(/target: \{ type: "([^"]+)"/g)) if (type) types.add(type);
    }
    expect([...types].filter((type) => !target[type])).toEqual([]);
  });
});

describe("fields of the operation log", () => {
  it("are found at all", async () => {
    expect((await sentFields()).size).toBeGreaterThan(100);
    expect([...writtenFields()]).toEqual(expect.arrayContaining(["limitMicros", "keyChanged", "rolesAdded"]));
  });

  it.each(LOCALES)("have names for people in %s, and none shows how an amount is stored", async (locale) => {
    const { field } = (await loadMessages(locale)).log as { field: Record<string, string> };
    const all = [...new Set([...(await sentFields()), ...writtenFields()])].filter((name) => !NOT_LOGGED.has(name));
    expect(all.filter((name) => !field[name]).sort()).toEqual([]);
    expect(Object.values(field).filter((text) => /micro/i.test(text))).toEqual([]);
    const amounts = all.filter((name) => /Micros$|^per[A-Z]|PerMillion$/.test(name));
    expect(amounts.filter((name) => FIELD_FORMATS[name] !== "money")).toEqual([]);
  });
});

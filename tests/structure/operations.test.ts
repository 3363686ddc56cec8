import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { METHODS } from "@/lib/endpoint/openapi";
import { actionKey, areaOf } from "@/lib/features/operation-log/texts";
import { ACTIONS } from "@/lib/generated/actions";
import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import { code, sources } from "./source";

const services = sources("lib/**/*.ts").filter((file) => file !== "lib/generated/actions.ts");
/** Texts of our code that look like the name of an action we know, or are given as one. */
const written = new Set<string>();
const given = new Set<string>();
for (const file of services) {
  const text = code(file);
  for (const [, name] of text.matchAll(/"([a-z-]+(?:\.[a-zA-Z-]+)+)"/g)) if (name) written.add(name);
  if (!/recordAuditEvent|insertOperation/.test(text)) continue;
  for (const [, name] of text.matchAll(/action: "([^"]+)"/g)) if (name) given.add(name);
}

/** Actions that handlers name, with whether the call only looks. */
async function audited(): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const { load } of API_ROUTES) {
    const module = await load();
    for (const method of METHODS) {
      const { audit, looks } = module[method]?.declaration ?? {};
      if (audit) found.set(audit, Boolean(looks) && found.get(audit) !== false);
    }
  }
  return found;
}

describe("the operation log", () => {
  it("finds what services write", () => {
    expect(given.size).toBeGreaterThan(40);
  });

  it("gets a success row for every audited call, but for those that say that they only look", async () => {
    const calls = [...(await audited())];
    const silent = calls.filter(([action, looks]) => !looks && !written.has(action));
    const telling = calls.filter(([action, looks]) => looks && given.has(action));
    expect([...silent, ...telling].map(([action]) => action)).toEqual([]);
  });

  it("knows every action that handlers and services name", async () => {
    const known = new Set<string>(ACTIONS);
    expect([...new Set([...(await audited()).keys(), ...given])].filter((action) => !known.has(action)).sort()).toEqual(
      [],
    );
  });

  it.each(LOCALES)("names every action and its area in %s", async (locale) => {
    const { action, area } = (await loadMessages(locale)).log as {
      action: Record<string, string>;
      area: Record<string, string>;
    };
    expect(ACTIONS.filter((name) => !action[actionKey(name)])).toEqual([]);
    expect([...new Set(ACTIONS.map(areaOf))].filter((name) => !area[name])).toEqual([]);
    const names = ACTIONS.map((name) => action[actionKey(name)]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { METHODS } from "@/lib/endpoint/openapi";
import { actionKey, areaOf } from "@/lib/features/operation-log/texts";
import { ACTIONS } from "@/lib/generated/actions";
import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import { code, sources } from "./source";

/** Calls that change nothing: only their refusals and failures are recorded, each with its reason. */
const LOOKS: Record<string, string> = {
  "config.importPreview": "compares a file with what is there",
  "config.mailTest": "sends a message, changes nothing",
  "gateway.dry-run": "says where a request would go",
  "gateway.supplier.discover": "asks a supplier for its models",
  "gateway.supplier.probe": "tries an address",
  "model.probe": "tries a model's abilities",
  "model.supplier.probe": "tries an address",
  "model.supplier.test": "tries a connection",
  "model.test": "tries a model",
  "model.try": "the ledger counts it",
  "tool.check": "tries a tool",
  "tool.server.probe": "tries an address",
  "tool.try": "tries a tool",
};

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

async function audited(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { load } of API_ROUTES) {
    const module = await load();
    for (const method of METHODS) {
      const action = module[method]?.declaration.audit;
      if (action) found.add(action);
    }
  }
  return found;
}

describe("the operation log", () => {
  it("finds what services write", () => {
    expect(given.size).toBeGreaterThan(40);
  });

  it("gets a success row for every audited call, but for those that only look", async () => {
    const silent = [...(await audited())].filter((action) => !written.has(action) && !(action in LOOKS));
    expect(silent).toEqual([]);
  });

  it("knows every action that handlers and services name", async () => {
    const known = new Set<string>(ACTIONS);
    expect([...new Set([...(await audited()), ...given])].filter((action) => !known.has(action)).sort()).toEqual([]);
  });

  it.each(LOCALES)("names every action and its area in %s", async (locale) => {
    const { action, area } = (await loadMessages(locale)).operationLog as {
      action: Record<string, string>;
      area: Record<string, string>;
    };
    expect(ACTIONS.filter((name) => !action[actionKey(name)])).toEqual([]);
    expect([...new Set(ACTIONS.map(areaOf))].filter((name) => !area[name])).toEqual([]);
    const names = ACTIONS.map((name) => action[actionKey(name)]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

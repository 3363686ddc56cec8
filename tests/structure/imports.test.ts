import { code, type Import, importsOf, sources } from "./source";

const CODE = ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "lib/**/*.{ts,tsx}", "db/**/*.ts"];
const LAYERS = ["db", "lib", "components", "app"];

/** Server components that may call a service, each with its reason. */
const SERVER_COMPONENTS = new Set([
  // Loads what every page's shell shows; the layouts of two areas share it.
  "components/layout/load-shell.tsx",
]);
/** Readers of the environment besides lib/config. */
const ENVIRONMENT = new Set([
  "lib/config/env.ts",
  // Writes code for others to copy.
  "lib/features/open-api/samples.ts",
]);
/** Users of raw requests on the server; every address they ask has passed the egress check. */
const REQUESTS = new Set([
  "lib/net/egress.ts",
  // `fetch` for tools: each hop of a redirect is checked.
  "lib/net/egress-fetch.ts",
  // Types of the server side only.
  "lib/endpoint/direct.ts",
  // Sends to suppliers, and the pictures they answer by address.
  "lib/models/wire/http.ts",
  "lib/models/wire/pictures.ts",
  // Looks at what wire/http sends and gets.
  "lib/models/wire/trace.ts",
  // Forms with files; they send through wire/http.
  "lib/models/openai/images.ts",
  "lib/models/openai/audio.ts",
]);
/** The browser's own client. */
const BROWSER_REQUESTS = new Set([
  "lib/client/request.ts",
  // Writes code for others to copy.
  "lib/features/open-api/samples.ts",
]);

const all: Import[] = sources(...CODE).flatMap(importsOf);
const layerOf = (file: string) => LAYERS.indexOf(file.split("/")[0] ?? "");
const areaOf = (file: string) => /^lib\/features\/([^/]+)/.exec(file)?.[1];
const told = (imports: Import[]) => imports.map(({ file, target }) => `${file} -> ${target}`);

describe("imports", () => {
  it("are found at all", () => {
    expect(all.length).toBeGreaterThan(300);
    expect(all.some(({ target }) => target === "db/client")).toBe(true);
  });

  it("point down: app, components, lib, db; the types of calls alone look up", () => {
    const wrong = all.filter(
      ({ file, target }) =>
        layerOf(target) > layerOf(file) && !target.startsWith("lib/config/") && file !== "lib/generated/calls.ts",
    );
    expect(told(wrong)).toEqual([]);
  });

  it("of db reach lib/config only", () => {
    const wrong = all.filter(
      ({ file, target }) => file.startsWith("db/") && /^(lib(?!\/config)|app|components)\//.test(target),
    );
    expect(told(wrong)).toEqual([]);
  });

  it("of one feature never reach another", () => {
    const wrong = all.filter(({ file, target }) => areaOf(file) && areaOf(target) && areaOf(file) !== areaOf(target));
    expect(told(wrong)).toEqual([]);
  });

  it("of the platform in lib never reach a feature, but for the generated lists, each with its one reader", () => {
    const wrong = all.filter(({ file, target }) => /^lib\/(?!features\/|generated\/)/.test(file) && areaOf(target));
    expect(told(wrong)).toEqual([]);
    const readers = all.filter(({ target }) => target.startsWith("lib/generated/"));
    expect(told(readers)).toEqual([
      "components/features/operation-log/action-choices.ts -> lib/generated/actions",
      "lib/client/calls.ts -> lib/generated/calls",
      "lib/collected/limits.ts -> lib/generated/collectables",
      "lib/conversation/areas.ts -> lib/generated/conversation-areas",
      "lib/conversation/kinds.ts -> lib/generated/conversation-kinds",
      "lib/i18n/messages.ts -> lib/generated/messages",
      "lib/owned/list.ts -> lib/generated/owned",
      "lib/permissions/routes.ts -> lib/generated/pages",
    ]);
  });

  it("of components reach no service and no database", () => {
    const wrong = all.filter(({ file, target, typeOnly }) => {
      if (!file.startsWith("components/") || typeOnly || SERVER_COMPONENTS.has(file)) return false;
      return target.startsWith("db/") || /^lib\/features\/.*\/service(\/|$)/.test(target);
    });
    expect(told(wrong)).toEqual([]);
  });
});

describe("code", () => {
  const using = (pattern: RegExp, patterns: string[], allowed: ReadonlySet<string>) =>
    sources(...patterns).filter((file) => pattern.test(code(file)) && !allowed.has(file));

  it("reads the environment in lib/config only", () => {
    expect(using(/\bprocess\.env\b/, [...CODE, "middleware.ts"], ENVIRONMENT)).toEqual([]);
  });

  it("sends requests through the egress check only", () => {
    const server = /\bfetch\(|from "(undici|node:https?|axios)"/;
    expect(
      using(server, ["lib/**/*.ts", "app/api/**/*.ts", "db/**/*.ts"], new Set([...REQUESTS, ...BROWSER_REQUESTS])),
    ).toEqual([]);
    expect(using(/\bfetch\(/, ["app/**/*.tsx", "components/**/*.{ts,tsx}"], BROWSER_REQUESTS)).toEqual([]);
  });

  it("of the server in lib is marked, so that it never reaches a browser", () => {
    const touchesServer = /^import (?!type ).*from "(@\/db\/(client|queries)|node:|pg|pg-boss|busboy|undici|@aws-sdk)/m;
    const unmarked = sources("lib/**/*.ts").filter(
      (file) => touchesServer.test(code(file)) && !/^import "server-only";/m.test(code(file)),
    );
    expect(unmarked).toEqual([]);
  });

  it("has no file over 400 lines", () => {
    const long = sources(...CODE, "tests/**/*.{ts,tsx,mjs}", "scripts/**/*.mjs").filter(
      (file) => code(file).split("\n").length > 401,
    );
    expect(long).toEqual([]);
  });
});

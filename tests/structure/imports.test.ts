import { readFileSync } from "node:fs";
import { code, EXEMPTIBLE, exemptions, type Import, importsOf, isExempt, sources, workerPrograms } from "./source";

const CODE = ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "lib/**/*.{ts,tsx}", "db/**/*.ts"];
const LAYERS = ["db", "lib", "components", "app"];

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

  it("of one feature never reach another, but for a part of an area, which stands on the area", () => {
    const isPartOf = (area: string, other: string) => area.startsWith(`${other}-`);
    const wrong = all.filter(({ file, target }) => {
      const [from, to] = [areaOf(file), areaOf(target)];
      return from && to && from !== to && !isPartOf(from, to);
    });
    expect(told(wrong)).toEqual([]);
  });

  it("of the platform in lib never reach a feature, but for the generated lists, each with its readers", () => {
    const wrong = all.filter(({ file, target }) => /^lib\/(?!features\/|generated\/)/.test(file) && areaOf(target));
    expect(told(wrong)).toEqual([]);
    const readers = all.filter(
      ({ file, target }) => target.startsWith("lib/generated/") && !file.startsWith("lib/generated/"),
    );
    expect(told(readers)).toEqual([
      "components/features/operation-log/action-choices.ts -> lib/generated/actions",
      "components/layout/menu-icon.tsx -> lib/generated/menu-icons",
      "lib/areas/apps.ts -> lib/generated/apps",
      "lib/areas/tools.ts -> lib/generated/area-tools",
      "lib/client/calls.ts -> lib/generated/calls",
      "lib/collected/limits.ts -> lib/generated/collectables",
      "lib/conversation/areas.ts -> lib/generated/conversation-areas",
      "lib/conversation/kinds.ts -> lib/generated/conversation-kinds",
      "lib/conversation/named-sources.ts -> lib/generated/question-sources",
      "lib/conversation/watched-answers.ts -> lib/generated/answer-watchers",
      "lib/errors/errors.ts -> lib/generated/errors",
      "lib/i18n/messages.ts -> lib/generated/messages",
      "lib/owned/list.ts -> lib/generated/owned",
      "lib/palette/find.ts -> lib/generated/palette",
      "lib/palette/mentions.ts -> lib/generated/mentions",
      "lib/palette/places.ts -> lib/generated/places",
      "lib/permissions/codes.ts -> lib/generated/codes",
      "lib/permissions/routes.ts -> lib/generated/pages",
      "lib/permissions/seed-roles.ts -> lib/generated/codes",
      "lib/tools/builtin/list.ts -> lib/generated/tools",
    ]);
  });

  it("of components reach no service and no database, unless they say why", () => {
    const wrong = all.filter(
      ({ file, target, typeOnly }) =>
        file.startsWith("components/") &&
        !typeOnly &&
        (target.startsWith("db/") || /^lib\/features\/.*\/service(\/|$)/.test(target)),
    );
    expect(told(wrong.filter(({ file }) => !isExempt(file, "services")))).toEqual([]);
    const unneeded = sources(...CODE).filter(
      (file) => isExempt(file, "services") && !wrong.some((one) => one.file === file),
    );
    expect(unneeded).toEqual([]);
  });
});

describe("code", () => {
  const using = (pattern: RegExp, ...patterns: string[]) =>
    sources(...patterns).filter((file) => pattern.test(code(file)));

  it("reads the environment in lib/config only, unless it says why", () => {
    const readers = using(/\bprocess\.env\b/, ...CODE, "middleware.ts").filter((file) => file !== "lib/config/env.ts");
    expect(readers.filter((file) => !isExempt(file, "environment"))).toEqual([]);
    const unneeded = sources(...CODE).filter((file) => isExempt(file, "environment") && !readers.includes(file));
    expect(unneeded).toEqual([]);
  });

  it("sends requests through the egress check only, and in the browser through its client, unless it says why", () => {
    const server = /\bfetch\(|from "(undici|node:https?|axios)"/;
    const senders = [
      ...using(server, "lib/**/*.ts", "app/api/**/*.ts", "db/**/*.ts"),
      ...using(/\bfetch\(/, "app/**/*.tsx", "components/**/*.{ts,tsx}"),
    ];
    expect(senders.filter((file) => !isExempt(file, "requests"))).toEqual([]);
    const unneeded = sources(...CODE).filter((file) => isExempt(file, "requests") && !senders.includes(file));
    expect(unneeded).toEqual([]);
  });

  it("of the server in lib is marked, so that it never reaches a browser", () => {
    const touchesServer = /^import (?!type ).*from "(@\/db\/(client|queries)|node:|pg|pg-boss|busboy|undici|@aws-sdk)/m;
    // What Node runs by itself never passes through Next, which alone knows the mark.
    const programs = new Set(workerPrograms());
    const unmarked = sources("lib/**/*.ts").filter(
      (file) => !programs.has(file) && touchesServer.test(code(file)) && !/^import "server-only";/m.test(code(file)),
    );
    expect(unmarked).toEqual([]);
  });

  it("is exempt from rules that are, for a reason", () => {
    const wrong = sources(...CODE).flatMap((file) =>
      exemptions(file).flatMap(({ rule, why }) =>
        (EXEMPTIBLE as readonly string[]).includes(rule) && why.split(" ").length >= 3 ? [] : [`${file}: ${rule}`],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("has no file over 400 lines", () => {
    // A list that is made from the areas is as long as there are routes: nobody reads or edits it.
    const isMade = (file: string) => readFileSync(file, "utf8").startsWith("// Made by `npm run generate`");
    const long = sources(...CODE, "tests/**/*.{ts,tsx,mjs}", "scripts/**/*.mjs").filter(
      (file) => code(file).split("\n").length > 401 && !isMade(file),
    );
    expect(long).toEqual([]);
  });
});

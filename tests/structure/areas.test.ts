import type { AreaDeclaration } from "@/lib/areas/define";
import { LOCALES } from "@/lib/i18n/locales";
import { ROUTES } from "@/lib/permissions/routes";
import { appToolsOf, declaredAreas, entriesOf, readArea, textsOf } from "@/scripts/lib/areas.mjs";
import { read, sources } from "./source";

const areas: { file: string; area: AreaDeclaration }[] = declaredAreas();
type Texts = Record<string, unknown>;

/** What the files of a language say to the whole product: kind, file and texts. */
function sharedTexts(locale: string): { kind: string; file: string; texts: Texts }[] {
  return sources(`messages/${locale}/*.json`).flatMap((path) => {
    const { shared = {} } = JSON.parse(read(path)) as { shared?: Record<string, Texts> };
    const file = path.replace(/^.*\/|\.json$/g, "");
    return Object.entries(shared).map(([kind, texts]) => ({ kind, file, texts }));
  });
}

const keysOf = (kind: string, locale: string) =>
  sharedTexts(locale)
    .filter((one) => one.kind === kind)
    .flatMap(({ file, texts }) => Object.keys(texts).map((key) => `${file}: ${key}`));

/** Every text by its full key. */
function flatten(value: unknown, prefix: string): string[] {
  if (typeof value === "string") return [prefix];
  return Object.entries(value as object).flatMap(([key, child]) => flatten(child, `${prefix}.${key}`));
}

describe("areas", () => {
  it("are declared in a file of one name, where they are found", () => {
    const declaring = sources("lib/**/*.ts").filter((file) => / = defineArea\(/.test(read(file)));
    expect(declaring.length).toBeGreaterThan(20);
    expect(areas.map(({ file }) => file)).toEqual(declaring);
  });

  it("hold literals, and say which file does not", () => {
    const written = (literal: string) => `export const NOTES = defineArea({\n${literal}\n});\n`;
    expect(readArea("notes/area.ts", written("  errors: { noteLimit: 422 },"))).toEqual({ errors: { noteLimit: 422 } });
    expect(() => readArea("notes/area.ts", written("  errors: OTHERS,"))).toThrow(
      "notes/area.ts: an area holds literals",
    );
    expect(() => readArea("notes/area.ts", "export const NOTES = 1;")).toThrow("notes/area.ts: must hold");
  });

  it("declare nothing another one has", () => {
    const twice = [1, 2].map((number) => ({ file: `lib/${number}/area.ts`, area: { errors: { noteLimit: 422 } } }));
    expect(() => entriesOf(twice, "errors")).toThrow(
      "lib/2/area.ts: `noteLimit` of errors is declared in lib/1/area.ts already",
    );
    expect(entriesOf(areas, "errors").size).toBeGreaterThan(200);
  });
});

describe("tools of the app area", () => {
  const id = "0f5a7a52-6a55-4f0e-9d5e-3c1f3f7f2a10";
  const declare = (...tools: object[]) =>
    tools.map((tool, at) => ({ file: `lib/${at}/area.ts`, area: { appTools: { [`tool${at}`]: tool } } }));
  const listed = (areas: object[], screens = ["notes"], name = "Notes") =>
    appToolsOf(areas, {
      textsIn: () => ({
        shared: { appTools: { tool0: { name, description: "Short" }, tool1: { name, description: "S" } } },
      }),
      hasScreen: (screen: string) => screens.includes(screen),
    });

  it("are listed with their texts in both languages", () => {
    const texts = { name: "Notes", description: "Short" };
    expect(listed(declare({ id, path: "notes", icon: "pen" }))).toEqual([
      { key: "tool0", id, path: "notes", icon: "pen", texts: { zh_CN: texts, en_US: texts } },
    ]);
  });

  it("that could not be opened, named or told apart are not", () => {
    const notes = { id, path: "notes", icon: "pen" };
    expect(() => listed(declare({ ...notes, id: "notes" }))).toThrow("lib/0/area.ts: the id of the tool `tool0`");
    expect(() => listed(declare(notes, notes))).toThrow("lib/1/area.ts: the tool `tool1` has the id of tool0");
    expect(() => listed(declare(notes), [])).toThrow("has no screen at apps/app/[appId]/notes");
    expect(() => listed(declare(notes), ["notes"], "")).toThrow("has no texts in zh_CN");
  });
});

describe.each(LOCALES)("texts for the whole product, %s", (locale) => {
  it("name each thing once", () => {
    const names = sharedTexts(locale).flatMap(({ kind, texts }) => flatten(texts, kind));
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  const declared = (keys: (area: AreaDeclaration) => string[]) =>
    areas.flatMap(({ file, area }) => keys(area).map((key) => `${textsOf(file)}: ${key}`)).sort();

  it("say every error in the file of its area, and nothing else", () => {
    expect(keysOf("errors", locale).sort()).toEqual(declared((area) => Object.keys(area.errors ?? {})));
  });

  it("name every place of the palette, with other words for it, in the file of its area, and nothing else", () => {
    expect(keysOf("places", locale).sort()).toEqual(declared((area) => Object.keys(area.places ?? {})));
    const texts = sharedTexts(locale).flatMap((one) => (one.kind === "places" ? Object.values(one.texts) : []));
    expect(texts.filter((text) => Object.keys(text as object).join() !== "name,words")).toEqual([]);
  });

  it("lead the palette to screens that exist, and know other words for such alone", () => {
    const ready = ROUTES.filter((route) => route.ready);
    const hrefs = areas.flatMap(({ area }) => Object.values(area.places ?? {}).map(({ href }) => href));
    const nowhere = hrefs.filter((href) => !ready.some(({ path }) => path === href.replace(/[?#].*$/, "")));
    expect(nowhere).toEqual([]);
    const keys = keysOf("screenWords", locale).map((key) => key.replace(/^.*: /, ""));
    expect(keys.filter((key) => !ready.some((route) => route.key === key))).toEqual([]);
  });

  it("name every permission code in the file of its area, and nothing else", () => {
    const codes = declared((area) => Object.values(area.codes ?? {}).map(({ code }) => code));
    expect(keysOf("codes", locale).sort()).toEqual(codes);
  });

  it("name every app in the file of its area, and those of the specification nobody has built yet", () => {
    const apps = declared((area) => Object.values(area.apps ?? {}));
    expect(apps.length).toBeGreaterThan(5);
    const planned = keysOf("apps", locale).filter((key) => key.startsWith("permissions: "));
    expect(keysOf("apps", locale).sort()).toEqual([...apps, ...planned].sort());
  });

  it("give every screen a title, and nothing else one", () => {
    const titles = keysOf("screens", locale).map((key) => key.replace(/^[\w-]+: /, ""));
    expect(titles.sort()).toEqual(ROUTES.map(({ key }) => key).sort());
  });

  it("say each task in the file of the folder it is defined in, and answers, which are not tasks", () => {
    const tasks = sources("lib/**/*.ts").flatMap((file) => {
      const [folder = ""] = /^lib\/(features\/)?[^/]+/.exec(file) ?? [];
      return [...read(file).matchAll(/= defineTask\(\{\s*kind: "(\w+)"/g)].map(
        ([, kind]) => `${textsOf(`${folder}/area.ts`)}: ${kind}`,
      );
    });
    expect(tasks.length).toBeGreaterThan(8);
    expect(keysOf("tasks", locale).sort()).toEqual([...tasks, "conversation: answer"].sort());
  });

  it("name what is handed on, collected or uses a model in the file of the area that has it, and nothing else", () => {
    const named = (files: string, kinds: RegExp) =>
      sources(files).flatMap((file) =>
        [...read(file).matchAll(kinds)].map(([, key]) => `${textsOf(file.replace(/[^/]+$/, "area.ts"))}: ${key}`),
      );
    const parts = {
      things: named("lib/**/owned.ts", /^ +key: "(\w+)",\n +order:/gm),
      modelUses: named("lib/**/owned.ts", /^ +kind: "(\w+)",\n +order:/gm),
      collectables: named("lib/**/collectable.ts", /\bkind: "(\w+)"/g),
      mentions: named("lib/**/mentions.ts", /^ {2}id: "(\w+)",\n +order:/gm),
      palette: named("lib/**/palette.ts", /^ {2}id: "(\w+)",\n +order:/gm),
    };
    for (const [kind, found] of Object.entries(parts)) {
      expect(found.length).toBeGreaterThan(0);
      expect(keysOf(kind, locale).sort()).toEqual(found.sort());
    }
  });

  it("give every notification a title and a body", () => {
    const notices = sharedTexts(locale).flatMap(({ kind, texts }) => (kind === "notices" ? Object.entries(texts) : []));
    expect(notices.length).toBeGreaterThan(10);
    expect(
      notices.filter(
        ([, texts]) =>
          Object.keys(texts as object)
            .sort()
            .join() !== "body,title",
      ),
    ).toEqual([]);
  });

  it("name the actions of the log in the file that names what they are about", () => {
    const logs = sharedTexts(locale).filter(({ kind }) => kind === "log");
    const homes = Object.fromEntries(
      logs.flatMap(({ file, texts }) => Object.keys(texts.area ?? {}).map((area) => [area, file])),
    );
    const actions = logs.flatMap(({ file, texts }) => Object.keys(texts.action ?? {}).map((key) => ({ file, key })));
    expect(actions.length).toBeGreaterThan(150);
    expect(actions.filter(({ file, key }) => homes[key.split("_")[0] ?? ""] !== file)).toEqual([]);
  });
});

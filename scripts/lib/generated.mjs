import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { appToolsOf, codesOf, declaredAreas, entriesOf, textsOf } from "./areas.mjs";
import { menuIcons } from "./menu-icons.mjs";
import { root } from "./root.mjs";

/**
 * Files that are made, most in `lib/generated`, by path below the root: lists of what areas declare where it belongs, so
 * that two areas never edit one line. Throws an Error that names the file when a declaration cannot be listed.
 */
export function generatedFiles() {
  return new Map([
    ["app/api/openapi.json/routes.ts", routes()],
    ["app/direct-calls.ts", directCalls()],
    ["db/generated/stored-objects.ts", storedObjects()],
    ["lib/generated/actions.ts", actions()],
    ["lib/generated/apps.ts", apps()],
    ["lib/generated/area-tools.ts", areaTools()],
    ["lib/generated/background.ts", background()],
    ["lib/generated/calls.ts", calls()],
    ["lib/generated/codes.ts", codes()],
    ["lib/generated/answer-watchers.ts", constants("AnswerWatcher", "ANSWER_WATCHERS", { isServer: true })],
    ["lib/generated/collectables.ts", constants("CollectableKind", "COLLECTABLES", { isExact: true })],
    ["lib/generated/conversation-areas.ts", constants("ConversationArea", "CONVERSATION_AREAS")],
    ["lib/generated/conversation-kinds.ts", constants("ConversationKind", "CONVERSATION_KINDS", { isServer: true })],
    ["lib/generated/errors.ts", errors()],
    ["lib/generated/mentions.ts", constants("MentionFinder", "MENTION_FINDERS", { isServer: true })],
    ["lib/generated/menu-icons.ts", menuIcons()],
    ["lib/generated/messages.ts", messages()],
    ["lib/generated/messages-en_US.ts", messageFiles("en_US")],
    ["lib/generated/messages-zh_CN.ts", messageFiles("zh_CN")],
    ["lib/generated/owned.ts", constants("Owned", "OWNED", { isServer: true })],
    ["lib/generated/pages.ts", pages()],
    ["lib/generated/palette.ts", constants("PaletteFinder", "PALETTE_FINDERS", { isServer: true })],
    ["lib/generated/places.ts", places()],
    ["lib/generated/question-sources.ts", constants("QuestionSources", "QUESTION_SOURCES", { isServer: true })],
    ["lib/generated/tools.ts", constants("BuiltinTool", "TOOLS", { isServer: true })],
  ]);
}

const DECLARED = /^(export )?const (\w+)(?:: [^=\n]+)? = (define(?:Job|Task))\b/gm;

/** Every job and every kind of task: both must be known to a process that does background work. */
function background() {
  const found = sources().flatMap(({ file, text }) =>
    [...text.matchAll(DECLARED)].map(([, isExported, name, how]) => {
      if (!isExported) throw new Error(`${file}: \`${name}\` must be exported, or nothing begins it`);
      return { file, name, how };
    }),
  );
  const names = (how) => found.filter((one) => one.how === how).map(({ name }) => name);
  return [
    "// Made by `npm run generate` from every `defineJob` and `defineTask` in lib; never edited by hand.",
    'import "server-only";',
    ...imports(found),
    "",
    list("JOBS", names("defineJob")),
    "",
    list("TASK_KINDS", names("defineTask")),
    "",
  ].join("\n");
}

/**
 * Every action of the operation log: what handlers say under `audit`, what services write, and lists called
 * `LOGGED_ACTIONS` where names are put together.
 */
function actions() {
  const names = new Set();
  const add = (text) => {
    for (const [, name] of text.matchAll(/"([a-z-]+(?:\.[a-zA-Z-]+)+)"/g)) names.add(name);
  };
  for (const { text } of [...sources(), ...sources("app/**/*.ts")]) {
    for (const [, value] of text.matchAll(/\baudit: (.+)/g)) add(value);
    for (const [, value] of text.matchAll(/\bLOGGED_ACTIONS = \[([^\]]*)\]/g)) add(value);
    for (const [, value] of text.matchAll(/\baction: ([^\n]+)/g)) add(value.replace(/(target|before|after): .*/, ""));
    for (const [, value] of text.matchAll(/\brecordFor\(([^\n]+)/g)) add(value);
  }
  return [
    "// Made by `npm run generate` from what handlers and services say; never edited by hand.",
    list(
      "ACTIONS",
      [...names].sort().map((name) => JSON.stringify(name)),
    ).replace(/;$/, " as const;"),
    "",
  ].join("\n");
}

/** What calls models, by its name. */
function apps() {
  const declared = [...entriesOf(declaredAreas(), "apps")];
  const twice = declared.find(([name, app]) => declared.some((other) => other[0] !== name && other[1] === app));
  if (twice) throw new Error(`app \`${twice[1]}\` has two names, one of them ${twice[0]}`);
  return [
    "// Made by `npm run generate` from the `apps` of every area; never edited by hand.",
    "export const APP = {",
    ...declared.map(([name, app]) => `  ${name}: ${JSON.stringify(app)},`),
    "} as const;",
    "",
  ].join("\n");
}

/** Tools of the app area, with their texts in both languages. */
function areaTools() {
  const tools = appToolsOf(declaredAreas(), {
    textsIn: (file, locale) =>
      JSON.parse(readFileSync(path.join(root, "messages", locale, `${textsOf(file)}.json`), "utf8")),
    hasScreen: (screen) => existsSync(path.join(root, "app/(main)/apps/app/[appId]", screen, "page.tsx")),
  });
  return [
    "// Made by `npm run generate` from the `appTools` of every area; never edited by hand.",
    'import type { AreaTool } from "@/lib/areas/tools";',
    'import type { AppIcon } from "@/lib/features/apps/limits";',
    "",
    list(
      "AREA_TOOLS: readonly (AreaTool & { icon: AppIcon })[]",
      tools.map((tool) => JSON.stringify(tool)),
    ),
    "",
  ].join("\n");
}

/** Parts of screens and first steps of tasks the palette leads to. */
function places() {
  const declared = [...entriesOf(declaredAreas(), "places")];
  return [
    "// Made by `npm run generate` from the `places` of every area; never edited by hand.",
    'import type { Place } from "@/lib/areas/define";',
    "",
    "export const PLACES: Readonly<Record<string, Place>> = {",
    ...declared.map(([id, { href, begins, inChat }]) => {
      const rest = (begins ? ", begins: true" : "") + (inChat ? ", inChat: true" : "");
      return `  ${id}: { href: ${JSON.stringify(href)}${rest} },`;
    }),
    "};",
    "",
  ].join("\n");
}

/** The permission codes by their number, their names, and who holds them in a fresh installation. */
function codes() {
  const declared = codesOf(declaredAreas());
  const quoted = (code) => JSON.stringify(code);
  const heldBy = (role) =>
    declared.filter(({ atFirst = [] }) => atFirst.includes(role)).map(({ code }) => quoted(code));
  return [
    "// Made by `npm run generate` from the `codes` of every area; never edited by hand.",
    list(
      "PERMISSION_CODES",
      declared.map(({ code }) => quoted(code)),
    ).replace(/;$/, " as const;"),
    "",
    "export const P = {",
    ...declared.map(({ name, code }) => `  ${name}: ${quoted(code)},`),
    "} as const;",
    "",
    "export const CODES_AT_FIRST = {",
    ...["staff", "visitor"].map((role) => `  ${role}: [${heldBy(role).join(", ")}],`),
    "} as const;",
    "",
  ].join("\n");
}

/** The error catalogue: every key with its code. */
function errors() {
  const entries = [...entriesOf(declaredAreas(), "errors")].map(([key, code]) => `  ${key}: ${code},`);
  return [
    "// Made by `npm run generate` from the `errors` of every area; never edited by hand.",
    "export const ERROR_CODES = {",
    ...entries,
    "} as const;",
    "",
  ].join("\n");
}

/** The files of texts by language, a file's name is its area; and which files say something to the whole product. */
const textFiles = (locale) =>
  globSync(`messages/${locale}/*.json`, { cwd: root })
    .map((file) => path.basename(file, ".json"))
    .sort();

/** The texts of a language by file: a page carries none of the list, whatever areas there are. */
function messageFiles(locale) {
  return [
    "// Made by `npm run generate` from the files of `messages`; never edited by hand.",
    "export const MESSAGE_FILES = {",
    ...textFiles(locale).map((area) => `  "${area}": () => import("../../messages/${locale}/${area}.json"),`),
    "} as const;",
    "",
  ].join("\n");
}

function messages() {
  const sections = Map.groupBy(
    textFiles("zh_CN").flatMap((area) => sharedSections(area).map((section) => ({ section, area }))),
    ({ section }) => section,
  );
  return [
    "// Made by `npm run generate` from the files of `messages`; never edited by hand.",
    "export const MESSAGE_LOADERS = {",
    ...["zh_CN", "en_US"].map((locale) => `  ${locale}: () => import("./messages-${locale}"),`),
    "} as const;",
    'export type MessageFiles = typeof import("./messages-zh_CN").MESSAGE_FILES;',
    "",
    "export const SHARED_FILES = {",
    ...[...sections]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([section, files]) => `  ${section}: [${files.map(({ area }) => JSON.stringify(area)).join(", ")}],`),
    "} as const;",
    "",
  ].join("\n");
}

/** The path of every screen that exists, as the registry of routes spells it. */
function pages() {
  const paths = globSync("app/**/page.tsx", { cwd: root }).map((file) => {
    const folder = path.dirname(file).split(path.sep).slice(1);
    const segments = folder.filter((name) => !/^\(.*\)$/.test(name));
    return `/${segments.join("/")}`.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
  });
  return [
    "// Made by `npm run generate` from every `page.tsx` in app; never edited by hand.",
    list(
      "PAGES",
      paths.sort().map((at) => JSON.stringify(at)),
    ).replace(/;$/, " as const;"),
    "",
  ].join("\n");
}

function sharedSections(area) {
  const { shared = {} } = JSON.parse(readFileSync(path.join(root, `messages/zh_CN/${area}.json`), "utf8"));
  return Object.keys(shared);
}

/** Paths and files of every call but the one that answers unknown ones. */
function routeFiles() {
  return globSync("app/**/route.ts", { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !file.includes("[...rest]"))
    .map((file) => [file.replace(/^app|\/\([^)]*\)|\/route\.ts$/g, ""), file.replace(/\.ts$/, "")])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The types of every call below `/api` by its path, parameters as `[]`: the browser's calls are typed by them. */
function calls() {
  const entries = routeFiles()
    .filter(([at]) => at.startsWith("/api/"))
    .map(([at, file]) => `  "${at.slice("/api".length).replace(/\[[^\]]*\]/g, "[]")}": typeof import("@/${file}");`);
  return [
    "// Made by `npm run generate` from every `route.ts` in app; never edited by hand.",
    "export interface Calls {",
    ...entries,
    "}",
    "",
  ].join("\n");
}

/** Every call of the product but the one that answers unknown ones; modules are loaded by whoever reads the list. */
function routes() {
  const entries = routeFiles().map(([at, file]) => `{ path: "${at}", load: () => import("@/${file}") }`);
  return [
    "// Made by `npm run generate` from every `route.ts` in app; never edited by hand.",
    'import type { ApiRoute } from "@/lib/endpoint/openapi";',
    "",
    list("API_ROUTES: readonly ApiRoute[]", entries),
    "",
  ].join("\n");
}

const HANDLED = /^export const ([A-Z]+) = \w+\(\{\n([\s\S]*?)^\}\);/gm;

/** Every call that says `direct: true`. */
function directCalls() {
  const found = routeFiles().flatMap(([at, file]) => {
    const text = readFileSync(path.join(root, `${file}.ts`), "utf8");
    const methods = [...text.matchAll(HANDLED)].flatMap(([, method, spec]) =>
      /^ {2}direct: true,$/m.test(spec) ? [method] : [],
    );
    return methods.map((method) => ({ at, file, method }));
  });
  return [
    "// Made by `npm run generate` from every handler that says `direct: true`; never edited by hand.",
    'import "server-only";',
    ...found.map(({ file, method }, index) => `import { ${method} as call${index} } from "@/${file}";`),
    'import type { DirectCall } from "@/lib/endpoint/direct";',
    "",
    list(
      "DIRECT_CALLS: readonly DirectCall[]",
      found.map(({ at, method }, index) => `{ method: "${method}", path: "${at}", handler: call${index} }`),
    ),
    "",
  ].join("\n");
}

/**
 * Every exported constant of a type, in the order of their files. With `isExact` they are declared by `as const satisfies`,
 * so that their own literals make types.
 */
function constants(type, listName, { isServer = false, isExact = false } = {}) {
  const declared = isExact
    ? new RegExp(String.raw`^export const (\w+) = \{[^;]*\} as const satisfies ${type};$`, "gm")
    : new RegExp(String.raw`^export const (\w+): ${type} = `, "gm");
  const found = sources().flatMap(({ file, text }) => [...text.matchAll(declared)].map(([, name]) => ({ file, name })));
  return [
    `// Made by \`npm run generate\` from every exported \`${type}\` in lib; never edited by hand.`,
    ...(isServer ? ['import "server-only";'] : []),
    ...imports(found),
    "",
    list(
      listName,
      found.map(({ name }) => name),
    ),
    "",
  ].join("\n");
}

/** Every list of objects in the file store. Commands load it on plain Node, which wants paths with their endings. */
function storedObjects() {
  const found = sources("db/queries/*/objects.ts").flatMap(({ file, text }) =>
    [...text.matchAll(/^export const (\w+): StoredObjects = /gm)].map(([, name]) => ({ file, name })),
  );
  return [
    "// Made by `npm run generate` from every exported `StoredObjects` in db/queries; never edited by hand.",
    ...found.map(({ file, name }) => `import { ${name} } from "${file.replace("db/", "../")}";`),
    "",
    list(
      "STORED_OBJECTS",
      found.map(({ name }) => name),
    ),
    "",
  ].join("\n");
}

function imports(found) {
  return [...new Set(found.map(({ file }) => file))].map((file) => {
    const own = found.filter((one) => one.file === file).map(({ name }) => name);
    return `import { ${own.sort().join(", ")} } from "@/${file.replace(/\.ts$/, "")}";`;
  });
}

const list = (name, entries) => [`export const ${name} = [`, ...entries.map((entry) => `  ${entry},`), "];"].join("\n");

function sources(pattern = "lib/**/*.ts") {
  const files = globSync(pattern, { cwd: root, exclude: (name) => name === "generated" });
  return files
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

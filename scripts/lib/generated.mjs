import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";

/**
 * Files of `lib/generated`, by path below the root: lists of what areas declare where it belongs, so that two areas
 * never edit one line. Throws an Error that names the file when a declaration cannot be listed.
 */
export function generatedFiles() {
  return new Map([
    ["app/api/openapi.json/routes.ts", routes()],
    ["lib/generated/background.ts", background()],
    ["lib/generated/conversation-areas.ts", constants("ConversationArea", "CONVERSATION_AREAS")],
    ["lib/generated/conversation-kinds.ts", constants("ConversationKind", "CONVERSATION_KINDS", { isServer: true })],
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

/** Every call of the product but the one that answers unknown ones; modules are loaded by whoever reads the list. */
function routes() {
  const files = globSync("app/**/route.ts", { cwd: root }).map((file) => file.split(path.sep).join("/"));
  const entries = files
    .filter((file) => !file.includes("[...rest]"))
    .map((file) => [file.replace(/^app|\/\([^)]*\)|\/route\.ts$/g, ""), file.replace(/\.ts$/, "")])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, file]) => `{ path: "${at}", load: () => import("@/${file}") }`);
  return [
    "// Made by `npm run generate` from every `route.ts` in app; never edited by hand.",
    'import type { ApiRoute } from "@/lib/http/openapi";',
    "",
    list("API_ROUTES: readonly ApiRoute[]", entries),
    "",
  ].join("\n");
}

/** Every exported constant of a type, in the order of their files. */
function constants(type, listName, { isServer = false } = {}) {
  const declared = new RegExp(String.raw`^export const (\w+): ${type} = `, "gm");
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

function imports(found) {
  return [...new Set(found.map(({ file }) => file))].map((file) => {
    const own = found.filter((one) => one.file === file).map(({ name }) => name);
    return `import { ${own.sort().join(", ")} } from "@/${file.replace(/\.ts$/, "")}";`;
  });
}

const list = (name, entries) => [`export const ${name} = [`, ...entries.map((entry) => `  ${entry},`), "];"].join("\n");

function sources() {
  const files = globSync("lib/**/*.ts", { cwd: root, exclude: (name) => name === "generated" });
  return files
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

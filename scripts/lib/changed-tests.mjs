// What `npm run test:changed` runs for a set of changed files. Pure: the caller asks git, the disk and Jest.
import path from "node:path";

/** What everything leans on: no choice of tests is enough for it. */
const SHARED = [
  /^(package|package-lock|tsconfig|tsconfig\.workers)\.json$/,
  /^(next\.config|middleware|instrumentation|instrumentation-client)\.ts$/,
  /^postcss\.config\.mjs$/,
  /^(db|public|scripts)\//,
  /^app\/[^/]+$/,
  /^components\/(charts|common|form|layout|ui)\//,
  /^lib\/(?!features\/)/,
  /^messages\/[^/]+\/(common|errors|failure|nav|validation)\.json$/,
  /^tests\/(setup\/|fakes\/model-)/,
];

/** Areas whose browser tests stand in a folder of another name, and parts of areas that have texts of their own. */
const SPEC_FOLDERS = {
  notifications: "layout",
  "chat-more": "chat",
  "documents-output": "documents",
  "models-list": "models",
  nav: "layout",
  "organisation-imports": "organisation",
};

export const specFolder = (area) => SPEC_FOLDERS[area] ?? area;

export const isShared = (file) => SHARED.some((pattern) => pattern.test(file));

/** The areas a product's file belongs to by its own path. */
function areasByPath(file) {
  const [top, first, second] = file.split("/");
  if (first === undefined) return [];
  if (top === "messages") return second ? [path.posix.basename(second, ".json")] : [];
  if (top === "lib" || top === "components") return [first === "features" ? second : first];
  if (top === "app") return file.split("/").slice(1, -1);
  return [];
}

/** The same, and for a route also the areas of what it imports: `dept-manage` shows screens of `organisation`. */
function areasOf(file, imports) {
  const own = areasByPath(file);
  if (!file.startsWith("app/")) return own;
  return [...own, ...imports(file).flatMap((target) => (target.includes("/features/") ? areasByPath(target) : []))];
}

const IMPORT = /\bfrom\s*["']([^"']+)["']|\bimport\(?\s*["']([^"']+)["']/g;
const ENDINGS = ["", ".ts", ".tsx", ".mjs", "/index.ts"];

/** Our own files that a source imports, below the root; `exists` knows which paths are files. */
export function importedFiles(file, text, exists) {
  const targets = [...text.matchAll(IMPORT)].map(([, from, bare]) => from ?? bare);
  return targets.flatMap((target) => {
    if (!/^(@\/|\.\.?\/)/.test(target)) return [];
    const at = target.startsWith("@/") ? target.slice(2) : path.posix.join(path.posix.dirname(file), target);
    return ENDINGS.map((ending) => at + ending)
      .filter(exists)
      .slice(0, 1);
  });
}

/** What a browser test imports; not beyond what all of them share, nor into the product. */
function reachedFrom(spec, imports) {
  const reached = new Set();
  const open = [spec];
  while (open.length > 0) {
    for (const file of imports(open.pop())) {
      if (reached.has(file) || isShared(file)) continue;
      reached.add(file);
      if (file.startsWith("tests/")) open.push(file);
    }
  }
  return reached;
}

/**
 * Chooses for changed files: the shared ones among them, and the browser tests with the reason of each. `specs` are all
 * browser tests, `imports` answers the files that a file imports. Jest finds its own tests by its graph of imports.
 */
export function chooseTests({ changed, specs, imports }) {
  const areas = new Map();
  for (const file of changed) {
    for (const area of areasOf(file, imports)) areas.set(specFolder(area), areas.get(specFolder(area)) ?? file);
  }
  const chosen = specs.flatMap((file) => {
    if (changed.includes(file)) return [{ file, why: "changed itself" }];
    const reached = reachedFrom(file, imports);
    const imported = changed.find((one) => reached.has(one));
    if (imported) return [{ file, why: `imports ${imported}` }];
    const cause = areas.get(file.split("/").at(-2));
    return cause ? [{ file, why: `area of ${cause}` }] : [];
  });
  return { shared: changed.filter(isShared), specs: chosen };
}

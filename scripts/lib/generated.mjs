import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";

/**
 * Files of `lib/generated`, by path below the root: lists of what areas declare where it belongs, so that two areas
 * never edit one line. Throws an Error that names the file when a declaration cannot be listed.
 */
export function generatedFiles() {
  return new Map([["lib/generated/background.ts", background()]]);
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
  const files = [...new Set(found.map(({ file }) => file))];
  const names = (how) => found.filter((one) => one.how === how).map(({ name }) => name);
  const imports = files.map((file) => {
    const own = found.filter((one) => one.file === file).map(({ name }) => name);
    return `import { ${own.sort().join(", ")} } from "@/${file.replace(/\.ts$/, "")}";`;
  });
  return [
    "// Made by `npm run generate` from every `defineJob` and `defineTask` in lib; never edited by hand.",
    'import "server-only";',
    ...imports,
    "",
    list("JOBS", names("defineJob")),
    "",
    list("TASK_KINDS", names("defineTask")),
    "",
  ].join("\n");
}

const list = (name, entries) => [`export const ${name} = [`, ...entries.map((entry) => `  ${entry},`), "];"].join("\n");

function sources() {
  const files = globSync("lib/**/*.ts", { cwd: root, exclude: (name) => name === "generated" });
  return files
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

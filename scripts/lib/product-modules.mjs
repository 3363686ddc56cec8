// Lets an administrator's script load modules of the product itself (the file stores, encryption) on plain Node, which
// reads TypeScript but knows neither the bundler's "@/" and extensionless names nor its server-only marker.
import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "./root.mjs";

function sourceOf(specifier, parentUrl) {
  if (specifier.startsWith("@/")) return path.join(root, specifier.slice(2));
  if (!/^\.\.?\//.test(specifier) || !parentUrl?.startsWith("file:")) return null;
  return path.join(path.dirname(fileURLToPath(parentUrl)), specifier);
}

const isOwnJson = (file) => file?.endsWith(".json") && !file.includes(`${path.sep}node_modules${path.sep}`);

/** A bundler gives JSON by default and by name, without being told what it is. */
function jsonModule(file) {
  const text = readFileSync(file, "utf8");
  const names = Object.keys(JSON.parse(text)).filter((name) => /^[a-z]\w*$/i.test(name) && name !== "default");
  const named = names.map((name, index) => `const v${index} = all.${name}; export { v${index} as ${name} };`);
  const source = `const all = ${text};\n${named.join("\n")}\nexport default all;`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "server-only") return { url: "data:text/javascript,", shortCircuit: true };
    const source = sourceOf(specifier, context.parentURL);
    if (source && !path.extname(source)) {
      const found = [`${source}.ts`, path.join(source, "index.ts")].find((file) => existsSync(file));
      if (found) return next(pathToFileURL(found).href, context);
    }
    if (isOwnJson(source) && context.importAttributes?.type !== "json") {
      return { url: jsonModule(source), shortCircuit: true };
    }
    return next(specifier, context);
  },
});

/** Settings that the product's modules read from the environment from now on. */
export async function applySettings(settings) {
  for (const [name, value] of Object.entries(settings)) process.env[name] = value;
  (await import("../../lib/config/env.ts")).resetEnv();
}

/** The product's own file store of an environment: S3 when its variables are set, the disk otherwise. */
export async function openFileStore(dataDir, { onDisk = false } = {}) {
  if (onDisk) return (await import("../../lib/files/store/disk.ts")).diskStore(path.join(dataDir, "files"));
  await applySettings({ DATA_DIR: dataDir });
  const { fileStore } = await import("../../lib/files/storage.ts");
  return fileStore();
}

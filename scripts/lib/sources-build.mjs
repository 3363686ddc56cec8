import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buildStep, lineReader, showProgress } from "./progress.mjs";
import { StartError, say, seconds } from "./report.mjs";
import { projectNode, root } from "./root.mjs";
import { runCommand } from "./run-command.mjs";
import { buildWorkers } from "./worker-build.mjs";

const FOLDERS = ["app", "components", "db", "lib", "messages", "public"];
const FILES = [
  "instrumentation-client.ts",
  "instrumentation.ts",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "tsconfig.json",
  "tsconfig.workers.json",
];

/** Hash over the contents of everything a build reads; times of files would change with every clone. */
export async function hashSources(folder = root) {
  const names = [...FILES];
  for (const top of FOLDERS) {
    const entries = await readdir(path.join(folder, top), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile()) names.push(path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
    }
  }
  const hash = createHash("sha256");
  for (const name of names.sort()) {
    const content = await readFile(path.join(folder, name)).catch(() => null);
    if (content) hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.update(process.env.BUILD_STANDALONE ? "standalone" : "").digest("hex");
}

/**
 * Builds when the sources differ from those of the last successful build, or when told to. Throws a StartError with
 * the builder's own words when it fails. Resolves with whether it built.
 */
export async function ensureBuild({ always = false, signal } = {}) {
  const mark = path.join(root, ".next", "sources-hash");
  const hash = await hashSources();
  if (!always && hash === (await readFile(mark, "utf8").catch(() => null))) return false;
  const began = performance.now();
  say("Building …");
  await rm(mark, { force: true });
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const progress = showProgress("Building");
  const done = await runCommand(projectNode, [path.join(root, "node_modules/next/dist/bin/next"), "build"], {
    env,
    signal,
    onText: lineReader((line) => progress.step(buildStep(line))),
  }).finally(progress.end);
  signal?.throwIfAborted();
  if (done.code !== 0) throw new StartError(`The build failed:\n${done.output.trim().slice(-4000)}`);
  // After Next, which empties its folder.
  await buildWorkers({ signal });
  await writeFile(mark, hash);
  say(`Built in ${seconds(began)} s`);
  return true;
}

import { readFile } from "node:fs/promises";
import path from "node:path";
import { installStep, lineReader, showProgress } from "./progress.mjs";
import { StartError, say, seconds } from "./report.mjs";
import { projectNode, root } from "./root.mjs";
import { runCommand, withoutProjectBin } from "./run-command.mjs";

async function readLock(folder, file) {
  try {
    return JSON.parse(await readFile(path.join(folder, file), "utf8")).packages;
  } catch {
    return null;
  }
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm's own record of the last install is compared, so an
 * installation made by hand counts too. Packages for other platforms are optional and may be missing.
 */
export async function packagesInstalled({ withDev = false, folder = root } = {}) {
  const wanted = await readLock(folder, "package-lock.json");
  const installed = await readLock(folder, "node_modules/.package-lock.json");
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === "" || entry.link || entry.optional || entry.devOptional || entry.peer) return true;
    if (entry.dev && !withDev) return true;
    return installed[name]?.version === entry.version;
  });
}

/** Installs the packages when they are missing or the lock file changed. Throws a StartError when npm fails. */
export async function ensurePackages({ withDev = false, signal } = {}) {
  if (await packagesInstalled({ withDev })) return;
  const began = performance.now();
  say("Installing packages …");
  const env = withoutProjectBin();
  // The level at which npm tells each package it fetches.
  const flags = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=info"];
  let done = await npm(["ci", ...flags], env, signal);
  // `npm ci` refuses a lock in which packages of another platform are missing, which happens when a registry lags behind.
  if (done.code !== 0 && !signal?.aborted) done = await npm(["install", "--no-save", ...flags], env, signal);
  signal?.throwIfAborted();
  if (done.code !== 0) throw new StartError(`Packages could not be installed:\n${complaints(done.output)}`);
  const check = await runCommand(projectNode, ["--version"]).catch(() => ({ code: 1 }));
  if (check.code !== 0) {
    throw new StartError(
      "The package `node` has no program: npm skipped its install script. Allow install scripts and run `npm ci`.",
    );
  }
  say(`Packages installed in ${seconds(began)} s`);
}

/** The end of npm's output without what only told how far it was. */
const complaints = (output) =>
  output
    .replace(/^npm (http|info) .*\n/gm, "")
    .trim()
    .slice(-2000);

async function npm(args, env, signal) {
  const progress = showProgress("Installing packages");
  const step = installStep();
  try {
    return await runCommand("npm", args, { env, signal, onText: lineReader((line) => progress.step(step(line))) });
  } catch {
    throw new StartError("npm was not found on PATH; it is needed to install the packages.");
  } finally {
    progress.end();
  }
}

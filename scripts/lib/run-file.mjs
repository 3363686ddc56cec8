import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const fileOf = (dataDir) => path.join(dataDir, "run.json");

/** Leaves a note in the data folder where the running database can be reached; for the administrator's scripts. */
export async function writeRunFile(dataDir, content) {
  const file = fileOf(dataDir);
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, JSON.stringify(content), { mode: 0o600, flag: "wx" });
  await rename(`${file}.new`, file);
}

/** The note of the running product, or null. Only to be trusted while the lock of the data folder is held. */
export async function readRunFile(dataDir) {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), "utf8"));
  } catch {
    return null;
  }
}

export const removeRunFile = (dataDir) => rm(fileOf(dataDir), { force: true });

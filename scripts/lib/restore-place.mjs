import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { StartError } from "./report.mjs";

/** Where a restore puts a data folder together; its `complete` says that only the moving of its parts is left. */
export const PLACE = ".restoring";
export const COMPLETE = "complete";
const PARTS = ["secrets.json", "files", "pg"];

export const isComplete = (dataDir) => existsSync(path.join(dataDir, PLACE, COMPLETE));

/** Moves a data folder that was put together to where it belongs; may be cut off and called again at any point. */
export async function finishRestore(dataDir) {
  const place = path.join(dataDir, PLACE);
  for (const name of PARTS) {
    if (existsSync(path.join(place, name))) await rename(path.join(place, name), path.join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rm(place, { recursive: true, force: true });
}

/** Before the product uses a data folder: what a killed restore had complete is finished, anything less is refused. */
export async function settleRestore(dataDir) {
  if (!existsSync(path.join(dataDir, PLACE))) return;
  if (isComplete(dataDir)) return finishRestore(dataDir);
  throw new StartError(
    `A restore into ${dataDir} was cut off. Run it again, or remove ${path.join(dataDir, PLACE)} to begin empty.`,
  );
}

/** A renamed entry survives a crash of the machine only when its folder is on disk too. */
export async function syncFolder(folder) {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

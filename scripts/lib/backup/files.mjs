import { createHash } from "node:crypto";
import { listStoredObjects } from "../../../db/queries/files/stored-objects.ts";
import { invalidateReadings, READING_KINDS } from "../../../db/queries/parsing/objects.ts";
import { StartError } from "../report.mjs";
import { countText } from "./progress.mjs";

/** Whether a store said that it holds nothing under a key, and not that it failed. */
export const isMissing = (error) => error.name === "ObjectMissing";

/** How many files and parts of read documents are among stored objects; older archives name files only. */
export function countKinds(objects) {
  const files = objects.filter(({ kind = "version" }) => kind === "version").length;
  return { files, parts: objects.length - files };
}

/** `123 files and 45 parts of read documents`. */
export const kindsText = ({ files, parts }) =>
  `${countText(files)} files${parts > 0 ? ` and ${countText(parts)} parts of read documents` : ""}`;

/** What the rows tell of and the store does not hold after a restore or a move: these documents are read again. */
export async function forgetUnread(client, present) {
  const stored = await listStoredObjects(client);
  const missing = stored.filter(({ kind, key }) => READING_KINDS.includes(kind) && !present.has(key));
  return invalidateReadings(client, [...new Set(missing.map(({ versionId }) => versionId))]);
}

/** SHA-256 of what a store holds under a key, or null. */
export async function hashOf(store, key) {
  try {
    const hash = createHash("sha256");
    for await (const bytes of await store.read(key)) hash.update(bytes);
    return hash.digest("hex");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Sees to it that the store holds a file with this hash: what an earlier run brought is kept, anything else is put
 * there from `open()` and read back.
 */
export async function ensureFile(store, { key, sha256 }, open) {
  if ((await hashOf(store, key)) === sha256) return;
  await store.remove(key);
  await store.put(key, await open());
  if ((await hashOf(store, key)) === sha256) return;
  throw new StartError(`The file ${key} did not arrive as it was sent.`);
}

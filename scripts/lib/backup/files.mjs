import { createHash } from "node:crypto";
import { StartError } from "../report.mjs";

/** Whether a store said that it holds nothing under a key, and not that it failed. */
export const isMissing = (error) => error.code === "ENOENT" || error.name === "NoSuchKey" || error.name === "NotFound";

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

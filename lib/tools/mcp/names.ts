import "server-only";
import { createHash, randomBytes } from "node:crypto";

/** Model protocols allow 64 characters of a-z, A-Z, 0-9, _ and -. */
const NAME_MAX = 64;
const SLUG_MAX = 24;

/** What stands before the names of a server's tools: from its name where that has Latin letters. Unique by `taken`. */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, SLUG_MAX) || "mcp";
  for (let count = 1; ; count += 1) {
    const slug = count === 1 ? base : `${base}_${count}`;
    if (!taken.has(slug)) return slug;
  }
}

/** Of a person's own server: with a mark of its own, so that it says nothing of what others have. */
export function ownSlug(name: string): string {
  return `${slugOf(name, new Set())}_${randomBytes(4).toString("hex")}`;
}

/** The name a model calls a server's tool by: no built-in one has two underscores, so none can be shadowed. */
export function exposedName(slug: string, remoteName: string): string {
  const plain = `${slug}__${remoteName.replace(/[^a-zA-Z0-9_-]/g, "_")}`;
  if (plain.length <= NAME_MAX && plain === `${slug}__${remoteName}`) return plain;
  // Cut or changed: two tools could meet.
  const mark = createHash("sha256").update(remoteName).digest("hex").slice(0, 8);
  return `${plain.slice(0, NAME_MAX - 9)}_${mark}`;
}

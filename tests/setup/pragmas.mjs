import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/lib/root.mjs";

/*
 * What a test file of its own says at its head about how it is run:
 *   `first`  it is long, so it is begun before the others and no worker waits for it at the end;
 *   `once`   what it proves does not depend on the database, so a further run on a Postgres leaves it out.
 */
const HEAD = /^\/\*\* @runs (first|once|first, once): (\S.+\S) \*\/\n/;

/** `{ isFirst, isOnce, reason }` of a test file's text; null where it says nothing, or not in this form. */
export function pragmaOf(text) {
  const [, words, reason] = HEAD.exec(text) ?? [];
  if (!words) return null;
  return { isFirst: words.includes("first"), isOnce: words.includes("once"), reason };
}

/** The integration tests that say how they are run: `{ file, isFirst, isOnce, reason }`, files below the root. */
export function readPragmas() {
  return globSync("tests/integration/**/*.test.ts", { cwd: root })
    .sort()
    .map((file) => ({ file, ...pragmaOf(readFileSync(path.join(root, file), "utf8")) }))
    .filter(({ reason }) => reason);
}

import { OBJECT_KINDS } from "@/db/queries/stored-objects";
import { code, importsOf, sources } from "./source";

/**
 * Whoever puts bytes into the file store, and the kinds they are listed under. A new writer stands here once its objects are
 * in `listStoredObjects`: what is not listed is in no backup, is left behind by a move and missing after a restore.
 */
const WRITERS: Record<string, readonly (typeof OBJECT_KINDS)[number][]> = {
  "lib/files/upload.ts": ["version"],
  "lib/parsing/store.ts": ["piece", "picture"],
};

describe("the file store", () => {
  it("is written by those alone whose objects are listed for backup, restore and move", () => {
    const users = sources("app/**/*.{ts,tsx}", "lib/**/*.ts").filter((file) =>
      importsOf(file).some(({ target }) => target === "lib/files/storage" || target.startsWith("lib/files/store/")),
    );
    expect(users.length).toBeGreaterThan(5);
    const writers = users.filter((file) => /\.put\s*\(/.test(code(file)));
    expect(writers).toEqual(Object.keys(WRITERS).sort());
    expect(Object.values(WRITERS).flat().sort()).toEqual([...OBJECT_KINDS].sort());
  });

  it("is opened through its one door", () => {
    const openers = sources("app/**/*.{ts,tsx}", "lib/**/*.ts").filter((file) =>
      importsOf(file).some(({ target, typeOnly }) => !typeOnly && target.startsWith("lib/files/store/")),
    );
    expect(openers).toEqual(["lib/files/storage.ts"]);
  });
});

import { STORED_OBJECTS } from "@/db/generated/stored-objects";
import { code, importsOf, sources } from "./source";

describe("the file store", () => {
  it("is written by those alone whose objects are listed for backup, restore and move", () => {
    const users = sources("app/**/*.{ts,tsx}", "lib/**/*.ts").filter((file) =>
      importsOf(file).some(({ target }) => target === "lib/files/storage" || target.startsWith("lib/files/store/")),
    );
    expect(users.length).toBeGreaterThan(5);
    const writers = users.filter((file) => /\.put\s*\(/.test(code(file)));
    // What is not listed is in no backup, is left behind by a move and missing after a restore.
    expect(writers).toEqual(STORED_OBJECTS.map(({ writer }) => writer).sort());
  });

  it("holds each kind of object under one declaration, by a file of the fixed name", () => {
    const kinds = STORED_OBJECTS.flatMap((objects) => objects.kinds);
    expect([...kinds].sort()).toEqual([...new Set(kinds)].sort());
    for (const objects of STORED_OBJECTS)
      for (const kind of objects.kinds) expect(objects.select).toContain(`'${kind}'`);
    const files = sources("db/queries/*/objects.ts");
    const listed = importsOf("db/generated/stored-objects.ts").map(({ target }) => target);
    expect(listed.sort()).toEqual(files);
  });

  it("is opened through its one door", () => {
    const openers = sources("app/**/*.{ts,tsx}", "lib/**/*.ts").filter((file) =>
      importsOf(file).some(({ target, typeOnly }) => !typeOnly && target.startsWith("lib/files/store/")),
    );
    expect(openers).toEqual(["lib/files/storage.ts"]);
  });
});

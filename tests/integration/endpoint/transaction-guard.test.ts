import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { keptFacts } from "@/lib/kept";

const REFUSED = "The pool was asked within a transaction";
const one = sql`select 1`;
const kept = keptFacts<number>("transaction-guard");

/** What the guard noted since the last look: left alone it would fail the test (`integration-file.ts`). */
function asked(): string[] {
  const shared = globalThis as typeof globalThis & { __askedWithin?: string[] };
  return shared.__askedWithin?.splice(0) ?? [];
}

afterAll(closeDatabase);

describe("within a transaction", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["a query of its own", () => db().execute(one)],
    ["another transaction", () => db().transaction((other) => other.execute(one))],
    ["what is kept in memory, there or not", () => kept.read("key", async () => 1)],
  ])("nobody asks the pool for %s", async (_, ask) => {
    await ask();
    await expect(db().transaction(async () => ask())).rejects.toThrow();
    // Also where the caller swallows it.
    await db().transaction(async (tx) => {
      await Promise.resolve()
        .then(ask)
        .catch(() => undefined);
      await tx.execute(one);
    });
    expect(asked()).toEqual([expect.stringContaining(REFUSED), expect.stringContaining(REFUSED)]);
  });

  it("its own queries and savepoints are free, and so is what goes on behind its end", async () => {
    let later: Promise<unknown> | undefined;
    await db().transaction(async (tx) => {
      await tx.execute(one);
      await tx.transaction((inner) => inner.execute(one));
      later = new Promise((resolve) => setTimeout(resolve, 50)).then(() => db().execute(one));
    });
    await later;
    expect(asked()).toEqual([]);
  });
});

import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db, type Transaction } from "@/db/client";
import { clearDefault, insertSupplier, listDefaults } from "@/db/queries/models/models";
import { addPickedModels } from "@/lib/models/suppliers/picked-models";
import { makePerson } from "@/tests/factories/people";

afterAll(closeDatabase);

/** Runs where no supplier but the built-in one is known, and leaves nothing. */
async function alone(work: (tx: Transaction) => Promise<void>): Promise<void> {
  const done = new Error("done");
  await db()
    .transaction(async (tx) => {
      await tx.execute(sql`update suppliers set template = 'builtin'`);
      await work(tx);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
}

const chatDefault = async (tx: Transaction) =>
  (await listDefaults(tx)).find(({ purpose }) => purpose === "chat")?.modelId ?? null;

it("the first model that can chat answers from then on; later ones leave what was chosen", async () => {
  const { actor } = await makePerson({ roles: ["administrator"] });
  await alone(async (tx) => {
    const row = { name: v7(), template: "openai-compatible" };
    const supplier = { ...row, id: await insertSupplier(tx, row) };
    const before = await chatDefault(tx);
    const add = (...types: ("vector" | "chat")[]) =>
      addPickedModels(
        tx,
        actor,
        supplier,
        types.map((type) => ({ upstreamModel: v7(), type })),
      );
    await add("vector");
    expect(await chatDefault(tx)).toBe(before);
    const [, first] = await add("vector", "chat", "chat");
    expect(await chatDefault(tx)).toBe(first);
    await clearDefault(tx, "chat");
    await add("chat");
    expect(await chatDefault(tx)).toBeNull();
  });
});

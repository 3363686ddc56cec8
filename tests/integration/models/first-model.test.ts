import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db, type Transaction } from "@/db/client";
import { clearDefault, insertSupplier, listDefaults } from "@/db/queries/models/models";
import { noteCheck } from "@/lib/models/health";
import { settleFirstModel } from "@/lib/models/suppliers/first-model";
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

it("a first model that fails its check gives way to one that came with it and works, and to no other", async () => {
  const { actor } = await makePerson({ roles: ["administrator"] });
  await alone(async (tx) => {
    const row = { name: v7(), template: "openai-compatible" };
    const supplier = { ...row, id: await insertSupplier(tx, row) };
    const picked = (...types: ("image" | "chat")[]) => types.map((type) => ({ upstreamModel: v7(), type }));
    const [first, picture, second, third] = (await addPickedModels(
      tx,
      actor,
      supplier,
      picked("chat", "image", "chat", "chat"),
    )) as [string, string, string, string];
    const check = async (id: string, error: string | null) => {
      await noteCheck(tx, id, { error, at: new Date(), latencyMs: 1 });
      await settleFirstModel(tx, actor);
    };
    await check(first, "supplierError");
    expect(await chatDefault(tx)).toBe(first);
    await check(picture, null);
    expect(await chatDefault(tx)).toBe(first);
    await check(third, null);
    expect(await chatDefault(tx)).toBe(third);
    // It has answered: a bad day changes nothing.
    await check(third, "timeout");
    await check(second, null);
    expect(await chatDefault(tx)).toBe(third);
  });
});

it("a check that finds the first model failing after the others looks at them", async () => {
  const { actor } = await makePerson({ roles: ["administrator"] });
  await alone(async (tx) => {
    const row = { name: v7(), template: "openai-compatible" };
    const supplier = { ...row, id: await insertSupplier(tx, row) };
    const types = ["chat", "chat"] as const;
    const rows = types.map((type) => ({ upstreamModel: v7(), type }));
    const [first, second] = (await addPickedModels(tx, actor, supplier, rows)) as [string, string];
    for (const [id, error] of [
      [second, null],
      [first, "supplierError"],
    ] as const) {
      await noteCheck(tx, id, { error, at: new Date(), latencyMs: 1 });
      await settleFirstModel(tx, actor);
    }
    expect(await chatDefault(tx)).toBe(second);
  });
});

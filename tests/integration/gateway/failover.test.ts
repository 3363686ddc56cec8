import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { insertSupplier, listChannelsOf, replaceSupplierKey } from "@/db/queries/models/models";
import { breakers, healthEvents, requestLogs } from "@/db/schema/gateway";
import { channels, models, suppliers, usageLedger } from "@/db/schema/models";
import { encrypt } from "@/lib/encryption";
import { invalidateBreakers, resetHealth } from "@/lib/models/health";
import { invalidateModels, resolveModel } from "@/lib/models/registry";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/suppliers/secrets";
import { askChat } from "@/tests/factories/chat-calls";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let first: Person;
let second: Person;

beforeAll(async () => {
  fake = await startModelServer();
  [first, second] = [await makePerson(), await makePerson()];
});
afterAll(() => fake.close());
beforeEach(() => resetHealth());

/** A further channel to a model, tried after those of lower priority. */
async function addChannel(modelId: string, upstreamModel: string, priority: number): Promise<string> {
  const supplierId = await insertSupplier(db(), { name: v7(), template: "openai-compatible", baseUrl: fake.url });
  const cipher = encrypt(SUPPLIER_KEY_PURPOSE, "sk-second");
  await replaceSupplierKey(db(), supplierId, { cipher, hint: "" });
  const [row] = await db()
    .insert(channels)
    .values({ modelId, supplierId, upstreamModel, priority })
    .returning({ id: channels.id });
  invalidateModels();
  return row!.id;
}

const upstream = () => fake.state.requests.map((request: { body: { model: string } }) => request.body.model);

describe("a failing way", () => {
  it.each(["fake-401", "fake-402", "fake-429", "fake-500"])("%s: the next way answers, unseen", async (broken) => {
    const modelId = await makeModel(fake.url, broken);
    const spare = await addChannel(modelId, "fake-echo", 1);
    const answer = await askChat(first, modelId);
    expect(answer).toMatchObject({ status: "done", text: "Echo: hello" });
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.requestId, answer.requestId));
    expect(row).toMatchObject({ outcome: "done", channelId: spare, attempts: 2, userId: first.id });
    const [logged] = await db().select().from(requestLogs).where(eq(requestLogs.id, row!.id));
    expect(logged!.attempts.map(({ error }) => error === null)).toEqual([false, true]);
    expect(logged!.contentCipher).toBeNull();
  });

  it("is not left for what the question itself caused", async () => {
    const modelId = await makeModel(fake.url, "fake-context");
    await addChannel(modelId, "fake-echo", 1);
    expect(await askChat(first, modelId)).toMatchObject({ status: "failed", error: "contextTooLong" });
  });

  it("is never left after the first token", async () => {
    const modelId = await makeModel(fake.url, "fake-reset");
    await addChannel(modelId, "fake-echo", 1);
    const answer = await askChat(first, modelId);
    expect(answer.status).toBe("interrupted");
    expect(answer.text).not.toContain("Echo");
  });
});

describe("the breaker", () => {
  it("opens, spares the way, lets one probe through at a time, and closes again; for everybody", async () => {
    const modelId = await makeModel(fake.url, "fake-401");
    await addChannel(modelId, "fake-echo", 1);
    const [channel] = await listChannelsOf(db(), modelId);
    await askChat(first, modelId);
    const [open] = await db().select().from(breakers).where(eq(breakers.channelId, channel!.id));
    expect(open).toMatchObject({ state: "open", reason: "supplierUnauthorized", openings: 1 });

    fake.state.requests.length = 0;
    await askChat(second, modelId);
    expect(upstream()).toEqual(["fake-echo"]);

    // Its pause is over, and the channel works again: of three calls one probes, the others do not wait for it.
    await db().update(channels).set({ upstreamModel: "fake-slow-start" }).where(eq(channels.id, channel!.id));
    await db().update(channels).set({ upstreamModel: "fake-echo" }).where(eq(channels.id, channel!.id));
    await db()
      .update(breakers)
      .set({ retryAt: new Date(0) })
      .where(eq(breakers.channelId, channel!.id));
    invalidateModels();
    invalidateBreakers();
    const answers = await Promise.all([askChat(first, modelId), askChat(second, modelId), askChat(first, modelId)]);
    expect(answers.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    expect(await db().select().from(breakers).where(eq(breakers.channelId, channel!.id))).toEqual([]);
    const events = await db().select().from(healthEvents).where(eq(healthEvents.channelId, channel!.id));
    expect(events.map(({ event }) => event)).toEqual(["opened", "probing", "closed"]);
  });

  it("opens after five failures of ten, and a model whose ways all rest says so at once", async () => {
    const modelId = await makeModel(fake.url, "fake-500");
    await askChat(first, modelId);
    fake.state.requests.length = 0;
    await askChat(second, modelId);
    // Three tries of the first call and two of the second.
    expect(upstream()).toHaveLength(2);
    fake.state.requests.length = 0;
    expect(await askChat(first, modelId)).toMatchObject({ status: "failed", error: "modelPaused" });
    expect(upstream()).toHaveLength(0);
  });
});

describe("own limits of a supplier", () => {
  it("send what is above them to the next way, exactly", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const spare = await addChannel(modelId, "fake-echo", 1);
    const [channel] = await listChannelsOf(db(), modelId);
    await db().update(suppliers).set({ requestsPerMinute: 5 }).where(eq(suppliers.id, channel!.supplierId));
    invalidateModels();
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 8000) await new Promise((resolve) => setTimeout(resolve, left + 50));
    const answers = await Promise.all(Array.from({ length: 12 }, () => askChat(first, modelId)));
    expect(answers.every(({ status }) => status === "done")).toBe(true);
    const rows = await db().select().from(usageLedger).where(eq(usageLedger.modelId, modelId));
    expect(rows.filter(({ channelId }) => channelId === channel!.id)).toHaveLength(5);
    expect(rows.filter(({ channelId }) => channelId === spare)).toHaveLength(7);
  });
});

describe("visibility", () => {
  it("a model shown to others does not exist, whatever the name", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    await db().update(models).set({ visibility: "partial" }).where(eq(models.id, modelId));
    invalidateModels();
    await expect(resolveModel(first.actor, modelId)).rejects.toMatchObject({ key: "modelNotFound" });
  });
});

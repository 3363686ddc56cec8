import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as listModelsRoute } from "@/app/api/admin/model/models/route";
import { closeDatabase, db } from "@/db/client";
import { insertSupplier, listChannelsOf } from "@/db/queries/models/models";
import { breakers } from "@/db/schema/gateway";
import { channelPrices, channels, models, supplierKeys, suppliers } from "@/db/schema/models";
import { operationLogs } from "@/db/schema/operation-log";
import type { CursorPage, DryRunDto, HistoryEventDto, RoutedModelDto } from "@/lib/features/gateway/dto";
import { invalidateBreakers, resetHealth } from "@/lib/models/health";
import { invalidateModels } from "@/lib/models/registry";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer } from "@/tests/factories/call";
import { askChat } from "@/tests/factories/chat-calls";
import { gateway } from "@/tests/factories/gateway";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let first: Person;
let second: Person;
let staff: Person;

beforeAll(async () => {
  fake = await startModelServer();
  const codes = ["SYSTEM:GATEWAY"];
  [first, second, staff] = [await makePerson({ codes }), await makePerson({ codes }), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});
beforeEach(() => resetHealth());

const supplierOf = (template = "openai-compatible") =>
  insertSupplier(db(), { name: `supplier ${v7()}`, template, baseUrl: fake.url });
const addChannel = async (person: Person, modelId: string, body: object = {}) =>
  gateway<{ id: string }>(person, `POST models/${modelId}/channels`, {
    body: { supplierId: await supplierOf(), upstreamModel: "fake-echo", ...body },
  });
async function routed(person: Person, modelId: string): Promise<RoutedModelDto> {
  const [row] = await db().select({ name: models.name }).from(models).where(eq(models.id, modelId));
  const query = { keyword: row!.name };
  return (await gateway<{ items: RoutedModelDto[] }>(person, "GET models", { query })).data!.items[0]!;
}
const order = (person: Person, modelId: string, levels: string[][]) =>
  gateway(person, `PUT models/${modelId}/channels`, { body: { levels } });
const dry = async (person: Person, modelId: string, body: object = {}) =>
  (
    await gateway<DryRunDto>(person, `POST models/${modelId}/dry-run`, {
      body: { caller: "user", callerId: staff.id, inputTokens: 1000, outputTokens: 500, ...body },
    })
  ).data!;

describe("ways of a model", () => {
  it("are added, put in order, switched, and taken away but for the last", async () => {
    const modelId = await makeModel(fake.url, "fake-500");
    const [own] = await listChannelsOf(db(), modelId);
    const added = (await addChannel(first, modelId, { weight: 3 })).data!.id;
    expect((await routed(second, modelId)).channels.map(({ id, priority, weight }) => [id, priority, weight])).toEqual([
      [own!.id, 0, 1],
      [added, 1, 3],
    ]);
    expect((await order(second, modelId, [[added], [own!.id]])).code).toBe(200);
    expect((await routed(first, modelId)).channels.map(({ id }) => id)).toEqual([added, own!.id]);
    expect((await gateway(first, `PATCH channels/${added}`, { body: { status: "disabled" } })).code).toBe(200);
    expect((await routed(second, modelId)).channels[0]).toMatchObject({ status: "disabled" });
    expect((await gateway(second, `DELETE channels/${added}`)).code).toBe(200);
    const last = await gateway(second, `DELETE channels/${own!.id}`);
    expect(last).toMatchObject({ code: 422, data: { error: "lastChannel" } });
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, modelId))
      .orderBy(operationLogs.id);
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["gateway.channel.create", first.id],
      ["gateway.channel.order", second.id],
      ["gateway.channel.change", first.id],
      ["gateway.channel.delete", second.id],
    ]);
  });

  it("two who take away the last two leave one", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    await addChannel(first, modelId);
    const channels = await listChannelsOf(db(), modelId);
    const ended = await Promise.all(
      channels.map(({ id }, index) => gateway(index ? second : first, `DELETE channels/${id}`)),
    );
    expect(ended.map(({ code }) => code).sort()).toEqual([200, 422]);
  });

  it("stand once each, serve the model's type, and an order names them all", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const supplierId = await supplierOf();
    expect((await addChannel(first, modelId, { supplierId })).code).toBe(200);
    const twice = await addChannel(second, modelId, { supplierId });
    expect(twice).toMatchObject({ code: 409, data: { error: "channelTaken" } });
    const rerank = await makeModel(fake.url, "fake-rerank", { type: "rerank" });
    const wrong = await addChannel(first, rerank, { supplierId: await supplierOf("deepseek") });
    expect(wrong).toMatchObject({ code: 422, data: { error: "modelWrongType" } });
    const [one] = await listChannelsOf(db(), modelId);
    for (const levels of [[[one!.id]], [[one!.id], [one!.id]], [[one!.id], [v7()]]]) {
      expect(await order(second, modelId, levels)).toMatchObject({ code: 409, data: { error: "channelsChanged" } });
    }
    expect((await addChannel(first, v7())).code).toBe(404);
  });

  it("several do not show a model twice in model access", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    await addChannel(first, modelId);
    const administrator = await makePerson({ roles: ["administrator"] });
    const { data } = await answer<{ items: { id: string }[] }>(listModelsRoute, { token: administrator.token });
    expect(data!.items.filter(({ id }) => id === modelId)).toHaveLength(1);
  });

  it("fail over as they are set up here: the second answers, unseen, and the first rests until it is tried again", async () => {
    const modelId = await makeModel(fake.url, "fake-401");
    await addChannel(first, modelId);
    expect(await askChat(staff, modelId)).toMatchObject({ status: "done", text: "Echo: hello" });
    const [channel] = (await routed(second, modelId)).channels;
    expect(channel!.keys[0]!.breaker).toMatchObject({ state: "open", reason: "supplierUnauthorized" });
    const only = (await gateway<{ items: RoutedModelDto[] }>(second, "GET models", { query: { only: "resting" } }))
      .data!;
    expect(only.items.map(({ id }) => id)).toContain(modelId);

    await db().update(channels).set({ upstreamModel: "fake-echo" }).where(eq(channels.id, channel!.id));
    invalidateModels();
    fake.state.requests.length = 0;
    const retry = { body: { keyId: channel!.keys[0]!.id } };
    expect((await gateway(second, `POST channels/${channel!.id}/retry`, retry)).data).toEqual({ resting: true });
    // Nothing is asked of the supplier until somebody calls.
    expect(fake.state.requests).toHaveLength(0);
    expect(await askChat(staff, modelId)).toMatchObject({ status: "done" });
    expect(await db().select().from(breakers).where(eq(breakers.channelId, channel!.id))).toEqual([]);
    expect((await gateway(first, `POST channels/${channel!.id}/retry`, retry)).data).toEqual({ resting: false });

    const page = async (before?: string) =>
      (
        await gateway<CursorPage<HistoryEventDto>>(first, `GET models/${modelId}/history`, {
          query: { limit: 2, ...(before ? { before } : {}) },
        })
      ).data!;
    const newest = await page();
    expect(newest.items).toHaveLength(2);
    const rest = await page(newest.next!);
    const events = [...newest.items, ...rest.items].filter(({ supplierName }) => supplierName !== null).reverse();
    expect(events.map(({ event, reason }) => [event, reason])).toEqual([
      ["opened", "supplierUnauthorized"],
      ["probing", null],
      ["closed", null],
    ]);
  });
});

describe("a dry run", () => {
  it("tells the order with the reason of each way, and calls nobody", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const [own] = await listChannelsOf(db(), modelId);
    const heavy = (await addChannel(first, modelId, { weight: 3, last: false })).data!.id;
    const later = (await addChannel(first, modelId)).data!.id;
    const off = (await addChannel(first, modelId)).data!.id;
    await gateway(first, `PATCH channels/${off}`, { body: { status: "disabled" } });
    const price = { channelId: heavy, validFrom: "2020-01-01", currency: "CNY", inputPerMillion: 2_000_000 };
    await db().insert(channelPrices).values(price);
    const [key] = await db().select().from(supplierKeys).where(eq(supplierKeys.supplierId, own!.supplierId));
    const rest = { channelId: own!.id, keyId: key!.id, state: "open" as const, reason: "supplierBusy" };
    await db()
      .insert(breakers)
      .values({ ...rest, retryAt: new Date(Date.now() + 60_000) });
    invalidateBreakers();
    invalidateModels();
    fake.state.requests.length = 0;
    const run = await dry(second, modelId);
    expect(run.refusals).toEqual([]);
    expect(
      run.channels.map(({ channelId, verdict, share, costMicros, reason, because }) => ({
        channelId,
        verdict,
        share,
        costMicros,
        reason,
        because,
      })),
    ).toEqual([
      { channelId: heavy, verdict: "first", share: 100, costMicros: 2000, reason: null, because: null },
      { channelId: later, verdict: "next", share: 100, costMicros: null, reason: null, because: null },
      { channelId: own!.id, verdict: "resting", share: null, costMicros: null, reason: "supplierBusy", because: null },
      { channelId: off, verdict: "off", share: null, costMicros: null, reason: null, because: "channel" },
    ]);
    expect(fake.state.requests).toHaveLength(0);
  });

  it("orders by cost when the model says so", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const [own] = await listChannelsOf(db(), modelId);
    const cheap = (await addChannel(first, modelId, { last: false })).data!.id;
    const row = (channelId: string, inputPerMillion: number) => ({
      channelId,
      validFrom: "2020-01-01",
      currency: "CNY",
      inputPerMillion,
    });
    await db()
      .insert(channelPrices)
      .values([row(own!.id, 9_000_000), row(cheap, 1_000_000)]);
    expect((await gateway(first, `PATCH models/${modelId}`, { body: { routing: "cost" } })).code).toBe(200);
    const run = await dry(second, modelId);
    expect(run.routing).toBe("cost");
    expect(run.channels.map(({ channelId, costMicros }) => [channelId, costMicros])).toEqual([
      [cheap, 1000],
      [own!.id, 9000],
    ]);
  });

  it("tells what would refuse the call: limits, visibility, a key's reach", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const poor = await makePerson({ dailyTokenLimit: 10 });
    expect((await dry(first, modelId, { callerId: poor.id })).refusals).toEqual([]);
    await askChat(poor, modelId);
    expect((await dry(first, modelId, { callerId: poor.id })).refusals).toMatchObject([{ error: "dailyTokenLimit" }]);
    const key = await makeApiKey(staff, { scopes: ["embeddings"], modelIds: [v7()], dailyTokenLimit: 0 });
    const errors = (await dry(second, modelId, { caller: "key", callerId: key.id })).refusals.map(({ error }) => error);
    expect(errors).toEqual(["apiKeyScope", "modelNotFound", "keyDailyLimit"]);
    await db().update(models).set({ visibility: "partial" }).where(eq(models.id, modelId));
    invalidateModels();
    const hidden = await dry(second, modelId);
    expect(hidden.refusals).toMatchObject([{ error: "modelNotFound" }]);
    expect(hidden.channels).toHaveLength(1);
    await db().update(models).set({ enabled: false }).where(eq(models.id, modelId));
    invalidateModels();
    expect(await dry(second, modelId)).toMatchObject({
      refusals: [{ error: "modelDisabled" }],
      channels: [{ verdict: "off", because: null }],
    });
  });

  it("sees a supplier's own limit that is used up this minute", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const [own] = await listChannelsOf(db(), modelId);
    await db().update(suppliers).set({ requestsPerMinute: 1 }).where(eq(suppliers.id, own!.supplierId));
    invalidateModels();
    // Call and question must fall into one minute.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 3000) await new Promise((resolve) => setTimeout(resolve, left + 50));
    expect((await dry(first, modelId)).channels).toMatchObject([{ verdict: "first" }]);
    await askChat(staff, modelId);
    expect((await dry(first, modelId)).channels).toMatchObject([{ verdict: "limited", because: "supplier" }]);
  });

  it("of nobody or of no model is not found", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const body = { caller: "user", callerId: v7(), inputTokens: 1, outputTokens: 1 };
    expect((await gateway(first, `POST models/${modelId}/dry-run`, { body })).code).toBe(404);
    const known = { ...body, callerId: staff.id };
    expect((await gateway(first, `POST models/${v7()}/dry-run`, { body: known })).code).toBe(404);
  });
});

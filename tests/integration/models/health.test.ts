import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as testRoute } from "@/app/api/admin/model/models/[id]/test/route";
import { GET as modelsRoute } from "@/app/api/admin/model/models/route";
import { GET as overviewRoute } from "@/app/api/admin/preview/overview/route";
import { closeDatabase, db } from "@/db/client";
import { insertSupplier, listChannelsOf, replaceSupplierKey } from "@/db/queries/models/models";
import { breakers } from "@/db/schema/gateway";
import { channels, models, supplierKeys, suppliers } from "@/db/schema/models";
import { NO_ID } from "@/db/schema/reports";
import { encrypt } from "@/lib/encryption";
import type { ListOf, RoutedModelDto } from "@/lib/features/gateway/dto";
import type { ModelDto } from "@/lib/features/models/dto";
import { type Health, judgeHealth, resetHealth } from "@/lib/models/health";
import { invalidateModels } from "@/lib/models/registry";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/suppliers/secrets";
import { answer } from "@/tests/factories/call";
import { askChat } from "@/tests/factories/chat-calls";
import { gateway } from "@/tests/factories/gateway";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

jest.setTimeout(60_000);

let fake: Awaited<ReturnType<typeof startModelServer>>;
let boss: Person;
let person: Person;
let before: number;

beforeAll(async () => {
  fake = await startModelServer();
  [boss, person] = [await makePerson({ roles: ["administrator"] }), await makePerson()];
});
beforeEach(async () => {
  resetHealth();
  // Other files' models do not matter here.
  await db().update(models).set({ enabled: false });
  invalidateModels();
  before = await abnormalInOverview();
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

interface Finding {
  name: string;
  state: string;
  args: { models?: number };
}
async function abnormalInOverview(): Promise<number> {
  const { data } = await answer<{ findings: Finding[] }>(overviewRoute, { token: boss.token });
  return data!.findings.find(({ name }) => name === "health")?.args.models ?? 0;
}

/** What each place says of a model; they must agree. */
async function healthEverywhere(id: string): Promise<Health> {
  const { data } = await answer<ListOf<ModelDto>>(modelsRoute, { token: boss.token });
  const access = data!.items.find((model) => model.id === id)!;
  const routed = (await gateway<ListOf<RoutedModelDto>>(boss, "GET models", { query: { keyword: access.name } })).data!;
  const there = routed.items.find((model) => model.id === id)!;
  expect({ status: there.status, reason: there.reason }).toEqual({ status: access.status, reason: access.checkError });
  expect((await abnormalInOverview()) - before).toBe(access.status === "abnormal" ? 1 : 0);
  return { status: access.status, reason: access.checkError };
}

/** A further channel of a model with a supplier of its own. */
async function addChannel(modelId: string): Promise<string> {
  const supplierId = await insertSupplier(db(), { name: v7(), template: "openai-compatible", baseUrl: fake.url });
  await replaceSupplierKey(db(), supplierId, { cipher: encrypt(SUPPLIER_KEY_PURPOSE, "sk-2"), hint: "" });
  const [row] = await db()
    .insert(channels)
    .values({ modelId, supplierId, upstreamModel: "fake-echo", priority: 1 })
    .returning({ id: channels.id });
  invalidateModels();
  return row!.id;
}

async function open(channelId: string, retryAt = new Date(Date.now() + 600_000)): Promise<void> {
  const keys = await db()
    .select({ id: supplierKeys.id })
    .from(supplierKeys)
    .innerJoin(channels, eq(channels.supplierId, supplierKeys.supplierId))
    .where(eq(channels.id, channelId));
  await db()
    .insert(breakers)
    .values({ channelId, keyId: keys[0]?.id ?? NO_ID, state: "open", reason: "supplierQuota", retryAt });
  resetHealth();
}

const NORMAL = { status: "normal", reason: null };

describe("the health of a model, in model access, overview and gateway", () => {
  it("is unknown before any sign, and normal once it answered", async () => {
    const id = await makeModel(fake.url, "fake-echo");
    expect(await healthEverywhere(id)).toEqual({ status: "unknown", reason: null });
    await askChat(person, id);
    expect(await healthEverywhere(id)).toEqual(NORMAL);
  });

  it("is abnormal after a call that failed, and healed by the next one that answers", async () => {
    const id = await makeModel(fake.url, "fake-500");
    await askChat(person, id);
    expect(await healthEverywhere(id)).toEqual({ status: "abnormal", reason: "supplierError" });
    await db().update(channels).set({ upstreamModel: "fake-echo" }).where(eq(channels.modelId, id));
    invalidateModels();
    await askChat(person, id);
    expect(await healthEverywhere(id)).toEqual(NORMAL);
  });

  it("is abnormal while all its channels rest, whatever was said before; one that may be called is enough", async () => {
    const id = await makeModel(fake.url, "fake-echo");
    await askChat(person, id);
    const [first] = await listChannelsOf(db(), id);
    const second = await addChannel(id);
    await open(first!.id);
    expect(await healthEverywhere(id)).toEqual(NORMAL);
    await open(second);
    expect(await healthEverywhere(id)).toEqual({ status: "abnormal", reason: "supplierQuota" });
    // A channel whose pause is over may be called again.
    await db()
      .update(breakers)
      .set({ retryAt: new Date(0) })
      .where(eq(breakers.channelId, second));
    resetHealth();
    expect(await healthEverywhere(id)).toEqual(NORMAL);
  });

  it("is abnormal where nothing of it is in use: supplier, channel or key switched off", async () => {
    const id = await makeModel(fake.url, "fake-echo");
    await askChat(person, id);
    const [channel] = await listChannelsOf(db(), id);
    const off = { status: "abnormal", reason: "noChannel" };
    const set = async (status: "enabled" | "disabled") => {
      await db().update(suppliers).set({ status }).where(eq(suppliers.id, channel!.supplierId));
      invalidateModels();
    };
    await set("disabled");
    expect(await healthEverywhere(id)).toEqual(off);
    await set("enabled");
    expect(await healthEverywhere(id)).toEqual(NORMAL);
    await db().update(supplierKeys).set({ status: "disabled" }).where(eq(supplierKeys.supplierId, channel!.supplierId));
    expect(await healthEverywhere(id)).toEqual(off);
    await db().update(supplierKeys).set({ status: "enabled" }).where(eq(supplierKeys.supplierId, channel!.supplierId));
    await db().update(channels).set({ status: "disabled" }).where(eq(channels.id, channel!.id));
    expect(await healthEverywhere(id)).toEqual(off);
  });

  it("follows a check, and one that passes ends the pauses it proved wrong", async () => {
    const id = await makeModel(fake.url, "fake-401");
    const check = () => answer(testRoute, { token: boss.token, method: "POST", params: { id }, body: {} });
    await check();
    expect(await healthEverywhere(id)).toEqual({ status: "abnormal", reason: "supplierUnauthorized" });
    const [channel] = await listChannelsOf(db(), id);
    await db().update(channels).set({ upstreamModel: "fake-echo" }).where(eq(channels.id, channel!.id));
    invalidateModels();
    await open(channel!.id);
    await check();
    expect(await healthEverywhere(id)).toEqual(NORMAL);
    expect(await askChat(person, id)).toMatchObject({ status: "done" });
  });
});

describe("the judgement", () => {
  it("needs no more than the recorded facts", () => {
    const channel = { modelId: "m", enabled: true, checkError: null, channelId: "c", isOn: true, openReason: null };
    expect(judgeHealth([])).toMatchObject({ status: "abnormal" });
    expect(judgeHealth([{ ...channel, status: "unknown" }])).toEqual({ status: "unknown", reason: null });
    const off = { ...channel, status: "normal" as const, isOn: false };
    const resting = { ...channel, status: "normal" as const, openReason: "supplierBusy" };
    expect(judgeHealth([off, resting])).toEqual({ status: "abnormal", reason: "supplierBusy" });
  });
});

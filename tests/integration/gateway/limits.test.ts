import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { insertBudget } from "@/db/queries/gateway/budgets";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { usageLedger } from "@/db/schema/models";
import { notifications } from "@/db/schema/notifications";
import type { CallerKey } from "@/lib/auth/actor";
import { invalidateConfig } from "@/lib/config/system-config";
import { Call } from "@/lib/models/call";
import { settleAbandoned } from "@/lib/models/jobs";
import { flushLedger } from "@/lib/models/ledger";
import { invalidateBudgets } from "@/lib/models/limits";
import { invalidateModels, resolveModel } from "@/lib/models/registry";
import { eventually } from "@/tests/factories/eventually";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { countedOf } from "@/tests/factories/usage";

let modelId: string;
let first: Person;
let second: Person;

beforeAll(async () => {
  await openCalls(1000);
  modelId = await makeModel("http://127.0.0.1:9", "m");
  [first, second] = [await makePerson(), await makePerson()];
});
afterEach(() => openCalls(1000));

async function openCalls(openCallsPerPerson: number) {
  await upsertConfig(db(), "gatewayConfig", { openCallsPerPerson });
  invalidateConfig("gatewayConfig");
}

const DEMAND = { inputTokens: 40, outputTokens: 60, images: 0, characters: 0, audioMs: 0 };
const USED = { ...DEMAND, cachedTokens: 0, reasoningTokens: 0, estimated: false };

async function begin(person: Person, options: { key?: CallerKey; demand?: typeof DEMAND; app?: string } = {}) {
  const model = await resolveModel(person.actor, modelId);
  const { key, demand = DEMAND, app = "chat" } = options;
  const input = { actor: { ...person.actor, apiKey: key }, app, requestId: v7(), model };
  return new Call(input, demand, new AbortController().signal);
}

async function countAdmitted(calls: Call[]): Promise<{ admitted: Call[]; errors: string[] }> {
  const results = await Promise.allSettled(calls.map((call) => call.reserved));
  const admitted = calls.filter((_call, index) => results[index]?.status === "fulfilled");
  const errors = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason.key)] : []));
  return { admitted, errors };
}

const settle = (call: Call, used = USED) =>
  call.settle({ status: "done", error: null, used, firstTokenMs: 5, durationMs: 9 });

describe("limits under concurrency", () => {
  it("200 calls at once against 100 requests a minute: exactly 100 pass", async () => {
    const key = { id: v7(), requestsPerMinute: 100, tokensPerMinute: null, dailyTokenLimit: null };
    // A minute that ends in between would begin a new count.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 5000) await new Promise((resolve) => setTimeout(resolve, left + 50));
    const calls = await Promise.all(Array.from({ length: 200 }, () => begin(first, { key })));
    const { admitted, errors } = await countAdmitted(calls);
    expect(admitted).toHaveLength(100);
    expect(new Set(errors)).toEqual(new Set(["keyRateLimit"]));
    expect(await db().select().from(usageLedger).where(eq(usageLedger.apiKeyId, key.id))).toHaveLength(100);
    expect((await begin(second, { key: { ...key, id: v7() } })).reserved).resolves.toBeUndefined();
  });

  it("a day's tokens let exactly the calls through that begin while something is left", async () => {
    const person = await makePerson({ dailyTokenLimit: 950 });
    const { admitted, errors } = await countAdmitted(
      await Promise.all(Array.from({ length: 50 }, () => begin(person))),
    );
    expect(admitted).toHaveLength(10);
    expect(new Set(errors)).toEqual(new Set(["dailyTokenLimit"]));
    expect(await countedOf(`user:${person.id}`)).toEqual({ used: 0, reserved: 1000 });
    // What the calls did not use is there again.
    for (const call of admitted) await settle(call, { ...USED, inputTokens: 5, outputTokens: 5 });
    await flushLedger();
    expect(await countedOf(`user:${person.id}`)).toEqual({ used: 100, reserved: 0 });
    await (await begin(person)).reserved;
    // Nobody else is concerned.
    await (await begin(second)).reserved;
  });

  it("settling twice counts once", async () => {
    const person = await makePerson();
    const call = await begin(person);
    await call.reserved;
    await settle(call);
    await flushLedger();
    await settle(call, { ...USED, inputTokens: 9999 });
    await flushLedger();
    expect(await countedOf(`user:${person.id}`)).toEqual({ used: 100, reserved: 0 });
  });

  it("a key's own limits hold instead of its person's, whose use is counted all the same", async () => {
    const person = await makePerson({ dailyTokenLimit: 0 });
    const key = { id: v7(), requestsPerMinute: null, tokensPerMinute: null, dailyTokenLimit: 150 };
    const { admitted, errors } = await countAdmitted(
      await Promise.all(Array.from({ length: 5 }, () => begin(person, { key }))),
    );
    expect(admitted).toHaveLength(2);
    expect(errors).toEqual(Array(3).fill("keyDailyLimit"));
    for (const call of admitted) await settle(call);
    await flushLedger();
    expect(await countedOf(`key:${key.id}`)).toEqual({ used: 200, reserved: 0 });
    expect(await countedOf(`user:${person.id}`)).toEqual({ used: 200, reserved: 0 });
  });
});

describe("calls of the Open API that are open at the same time", () => {
  const newKey = () => ({ id: v7(), requestsPerMinute: null, tokensPerMinute: null, dailyTokenLimit: null });

  it("are limited by person over all keys; one that ends gives its place back, also after a crash", async () => {
    await openCalls(3);
    const person = await makePerson();
    const calls = await Promise.all(Array.from({ length: 8 }, () => begin(person, { key: newKey() })));
    const { admitted, errors } = await countAdmitted(calls);
    expect(admitted).toHaveLength(3);
    expect(errors).toEqual(Array(5).fill("openCallsLimit"));
    await (await begin(second, { key: newKey() })).reserved;
    // The answers of a person's own chats have a limit of their own.
    await (await begin(person)).reserved;
    await settle(admitted[0]!);
    await settle(admitted[1]!);
    await flushLedger();
    const again = await countAdmitted(await Promise.all([1, 2, 3].map(() => begin(person, { key: newKey() }))));
    expect(again.admitted).toHaveLength(2);
    await db().update(usageLedger).set({ instance: "dead" }).where(eq(usageLedger.userId, person.id));
    await settleAbandoned(null);
    expect(
      (await countAdmitted(await Promise.all([1, 2, 3, 4].map(() => begin(person, { key: newKey() }))))).admitted,
    ).toHaveLength(3);
  });
});

describe("money", () => {
  it("is counted from the way's price, and a budget ends the calls of its subject only", async () => {
    const person = await makePerson({ roles: ["administrator"] });
    const [channel] = await listChannelsOf(db(), modelId);
    await insertPrice(db(), {
      channelId: channel!.id,
      validFrom: "2020-01-01",
      currency: "CNY",
      inputPerMillion: 10_000_000,
      outputPerMillion: 20_000_000,
    });
    const limitMicros = 1600;
    await insertBudget(db(), {
      subjectType: "user",
      subjectId: person.id,
      period: "month",
      limitMicros,
      currency: "CNY",
    });
    invalidateModels();
    invalidateBudgets();
    const { admitted, errors } = await countAdmitted(await Promise.all(Array.from({ length: 4 }, () => begin(person))));
    // A call is expected to cost 40 x 10 + 60 x 20 = 1600 millionths.
    expect(admitted).toHaveLength(1);
    expect(errors).toEqual(Array(3).fill("budgetExceeded"));
    const model = await resolveModel(person.actor, modelId);
    admitted[0]!.channel = model.channels[0]!;
    await settle(admitted[0]!);
    await flushLedger();
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.userId, person.id));
    expect(row).toMatchObject({ costMicros: 1600, currency: "CNY" });
    expect(await countedOf(`user:${person.id}`, "micros")).toEqual({ used: 1600, reserved: 0 });
    await (await begin(second)).reserved;
    const told = await eventually(
      () => db().select().from(notifications).where(eq(notifications.userId, person.id)),
      (rows) => rows.length > 0,
    );
    expect(told.map(({ kind, args }) => [kind, args])).toEqual([
      ["budgetLevel", { level: 100, subject: person.account }],
    ]);
  });
});

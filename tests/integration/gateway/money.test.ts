import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { findModel, listChannelsOf } from "@/db/queries/models/models";
import { budgetNotices, budgets } from "@/db/schema/gateway";
import { channelPrices, usageLedger } from "@/db/schema/models";
import { departments } from "@/db/schema/organisation";
import { addDays, dayIn } from "@/lib/config/time";
import type { BudgetsDto, PriceDto, PricesDto, SettingsDto, SubjectDto } from "@/lib/features/gateway/dto";
import { amountsOf } from "@/lib/features/gateway/price-schema";
import { invalidateBudgets } from "@/lib/models/limits";
import { makeApiKey } from "@/tests/factories/api-keys";
import { askChat } from "@/tests/factories/chat-calls";
import { gateway } from "@/tests/factories/gateway";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let first: Person;
let second: Person;
let staff: Person;
const today = dayIn("Asia/Shanghai");

beforeAll(async () => {
  fake = await startModelServer();
  const codes = ["SYSTEM:GATEWAY"];
  [first, second, staff] = [await makePerson({ codes }), await makePerson({ codes }), await makePerson()];
});
afterEach(async () => {
  await db().delete(budgets);
  await db().delete(channelPrices);
  invalidateBudgets();
});
afterAll(async () => {
  // Budgets are checked for notices within two seconds of the last call.
  await new Promise((resolve) => setTimeout(resolve, 2200));
  await fake.close();
  await closeDatabase();
});

async function makeChannel(): Promise<{ modelId: string; channelId: string }> {
  const modelId = await makeModel(fake.url, "fake-echo");
  const [channel] = await listChannelsOf(db(), modelId);
  return { modelId, channelId: channel!.id };
}

describe("prices", () => {
  const add = (person: Person, channelId: string, body: object) =>
    gateway<{ id: string }>(person, `POST channels/${channelId}/prices`, { body: { inputPerMillion: 1, ...body } });
  const list = async (person: Person, channelId: string) =>
    (await gateway<{ items: PriceDto[] }>(person, `GET channels/${channelId}/prices`)).data!.items;
  const spans = async (channelId: string) =>
    (await list(second, channelId)).map(({ validFrom, validUntil }) => [validFrom, validUntil]);

  it("hold from a day on: a new one ends the former the day before, exactly to the millionth", async () => {
    const { modelId, channelId } = await makeChannel();
    const texts = { inputPerMillion: "0.1", outputPerMillion: "2.000001", cachedPerMillion: "", perImage: "9" };
    const amounts = amountsOf({ ...texts, perMinute: "", perMillionCharacters: "" }, [
      "inputPerMillion",
      "outputPerMillion",
      "cachedPerMillion",
    ]);
    expect(amounts).toEqual({ inputPerMillion: 100_000, outputPerMillion: 2_000_001 });
    expect((await add(first, channelId, { validFrom: today, ...amounts })).code).toBe(200);
    expect((await add(second, channelId, { validFrom: addDays(today, 10) })).code).toBe(200);
    expect(await spans(channelId)).toEqual([
      [addDays(today, 10), null],
      [today, addDays(today, 9)],
    ]);
    expect((await list(first, channelId))[1]).toMatchObject({ ...amounts, cachedPerMillion: null, currency: "CNY" });
    const { requestId } = await askChat(staff, modelId);
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.requestId, requestId));
    const cost = Math.round((row!.inputTokens * 100_000 + row!.outputTokens * 2_000_001) / 1e6);
    expect(row).toMatchObject({ currency: "CNY", costMicros: cost });
    expect(cost).toBeGreaterThan(0);
    // Other files make channels as well: the page is asked for this one.
    const keyword = (await findModel(db(), modelId))!.name;
    const page = (await gateway<PricesDto>(second, "GET prices", { query: { keyword } })).data!;
    expect(page.items.find((item) => item.channelId === channelId)).toMatchObject({
      price: { validFrom: today },
      nextFrom: addDays(today, 10),
    });
    const unpriced = (await gateway<PricesDto>(second, "GET prices", { query: { only: "unpriced", keyword } })).data!;
    expect(unpriced.items.some((item) => item.channelId === channelId)).toBe(false);
  });

  it("never overlap, and what is over stays as it was", async () => {
    const { channelId } = await makeChannel();
    const past = { channelId, currency: "CNY", inputPerMillion: 5, validFrom: addDays(today, -20) };
    const [old] = await db()
      .insert(channelPrices)
      .values({ ...past, validUntil: addDays(today, -1), createdAt: new Date(Date.now() - 20 * 86_400_000) })
      .returning();
    expect(await add(first, channelId, { validFrom: addDays(today, -1) })).toMatchObject({
      data: { error: "priceOverlap" },
    });
    await add(first, channelId, { validFrom: addDays(today, 5), validUntil: addDays(today, 8) });
    for (const validFrom of [today, addDays(today, 5), addDays(today, 8)]) {
      expect(await add(second, channelId, { validFrom })).toMatchObject({ code: 409, data: { error: "priceOverlap" } });
    }
    expect((await add(second, channelId, { validFrom: today, validUntil: addDays(today, 4) })).code).toBe(200);
    for (const call of [`DELETE prices/${old!.id}`, `PATCH prices/${old!.id}`]) {
      const refused = await gateway(second, call, { body: { validUntil: addDays(today, 1) } });
      expect(refused).toMatchObject({ code: 422, data: { error: "pricePast" } });
    }
    expect((await list(first, channelId)).at(-1)).toMatchObject({ inputPerMillion: 5, validUntil: addDays(today, -1) });
  });

  it("of two who add one at the same time one is refused", async () => {
    const { channelId } = await makeChannel();
    const added = await Promise.all([first, second].map((person) => add(person, channelId, { validFrom: today })));
    expect(added.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it("are ended, and a slip is undone: the former goes on", async () => {
    const { channelId } = await makeChannel();
    const past = { channelId, currency: "CNY", inputPerMillion: 5, validFrom: addDays(today, -20) };
    await db().insert(channelPrices).values(past);
    const slip = (await add(first, channelId, { validFrom: today })).data!.id;
    expect((await gateway(second, `DELETE prices/${slip}`)).code).toBe(200);
    expect(await spans(channelId)).toEqual([[addDays(today, -20), null]]);
    const [running] = await list(first, channelId);
    const end = (validUntil: string | null) => gateway(second, `PATCH prices/${running!.id}`, { body: { validUntil } });
    expect(await end(addDays(today, -2))).toMatchObject({ data: { error: "pricePast" } });
    expect((await end(addDays(today, 3))).code).toBe(200);
    expect(await spans(channelId)).toEqual([[addDays(today, -20), addDays(today, 3)]]);
  });

  it.each([
    ["no charge", { inputPerMillion: undefined }],
    ["a negative amount", { inputPerMillion: -1 }],
    ["half a millionth", { inputPerMillion: 0.5 }],
    ["an end before its begin", { validUntil: addDays(today, -1) }],
    ["a day that is none", { validFrom: "2026-02-30" }],
  ])("with %s are refused", async (_name, body) => {
    const { channelId } = await makeChannel();
    expect((await add(first, channelId, { validFrom: today, ...body })).code).toBe(400);
    expect(await list(second, channelId)).toEqual([]);
  });
});

describe("budgets", () => {
  const create = (person: Person, body: object) =>
    gateway<{ id: string }>(person, "POST budgets", { body: { period: "month", limitMicros: 5_000_000, ...body } });
  const list = async (person: Person, query = {}) =>
    (await gateway<BudgetsDto>(person, "GET budgets", { query })).data!;

  it("stand for people, departments, apps and keys, with what is used of them", async () => {
    const key = await makeApiKey(staff, { name: "nightly" });
    const [department] = await db().select().from(departments).limit(1);
    const subjects = [
      { subjectType: "user", subjectId: staff.id },
      { subjectType: "department", subjectId: department!.id },
      { subjectType: "app", subjectId: "chat" },
      { subjectType: "key", subjectId: key.id },
    ];
    for (const subject of subjects) expect((await create(first, subject)).code).toBe(200);
    const { items, total, currency } = await list(second);
    expect([total, currency]).toEqual([4, "CNY"]);
    expect(items.map(({ subjectName }) => subjectName)).toEqual([staff.account, department!.name, "chat", "nightly"]);
    expect((await list(second, { type: "key" })).items.map(({ subjectDetail }) => subjectDetail)).toEqual([
      staff.account,
    ]);
    expect((await list(second, { keyword: "NIGHT" })).total).toBe(1);
  });

  it("hold: a call that does not fit any more is refused until the budget is raised, and its notices begin anew", async () => {
    const { modelId, channelId } = await makeChannel();
    const price = { channelId, currency: "CNY", validFrom: "2020-01-01", inputPerMillion: 1_000_000_000 };
    await db().insert(channelPrices).values(price);
    const id = (await create(first, { subjectType: "user", subjectId: staff.id, limitMicros: 1 })).data!.id;
    // The call that reaches the limit may go above it; the next one is refused.
    expect(await askChat(staff, modelId)).toMatchObject({ status: "done" });
    await expect(askChat(staff, modelId)).rejects.toMatchObject({ key: "budgetExceeded" });
    await db().delete(budgetNotices);
    await db()
      .insert(budgetNotices)
      .values({ budgetId: id, period: today.slice(0, 7), level: 100 })
      // The refused call may have had it told in between.
      .onConflictDoNothing();
    expect((await gateway(second, `PATCH budgets/${id}`, { body: { limitMicros: 900_000_000 } })).code).toBe(200);
    expect(await db().select().from(budgetNotices).where(eq(budgetNotices.budgetId, id))).toEqual([]);
    expect(await askChat(staff, modelId)).toMatchObject({ status: "done" });
    expect((await list(first)).items[0]).toMatchObject({ limitMicros: 900_000_000, usedMicros: expect.any(Number) });
    expect((await list(first)).items[0]!.usedMicros).toBeGreaterThan(0);
    await gateway(second, `PATCH budgets/${id}`, { body: { enabled: false, limitMicros: 1 } });
    expect(await askChat(staff, modelId)).toMatchObject({ status: "done" });
    expect((await gateway(first, `DELETE budgets/${id}`)).code).toBe(200);
    expect((await list(second)).total).toBe(0);
  });

  it("one a subject and period; of something that is there", async () => {
    const subject = { subjectType: "user", subjectId: staff.id };
    expect((await create(first, subject)).code).toBe(200);
    expect(await create(second, subject)).toMatchObject({ code: 409, data: { error: "budgetTaken" } });
    expect((await create(second, { ...subject, period: "day" })).code).toBe(200);
    expect((await create(second, { subjectType: "key", subjectId: v7() })).code).toBe(400);
    expect((await create(second, { subjectType: "user", subjectId: "chat" })).code).toBe(400);
    expect((await create(second, { ...subject, limitMicros: 0 })).code).toBe(400);
  });

  it("find their subjects by a word, taken as it is written", async () => {
    const find = async (type: string, keyword: string) =>
      (await gateway<{ items: SubjectDto[] }>(first, "GET subjects", { query: { type, keyword } })).data!.items;
    expect(await find("user", staff.account.toUpperCase())).toMatchObject([{ id: staff.id }]);
    expect(await find("user", `${staff.account.slice(0, -1)}%`)).toEqual([]);
    expect(await find("department", "head")).toMatchObject([{ name: "Head office" }]);
    expect((await find("app", "rep")).map(({ id }) => id)).toEqual(["replay"]);
  });
});

describe("the currency", () => {
  const change = (person: Person, body: object) => gateway(person, "PATCH settings", { body });

  it("changes while no amount is written in it, and not any more", async () => {
    expect((await change(first, { currency: "USD" })).code).toBe(200);
    expect((await gateway<SettingsDto>(second, "GET settings")).data).toMatchObject({
      currency: "USD",
      currencyInUse: false,
    });
    expect((await change(second, { currency: "CNY" })).code).toBe(200);
    const { channelId } = await makeChannel();
    await gateway(first, `POST channels/${channelId}/prices`, { body: { validFrom: today, inputPerMillion: 1 } });
    expect(await change(second, { currency: "USD" })).toMatchObject({ code: 409, data: { error: "currencyInUse" } });
    expect((await change(second, { currency: "CNY", requestLogDays: 20 })).code).toBe(200);
    const rows = await db()
      .select()
      .from(channelPrices)
      .where(and(eq(channelPrices.channelId, channelId)));
    expect(rows[0]!.currency).toBe("CNY");
  });
});

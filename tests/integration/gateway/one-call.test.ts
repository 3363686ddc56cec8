import { and, eq, ne } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as recordRoute } from "@/app/api/admin/records/[id]/route";
import { GET as recordsExport } from "@/app/api/admin/records/export/route";
import { GET as callsExport } from "@/app/api/admin/report/calls/export/route";
import { GET as callsRoute } from "@/app/api/admin/report/calls/route";
import { POST as continueRoute } from "@/app/api/chat/messages/[id]/continue/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { GET as ownUsageRoute } from "@/app/api/user/usage/route";
import { POST as completions } from "@/app/api/v1/chat/completions/route";
import { POST as embeddings } from "@/app/api/v1/embeddings/route";
import { closeDatabase, db } from "@/db/client";
import { insertPrice, insertSupplier, listChannelsOf, replaceSupplierKey } from "@/db/queries/models/models";
import { listKeyUsage } from "@/db/queries/open-api/keys";
import { channels, models, usageLedger } from "@/db/schema/models";
import { backgroundIdle } from "@/lib/background";
import { MICROS } from "@/lib/config/money";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { encrypt } from "@/lib/encryption";
import type { CursorPage, LogDetailDto, LogRowDto } from "@/lib/features/gateway/dto";
import type { RecordDetailDto } from "@/lib/features/records/dto";
import type { CallsPage } from "@/lib/features/reports/dto";
import type { OwnUsageDto } from "@/lib/features/reports/own-dto";
import { metrics } from "@/lib/metrics";
import { resetHealth } from "@/lib/models/health";
import { refreshRollups } from "@/lib/models/jobs";
import { flushLedger } from "@/lib/models/ledger";
import { invalidateModels } from "@/lib/models/registry";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/suppliers/secrets";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer, call } from "@/tests/factories/call";
import { gateway } from "@/tests/factories/gateway";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/*
 * One model call has one set of figures, wherever somebody looks: ledger, call list and its export, request log, message,
 * record and its export, own usage, Open API, metrics.
 */

jest.setTimeout(60_000);

let fake: Awaited<ReturnType<typeof startModelServer>>;
let boss: Person;
let person: Person;
let other: Person;
let today: string;

beforeAll(async () => {
  fake = await startModelServer();
  boss = await makePerson({ roles: ["administrator"] });
  today = dayIn((await loadConfig("customConfig")).timeZone);
});
beforeEach(async () => {
  resetHealth();
  [person, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

type Row = typeof usageLedger.$inferSelect;
interface Figures {
  createdAt: string;
  outcome: string;
  inputTokens: number;
  outputTokens: number;
  firstTokenMs: number | null;
  durationMs: number | null;
  attempts: number;
  costMicros: number | null;
}

async function priced(upstream: string, options: Parameters<typeof makeModel>[2] = {}): Promise<string> {
  const id = await makeModel(fake.url, upstream, options);
  for (const { id: channelId } of await listChannelsOf(db(), id)) await price(channelId);
  invalidateModels();
  return id;
}

const price = (channelId: string) =>
  insertPrice(db(), {
    channelId,
    validFrom: "2020-01-01",
    currency: "CNY",
    inputPerMillion: 2 * MICROS,
    outputPerMillion: 8 * MICROS,
  });

async function spare(modelId: string, upstreamModel: string): Promise<void> {
  const supplierId = await insertSupplier(db(), { name: v7(), template: "openai-compatible", baseUrl: fake.url });
  await replaceSupplierKey(db(), supplierId, { cipher: encrypt(SUPPLIER_KEY_PURPOSE, "sk-spare"), hint: "" });
  const [row] = await db()
    .insert(channels)
    .values({ modelId, supplierId, upstreamModel, priority: 1 })
    .returning({ id: channels.id });
  await price(row!.id);
  invalidateModels();
}

/** What the metrics have counted of answers and first tokens. */
async function counted() {
  const [runs, first] = await Promise.all([metrics().runs.get(), metrics().firstTokenSeconds.get()]);
  return {
    runs: runs.values.reduce((sum, { value }) => sum + value, 0),
    firstTokens: first.values.find(({ metricName }) => metricName?.endsWith("_count"))?.value ?? 0,
    firstSeconds: first.values.find(({ metricName }) => metricName?.endsWith("_sum"))?.value ?? 0,
  };
}

/** The person's calls besides those that name their chats, oldest first, after everything of them was written. */
async function ledger(of: Person): Promise<Row[]> {
  await backgroundIdle(5000);
  await flushLedger();
  return db()
    .select()
    .from(usageLedger)
    .where(and(eq(usageLedger.userId, of.id), ne(usageLedger.outcome, "reserved")))
    .orderBy(usageLedger.id);
}

function figuresOf(row: Row): Figures {
  const { outcome, inputTokens, outputTokens, firstTokenMs, durationMs, attempts, costMicros } = row;
  const createdAt = row.createdAt.toISOString();
  return { createdAt, outcome, inputTokens, outputTokens, firstTokenMs, durationMs, attempts, costMicros };
}

/** Rows of a file without its header; no cell here holds a comma. */
async function csv(response: Response): Promise<string[][]> {
  const [, ...lines] = (await response.text()).trim().split("\r\n");
  return lines.map((line) => line.split(","));
}
const ofRange = { period: "custom" };

/** Every place that tells of single calls tells the same of these. */
async function expectCalls(rows: Row[]): Promise<void> {
  const wanted = rows.map(figuresOf).reverse();
  const query = { ...ofRange, from: today, to: today, user: rows[0]!.userId };
  const page = (await answer<CallsPage>(callsRoute, { token: boss.token, query })).data!;
  const told = page.items.map(
    ({ createdAt, outcome, inputTokens, outputTokens, firstTokenMs, durationMs, attempts, costMicros }) => {
      return { createdAt, outcome, inputTokens, outputTokens, firstTokenMs, durationMs, attempts, costMicros };
    },
  );
  expect(told).toEqual(wanted);
  const values = await csv(await call(callsExport, { token: boss.token, query: { ...query, format: "csv" } }));
  for (const [index, row] of wanted.entries()) {
    expect(values[index]!.at(-1)).toBe(String(row.attempts));
    expect(values[index]!.at(-4)).toBe(String(row.durationMs));
    expect(values[index]!.at(-5)).toBe(row.firstTokenMs === null ? "" : String(row.firstTokenMs));
    expect(values[index]!.at(-7)).toBe(row.costMicros === null ? "" : String(row.costMicros / MICROS));
  }
  const logs = (
    await gateway<CursorPage<LogRowDto>>(boss, "GET logs", { query: { userId: rows[0]!.userId } })
  ).data!.items.map(({ createdAt, outcome, inputTokens, outputTokens, durationMs, attempts }) => {
    return { createdAt, outcome, inputTokens, outputTokens, durationMs, attempts };
  });
  expect(logs).toEqual(wanted.map(({ firstTokenMs: _first, costMicros: _cost, ...row }) => row));
  for (const { id, firstTokenMs, costMicros, attempts } of rows) {
    const detail = (await gateway<LogDetailDto>(boss, `GET logs/${id}`)).data!;
    expect(detail).toMatchObject({ firstTokenMs, costMicros });
    expect(detail.attempts).toHaveLength(attempts);
  }
}

/** Nobody is told that something took less time than its beginning. */
function expectOrder({ firstTokenMs, durationMs }: { firstTokenMs: number | null; durationMs: number | null }): void {
  if (firstTokenMs !== null) expect(firstTokenMs).toBeLessThanOrEqual(durationMs!);
}

async function newChat(of: Person): Promise<string> {
  return (await answer<{ id: string }>(createRoute, { token: of.token, body: { title: "A chat" } })).data!.id;
}

async function asked(of: Person, modelId: string): Promise<{ chat: string; message: ChatMessageDto }> {
  const chat = await newChat(of);
  await readStream(
    await call(answerRoute, { token: of.token, params: { id: chat }, body: { text: "How are you?", modelId } }),
  );
  return { chat, message: await answered(of, chat) };
}

async function answered(of: Person, chat: string): Promise<ChatMessageDto> {
  const { data } = await answer<{ items: ChatMessageDto[] }>(messagesRoute, {
    token: of.token,
    params: { id: chat },
  });
  return data!.items.at(-1)!;
}

/** The message, its record and the records' export say the same. */
async function expectRecord(of: Person, message: ChatMessageDto): Promise<void> {
  const usage = message.usage!;
  const record = (await answer<RecordDetailDto>(recordRoute, { token: boss.token, params: { id: message.id } })).data!;
  const { inputTokens, outputTokens, firstTokenMs, durationMs } = usage;
  const costMicros = message.cost?.micros ?? null;
  expect(record).toMatchObject({ inputTokens, outputTokens, firstTokenMs, durationMs, costMicros });
  const lines = await csv(
    await call(recordsExport, { token: boss.token, query: { format: "csv", userId: of.id, days: "1" } }),
  );
  const values = lines.find((line) => line.includes(message.id))!;
  for (const figure of [inputTokens, outputTokens, durationMs]) expect(values).toContain(String(figure));
  if (costMicros) expect(values).toContain(String(costMicros / MICROS));
}

/** The sums people read of their own use. */
async function expectSums(of: Person, rows: Row[]): Promise<void> {
  const { totals } = (await answer<OwnUsageDto>(ownUsageRoute, { token: of.token, query: { period: "7d" } })).data!;
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  expect(totals).toMatchObject({
    calls: rows.length,
    inputTokens: sum((row) => row.inputTokens),
    outputTokens: sum((row) => row.outputTokens),
    costMicros: sum((row) => row.costMicros ?? 0),
  });
}

describe("one streamed answer", () => {
  it("has the figures of its call everywhere", async () => {
    const before = await counted();
    const began = Date.now();
    const { message } = await asked(person, await priced("fake-slow-first"));
    const ended = Date.now();
    const [row] = await ledger(person);
    const rows = [row!];
    expect(row).toMatchObject({ outcome: "done", attempts: 1 });
    expect(row!.firstTokenMs).toBeGreaterThanOrEqual(395);
    expectOrder(row!);
    // The time of a call is that of its start: the whole of it lies between here and the end of the answer.
    expect(row!.createdAt.getTime()).toBeGreaterThanOrEqual(began);
    expect(row!.createdAt.getTime() + row!.durationMs!).toBeLessThanOrEqual(ended + 5);
    expect(message.usage).toMatchObject({ firstTokenMs: row!.firstTokenMs, durationMs: row!.durationMs });
    await expectCalls(rows);
    await expectRecord(person, message);
    await expectSums(person, rows);
    await expectSums(other, []);
    const after = await counted();
    expect(after.runs - before.runs).toBe(1);
    expect(after.firstTokens - before.firstTokens).toBe(1);
    expect(after.firstSeconds - before.firstSeconds).toBeCloseTo(row!.firstTokenMs! / 1000, 3);
  });

  it("tried on a second channel counts both, and the time of both", async () => {
    const model = await priced("fake-401");
    await spare(model, "fake-echo");
    const { message } = await asked(person, model);
    const rows = await ledger(person);
    expect(rows).toMatchObject([{ outcome: "done", attempts: 2 }]);
    expectOrder(rows[0]!);
    expect(message.usage).toMatchObject({ firstTokenMs: rows[0]!.firstTokenMs, durationMs: rows[0]!.durationMs });
    await expectCalls(rows);
    await expectRecord(person, message);
  });

  it("that failed says so everywhere", async () => {
    const before = await counted();
    const { message } = await asked(person, await priced("fake-401"));
    const rows = await ledger(person);
    expect(rows).toMatchObject([{ outcome: "failed", attempts: 1, firstTokenMs: null }]);
    expect(message.usage).toMatchObject({ firstTokenMs: null, durationMs: rows[0]!.durationMs });
    await expectCalls(rows);
    await expectRecord(person, message);
    expect((await counted()).runs - before.runs).toBe(1);
  });

  it("that is continued has the first token of its beginning and the time of both calls", async () => {
    const { chat, message: cut } = await asked(person, await priced("fake-length"));
    await readStream(await call(continueRoute, { token: person.token, params: { id: cut.id }, body: {} }));
    const message = await answered(person, chat);
    const rows = await ledger(person);
    expect(rows).toHaveLength(2);
    rows.forEach(expectOrder);
    expect(message.usage).toMatchObject({
      firstTokenMs: rows[0]!.firstTokenMs,
      durationMs: rows[0]!.durationMs! + rows[1]!.durationMs!,
      inputTokens: rows[0]!.inputTokens + rows[1]!.inputTokens,
      outputTokens: rows[0]!.outputTokens + rows[1]!.outputTokens,
    });
    expect(message.cost?.micros).toBe(rows[0]!.costMicros! + rows[1]!.costMicros!);
    await expectCalls(rows);
    await expectRecord(person, message);
    await expectSums(person, rows);
  });
});

describe("a call of the Open API without a stream", () => {
  it.each([
    ["of a supplier that speaks the caller's protocol", "openai-compatible"],
    ["of an embedding", null],
  ])("%s counts its attempt, and has no first token", async (_name, template) => {
    const model = template ? await priced("fake-echo") : await priced("fake-embedding", { type: "vector" });
    const [{ name } = { name: "" }] = await db().select().from(models).where(eq(models.id, model));
    const key = await makeApiKey(person);
    const headers = { authorization: `Bearer ${key.secret}` };
    const response = template
      ? await call(completions, { headers, body: { model: name, messages: [{ role: "user", content: "hi" }] } })
      : await call(embeddings, { headers, body: { model: name, input: ["a", "b"] } });
    expect(response.status).toBe(200);
    const { usage } = (await response.json()) as { usage: { prompt_tokens: number; total_tokens: number } };
    const rows = await ledger(person);
    expect(rows).toMatchObject([{ outcome: "done", attempts: 1, firstTokenMs: null, apiKeyId: key.id }]);
    expect(usage.prompt_tokens).toBe(rows[0]!.inputTokens);
    expect(usage.total_tokens).toBe(rows[0]!.inputTokens + rows[0]!.outputTokens);
    await expectCalls(rows);
    await refreshRollups();
    const [told] = await listKeyUsage(db(), [key.id], today);
    expect(told).toMatchObject({ callsToday: 1, tokensToday: usage.total_tokens, costMonth: rows[0]!.costMicros });
    await expectSums(person, rows);
  });
});

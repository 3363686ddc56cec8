import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as detailRoute } from "@/app/api/admin/records/[id]/route";
import { GET as choicesRoute } from "@/app/api/admin/records/choices/route";
import { GET as listRoute } from "@/app/api/admin/records/route";
import { GET as searchesRoute } from "@/app/api/admin/records/searches/route";
import { GET as tokensRoute } from "@/app/api/admin/report/tokens/[dimension]/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { GET as ownExportRoute } from "@/app/api/user/records/export/route";
import { GET as modelsRoute } from "@/app/api/user/records/models/route";
import { GET as ownRoute } from "@/app/api/user/records/route";
import { GET as ownSearchesRoute } from "@/app/api/user/records/searches/route";
import { closeDatabase, db } from "@/db/client";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { usageLedger } from "@/db/schema/models";
import { recordPolicies } from "@/db/schema/records";
import { backgroundIdle } from "@/lib/background";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import type { Handler } from "@/lib/endpoint/route";
import type { RecordDetailDto, RecordDto, RecordPage } from "@/lib/features/records/dto";
import type { TokensPage } from "@/lib/features/reports/dto";
import { refreshRollups } from "@/lib/models/jobs";
import { invalidateModels } from "@/lib/models/registry";
import { answer, call } from "@/tests/factories/call";
import { makeConversation, makeDepartment, makeMember } from "@/tests/factories/conversations";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

jest.setTimeout(60_000);

let fake: Awaited<ReturnType<typeof startModelServer>>;
let boss: Person;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  fake = await startModelServer();
  boss = await makePerson({ roles: ["administrator"] });
});
beforeEach(async () => {
  await db().delete(recordPolicies);
  const department = await makeDepartment();
  await db().insert(recordPolicies).values({ departmentId: department.id, adminAccess: "content" });
  [u1, u2] = [await makeMember(department), await makeMember(department)];
});
afterAll(async () => {
  await db().delete(recordPolicies);
  await fake.close();
  await closeDatabase();
});

const page = async (handler: Handler, person: Person, query: Record<string, string | number> = {}) =>
  (await answer<RecordPage>(handler, { token: person.token, query })).data!;
const records = (query: Record<string, string | number> = {}) => page(listRoute, boss, query);
const own = (person: Person, query: Record<string, string | number> = {}) => page(ownRoute, person, query);
const idsOf = ({ items }: RecordPage) => items.map(({ id }) => id);

describe("figures", () => {
  it("of the person, the console, the reports and the ledger agree to the token and to the money", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const [channel] = await listChannelsOf(db(), modelId);
    await insertPrice(db(), {
      channelId: channel!.id,
      validFrom: "2020-01-01",
      currency: "CNY",
      inputPerMillion: 1_234_567,
      outputPerMillion: 7_654_321,
    });
    invalidateModels();
    for (const [person, rounds] of [
      [u1, 3],
      [u2, 2],
    ] as const) {
      const { data } = await answer<{ id: string }>(createRoute, { token: person.token, body: { title: "figures" } });
      for (let index = 0; index < rounds; index++) {
        const body = { text: `question ${index} ${"x".repeat(index * 40)}`, modelId };
        await readStream(await call(answerRoute, { token: person.token, params: { id: data!.id }, body }));
      }
    }
    await backgroundIdle(5000);
    await refreshRollups(100_000);
    const today = dayIn((await loadConfig("customConfig")).timeZone);
    const sum = (items: RecordDto[]) => ({
      tokens: items.reduce((total, row) => total + row.inputTokens + row.outputTokens, 0),
      cost: items.reduce((total, row) => total + (row.costMicros ?? 0), 0),
      count: items.length,
    });
    for (const person of [u1, u2]) {
      const rows = await db()
        .select()
        .from(usageLedger)
        .where(sql`${usageLedger.userId} = ${person.id} and ${usageLedger.day} = ${today}::date`);
      const ledger = {
        tokens: rows.reduce((total, row) => total + row.inputTokens + row.outputTokens, 0),
        cost: rows.reduce((total, row) => total + (row.costMicros ?? 0), 0),
        count: rows.length,
      };
      expect(ledger.tokens).toBeGreaterThan(0);
      expect(ledger.cost).toBeGreaterThan(0);
      const day = { from: today, to: today };
      expect(sum((await own(person, day)).items)).toEqual(ledger);
      const bar = { ...day, app: "chat", modelId, userId: person.id };
      expect(sum((await records(bar)).items)).toEqual(ledger);
      const report = await answer<TokensPage>(tokensRoute, {
        token: boss.token,
        params: { dimension: "user" },
        query: { period: "custom", ...day, user: person.id },
      });
      const { figures } = report.data!.items[0]!;
      expect({ tokens: figures.tokens, cost: figures.costMicros, count: figures.calls }).toEqual(ledger);
    }
    const [row] = (await records({ userId: u1.id })).items;
    const detail = await answer<RecordDetailDto>(detailRoute, { token: boss.token, params: { id: row!.id } });
    const [ledgerRow] = await db()
      .select()
      .from(usageLedger)
      .where(eq(usageLedger.requestId, detail.data!.calls[0]!.requestId));
    expect(detail.data!.calls).toEqual([{ requestId: ledgerRow!.requestId, logId: ledgerRow!.id }]);
  });
});

describe("the console", () => {
  it("filters by everything it offers, and pages through without losing or repeating a row", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const rounds = [
      { question: "一", answer: "a", feedback: "like" as const },
      { question: "二", answer: "b", feedback: "dislike" as const, feedbackReason: "outdated" as const, modelId },
      { question: "三", answer: "", status: "failed" as const, error: "supplierDown" },
      { question: "四", answer: "" },
      { question: "五", answer: "e", status: "stopped" as const },
    ];
    const chat = await makeConversation(u1, rounds);
    const document = await makeConversation(u1, [{ question: "文档", answer: "f" }], { kind: "document" });
    const [a, b, c, d, e] = chat.answerIds;
    const of = (query: object) => records({ userId: u1.id, ...query }).then(idsOf);
    expect(await of({})).toEqual([document.answerIds[0], e, d, c, b, a]);
    expect(await of({ feedback: "like" })).toEqual([a]);
    expect(await of({ feedback: "any" })).toEqual([b, a]);
    expect(await of({ feedback: "dislike", reason: "outdated" })).toEqual([b]);
    expect(await of({ feedback: "dislike", reason: "wrong" })).toEqual([]);
    expect(await of({ status: "notDone" })).toEqual([c]);
    expect(await of({ status: "noAnswer" })).toEqual([d, c]);
    expect(await of({ status: "stopped" })).toEqual([e]);
    expect(await of({ modelId })).toEqual([b]);
    expect(await of({ app: "document" })).toEqual(document.answerIds);
    expect(await of({ app: "unknown" })).toEqual([]);
    expect(await of({ days: 1 })).toHaveLength(6);
    expect(await of({ to: "2020-01-01" })).toEqual([]);
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const part = await records({ userId: u1.id, limit: 2, ...(before ? { before } : {}) });
      expect(part.totalAtMost).toBe(6);
      seen.push(...idsOf(part));
      before = part.next ?? undefined;
    } while (before);
    expect(seen).toEqual([document.answerIds[0], e, d, c, b, a]);
  });

  it("finds words of any age, newest first, and pages through them", async () => {
    const day = 86_400_000;
    const ids: string[] = [];
    for (const days of [0, 1, 5, 13, 40, 100, 400]) {
      const at = Date.now() - days * day;
      const id = v7({ msecs: at });
      const round = { id, createdAt: new Date(at), question: `白鲸 Beluga ${days}`, answer: "a" };
      const { answerIds } = await makeConversation(u1, [round]);
      ids.push(...answerIds);
    }
    for (const keyword of ["白鲸", "bELUGA"]) {
      expect(idsOf(await records({ keyword, userId: u1.id }))).toEqual(ids);
      expect(idsOf(await records({ keyword, userId: u1.id, days: 30 }))).toEqual(ids.slice(0, 4));
      const first = await records({ keyword, userId: u1.id, limit: 3 });
      const second = await records({ keyword, userId: u1.id, limit: 3, before: first.next! });
      const third = await records({ keyword, userId: u1.id, limit: 3, before: second.next! });
      expect([first, second, third].flatMap(idsOf)).toEqual(ids);
      expect(third.next).toBeNull();
      expect(first.totalAtMost).toBe(7);
    }
  });

  it("refuses whoever has no right to it, and malformed input", async () => {
    for (const handler of [listRoute, searchesRoute, choicesRoute]) {
      expect((await answer(handler, { token: u1.token, query: { kind: "user" } })).code).toBe(403);
    }
    for (const query of [
      { app: "a\u0000b" },
      { keyword: "x".repeat(121) },
      { userId: "x" },
      { from: "2026-02-31" },
      { limit: 101 },
      { feedback: "maybe" },
    ]) {
      expect((await answer(listRoute, { token: boss.token, query: query as never })).code).toBe(400);
    }
    expect((await answer(detailRoute, { token: boss.token, params: { id: "x" } })).code).toBe(404);
    expect((await answer(detailRoute, { token: boss.token, params: { id: u1.id } })).code).toBe(404);
  });

  it("finds people, models and departments for its filters", async () => {
    const found = async (query: Record<string, string>) =>
      (await answer<{ items: { id: string }[] }>(choicesRoute, { token: boss.token, query })).data!.items;
    expect((await found({ kind: "user", keyword: u1.account })).map(({ id }) => id)).toEqual([u1.id]);
    expect(await found({ kind: "user", id: u2.id })).toEqual([{ id: u2.id, name: u2.account, detail: u2.account }]);
    expect(await found({ kind: "department", id: u1.actor.departmentId! })).toHaveLength(1);
    expect(await found({ kind: "model", id: u1.id })).toEqual([]);
  });
});

describe("own records", () => {
  it("are one's own, of all areas, and found by what was said", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const chat = await makeConversation(u1, [{ question: "座头鲸 在哪", answer: "海里", modelId, modelName: "鲸" }]);
    const document = await makeConversation(u1, [{ question: "文档", answer: "座头鲸 很大" }], { kind: "document" });
    await makeConversation(u1, [{ question: "座头鲸", answer: "x" }], { deletedAt: new Date() });
    await makeConversation(u1, [{ question: "座头鲸", answer: "x" }], { isTemporary: true });
    await makeConversation(u2, [{ question: "座头鲸", answer: "x" }]);
    expect(idsOf(await own(u1, { keyword: "座头鲸" }))).toEqual([document.answerIds[0], chat.answerIds[0]]);
    expect(idsOf(await own(u1, { keyword: "座头鲸", app: "chat" }))).toEqual(chat.answerIds);
    expect((await own(u1)).items[1]).toMatchObject({ closed: null, question: "座头鲸 在哪", title: "会话" });
    expect((await own(u2)).totalAtMost).toBe(1);
    // A stranger's name in the query changes nothing: own is own.
    expect(idsOf(await own(u2, { userId: u1.id }))).not.toContain(chat.answerIds[0]);
    const models = (person: Person) => answer<{ items: { id: string }[] }>(modelsRoute, { token: person.token });
    expect((await models(u1)).data!.items).toEqual([{ id: modelId, name: "鲸" }]);
    expect((await models(u2)).data!.items).toEqual([]);
  });

  it("are theirs also where administrators see figures only, and leave as table or text", async () => {
    await db().delete(recordPolicies);
    await makeConversation(u1, [{ question: "自己的问题", answer: "自己的回答" }], { title: "我的" });
    const file = async (person: Person, format: string) => {
      const response = await call(ownExportRoute, { token: person.token, query: { format } });
      expect(response.status).toBe(200);
      return response.text();
    };
    const markdown = await file(u1, "md");
    expect(markdown).toContain("## 我的");
    expect(markdown).toContain("> 自己的问题\n\n自己的回答");
    const table = await file(u1, "csv");
    expect(table).toContain("自己的回答");
    expect(table).not.toContain(u1.account);
    expect(await file(u2, "csv")).not.toContain("自己的");
    expect((await file(u1, "xlsx")).slice(0, 2)).toBe("PK");
  });
});

it("lists searches for those who may see them; there are none until people search", async () => {
  await makeConversation(u1, [{ question: "不是搜索", answer: "x" }]);
  expect(await page(searchesRoute, boss)).toEqual({ items: [], next: null, totalAtMost: 0 });
  expect(await page(ownSearchesRoute, u1)).toEqual({ items: [], next: null, totalAtMost: 0 });
});

import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as completions } from "@/app/api/v1/chat/completions/route";
import { POST as messagesRoute } from "@/app/api/v1/messages/route";
import { closeDatabase, db } from "@/db/client";
import { findCall } from "@/db/queries/models/usage";
import { requestLogs } from "@/db/schema/gateway";
import { models, usageLedger } from "@/db/schema/models";
import { operationLogs } from "@/db/schema/operation-log";
import { recordPolicies } from "@/db/schema/records";
import type { CursorPage, LogContentDto, LogDetailDto, LogRowDto, ReplayDto } from "@/lib/features/gateway/dto";
import { flushLedger } from "@/lib/models/ledger";
import { invalidateModels } from "@/lib/models/registry";
import { makeApiKey } from "@/tests/factories/api-keys";
import { call } from "@/tests/factories/call";
import { askChat } from "@/tests/factories/chat-calls";
import { makeDepartment, makeMember } from "@/tests/factories/conversations";
import { eventually } from "@/tests/factories/eventually";
import { gateway } from "@/tests/factories/gateway";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const SECRET = "sk-canary-replay-77aa";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let first: Person;
let second: Person;
let staff: Person;
let echo: string;
let history: string;

beforeAll(async () => {
  fake = await startModelServer();
  const codes = ["SYSTEM:GATEWAY", "SYSTEM:CHAT:RECORD"];
  const place = await makeDepartment();
  await db().insert(recordPolicies).values({ departmentId: place.id, adminAccess: "content" });
  [first, second, staff] = [
    await makePerson({ roles: ["administrator"] }),
    await makePerson({ codes }),
    await makeMember(place),
  ];
  [echo, history] = [await makeModel(fake.url, "fake-echo"), await makeModel(fake.url, "fake-history")];
});
afterAll(async () => {
  await keep("metadata");
  await fake.close();
  await closeDatabase();
});

const keep = (requestLogLevel: string) => gateway(first, "PATCH settings", { body: { requestLogLevel } });
const list = async (person: Person, query = {}) =>
  (await gateway<CursorPage<LogRowDto>>(person, "GET logs", { query })).data!;
async function logged(question = "hello", modelId = echo): Promise<string> {
  const { requestId } = await askChat(staff, modelId, question);
  return (await findCall(db(), requestId))!.id;
}
const read = (person: Person, id: string) => gateway<LogDetailDto>(person, `GET logs/${id}`);
const open = (person: Person, id: string) => gateway<LogContentDto>(person, `POST logs/${id}/content`);
const replay = (person: Person, id: string, modelId = history) =>
  gateway<ReplayDto>(person, `POST logs/${id}/replay`, { body: { modelId } });

describe("the log", () => {
  it("lists what was asked without what was said, by page and by filter", async () => {
    await keep("full");
    const mine = await makePerson();
    for (let index = 0; index < 3; index++) await askChat(mine, echo, `${SECRET} ${index}`);
    const broken = await makeModel(fake.url, "fake-401");
    await askChat(mine, broken);
    const all = await list(first, { userId: mine.id, limit: 3 });
    expect(all.items.map(({ outcome, error }) => [outcome, error])).toEqual([
      ["failed", "supplierUnauthorized"],
      ["done", null],
      ["done", null],
    ]);
    expect(JSON.stringify(all)).not.toContain(SECRET);
    const rest = await list(second, { userId: mine.id, limit: 3, before: all.next! });
    expect(rest).toMatchObject({ items: [{ outcome: "done", account: mine.account, app: "chat" }], next: null });
    const by = async (query: object) => (await list(second, { userId: mine.id, ...query })).items.length;
    expect(await by({ modelId: broken })).toBe(1);
    expect(await by({ outcome: "done" })).toBe(3);
    expect(await by({ error: "any" })).toBe(1);
    expect(await by({ error: "none" })).toBe(3);
    expect(await by({ error: "supplierBusy" })).toBe(0);
    expect(await by({ app: "open-api" })).toBe(0);
    expect(await by({ from: new Date(Date.now() + 60_000).toISOString() })).toBe(0);
    expect(await by({ to: new Date(Date.now() + 60_000).toISOString() })).toBe(4);
    expect((await gateway(first, "GET logs", { query: { from: "yesterday" } })).code).toBe(400);
  });

  it("tells the way of a request and what it cost; its content only when it is opened, and by whom", async () => {
    await keep("full");
    const id = await logged(SECRET);
    const { data } = await read(second, id);
    expect(data).toMatchObject({
      hasContent: true,
      replayable: true,
      level: "full",
      attempts: [{ upstreamModel: "fake-echo", error: null }],
    });
    expect(JSON.stringify(data)).not.toContain(SECRET);
    const content = (await open(second, id)).data!;
    expect(content.request).toContain(SECRET);
    expect(content.answerText).toBe(`Echo: ${SECRET}`);
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, id))
      .orderBy(operationLogs.id);
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([["gateway.log.open", second.id]]);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    const [stored] = await db().select().from(requestLogs).where(eq(requestLogs.id, id));
    expect(JSON.stringify(stored)).not.toContain(SECRET);
  });

  it("keeps what its level says", async () => {
    await keep("metadata");
    const plain = await logged();
    expect((await read(first, plain)).data).toMatchObject({ hasContent: false, replayable: false });
    expect(await open(second, plain)).toMatchObject({ code: 422, data: { error: "contentNotKept" } });
    await keep("redacted");
    const redacted = await logged("write to jo@example.com");
    expect((await open(second, redacted)).data!.request).toContain("write to [e-mail]");
    await keep("off");
    const { requestId } = await askChat(staff, echo);
    expect((await read(first, (await findCall(db(), requestId))!.id)).code).toBe(404);
  });
});

describe("a replay", () => {
  it("sends the same request to another model, counted as the administrator's own", async () => {
    await keep("full");
    const id = await logged("what is new?");
    const { data } = await replay(second, id);
    expect(data).toMatchObject({ outcome: "done", error: null, answer: JSON.stringify([["user", "what is new?"]]) });
    expect(data!.outputTokens).toBeGreaterThan(0);
    const rows = await db()
      .select()
      .from(usageLedger)
      .where(and(eq(usageLedger.userId, second.id), eq(usageLedger.app, "replay")));
    expect(rows).toMatchObject([{ modelId: history, outcome: "done" }]);
    const events = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, id))
      .orderBy(operationLogs.id);
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([["gateway.log.replay", second.id]]);
  });

  it.each([
    ["OpenAI", completions, { messages: [{ role: "user", content: "via relay" }], stream: true }],
    [
      "Anthropic",
      messagesRoute,
      { messages: [{ role: "user", content: "via relay" }], system: "Be short.", max_tokens: 50 },
    ],
  ])("of a request that came in %s's form says the same", async (_name, route, body) => {
    await keep("full");
    const person = await makeMember({ id: staff.actor.departmentId! });
    const { secret } = await makeApiKey(person);
    const [model] = await db().select().from(models).where(eq(models.id, echo));
    const response = await call(route, {
      body: { ...body, model: model!.name },
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(200);
    await response.text();
    const found = await eventually(
      async () => {
        await flushLedger();
        return (await list(first, { userId: person.id })).items;
      },
      (items) => items.length === 1,
    );
    expect((await open(first, found[0]!.id)).data!.answerText).toBe("Echo: via relay");
    expect((await replay(first, found[0]!.id)).data!.answer).toContain("via relay");
  });

  it("of a failing model is an outcome, with the supplier's words", async () => {
    await keep("full");
    const id = await logged();
    const broken = await makeModel(fake.url, "fake-401");
    const { data } = await replay(first, id, broken);
    expect(data).toMatchObject({ outcome: "failed", error: "supplierUnauthorized", answer: "" });
    expect(data!.detail).not.toContain("canary");
  });

  it("needs a model the administrator may use, and content that is whole", async () => {
    await keep("full");
    const id = await logged();
    expect(await replay(first, id, v7())).toMatchObject({ code: 404, data: { error: "modelNotFound" } });
    const hidden = await makeModel(fake.url, "fake-echo");
    await db().update(models).set({ visibility: "partial" }).where(eq(models.id, hidden));
    invalidateModels();
    expect(await replay(second, id, hidden)).toMatchObject({ code: 404, data: { error: "modelNotFound" } });
    const long = await logged("x".repeat(150_000));
    expect(await replay(second, long)).toMatchObject({ code: 422, data: { error: "replayImpossible" } });
    expect((await replay(second, v7())).code).toBe(404);
  });
});

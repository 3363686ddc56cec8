import { eq } from "drizzle-orm";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { PATCH as change, DELETE as remove } from "@/app/api/chat/sessions/[id]/route";
import { POST as create, GET as list } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { modelDefaults, usageLedger } from "@/db/schema/models";
import { notifications } from "@/db/schema/notifications";
import { backgroundIdle } from "@/lib/background";
import type { ConversationDto } from "@/lib/conversation/dto";
import { sweepTemporary } from "@/lib/features/chat/jobs";
import { flushLedger } from "@/lib/models/ledger";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readSome, readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;
let model: string;

beforeAll(async () => {
  fake = await startModelServer();
  // A model for titles that another file chose must not make them here.
  await db().delete(modelDefaults).where(eq(modelDefaults.purpose, "title"));
  model = await makeModel(fake.url, "fake-echo");
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

const make = async (person: Person, body: object = {}) =>
  (await answer<ConversationDto>(create, { token: person.token, body })).data!.id;

async function ask(person: Person, id: string, text: string, modelId = model): Promise<void> {
  const stream = await readStream(
    await call(answerRoute, { token: person.token, params: { id }, body: { text, modelId } }),
  );
  expect(stream.finish).toMatchObject({ status: "done" });
  await backgroundIdle(5000);
}

const rowOf = async (id: string) => (await db().select().from(chatSessions).where(eq(chatSessions.id, id)))[0];

describe("a temporary chat", () => {
  it("answers, but is neither listed, counted, titled nor told of", async () => {
    const id = await make(u1, { temporary: true });
    for (let count = 0; count < 10; count++) await make(u1, { title: `chat ${count}` });
    await ask(u1, id, "A private matter");
    const { data } = await answer<{ items: ConversationDto[] }>(list, { token: u1.token });
    expect(data!.items).toHaveLength(10);
    expect(JSON.stringify(data)).not.toContain(id);
    expect(await rowOf(id)).toMatchObject({ title: "", isTemporary: true });
    // Whoever goes away before the end is told of a chat that is kept.
    const leave = async (chat: string) => {
      const body = { text: "A private matter", modelId: await makeModel(fake.url, "fake-long") };
      await readSome(await call(answerRoute, { token: u1.token, params: { id: chat }, body }), 1);
      await backgroundIdle(20_000);
      return db().select().from(notifications).where(eq(notifications.userId, u1.id));
    };
    expect(await leave(id)).toEqual([]);
    expect(await leave(data!.items[0]!.id)).toHaveLength(1);
    const patch = { token: u1.token, params: { id }, method: "PATCH", body: { title: "Kept" } };
    expect((await answer(change, patch)).code).toBe(404);
  });

  it("goes with all its words when its owner leaves it; to others it is not there", async () => {
    const id = await make(u1, { temporary: true });
    await ask(u1, id, "A private matter");
    const asOther = { token: u2.token, params: { id } };
    expect((await answer(messagesRoute, asOther)).code).toBe(404);
    expect((await answer(remove, { ...asOther, method: "DELETE" })).code).toBe(404);
    expect((await answer(remove, { token: u1.token, params: { id }, method: "DELETE" })).code).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
    expect(await db().select().from(chatMessages).where(eq(chatMessages.sessionId, id))).toEqual([]);
    await flushLedger();
    expect(await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id))).toHaveLength(1);
  });

  it("goes a day after its last word, and what was left during an answer with the next sweep", async () => {
    const [fresh, old, left] = [
      await make(u1, { temporary: true }),
      await make(u1, { temporary: true }),
      await make(u1, { temporary: true }),
    ];
    const kept = await make(u1, { title: "kept" });
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    await db().update(chatSessions).set({ lastMessageAt: dayAgo }).where(eq(chatSessions.id, old));
    await db().update(chatSessions).set({ lastMessageAt: dayAgo }).where(eq(chatSessions.id, kept));
    await db().update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.id, left));
    await sweepTemporary.execute({}, { jobId: "test", signal: new AbortController().signal });
    expect(await Promise.all([fresh, old, left, kept].map(async (id) => (await rowOf(id)) !== undefined))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("titles", () => {
  const QUESTION = "Please tell me of the thing named “Harbour levy”, in detail";

  it("are made by the chat's own model after its first answer, metered and not counted as a question", async () => {
    const id = await make(u1);
    await ask(u1, id, QUESTION);
    expect(await rowOf(id)).toMatchObject({ title: "Harbour levy", isTitleOwn: false });
    await flushLedger();
    const rows = await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id));
    expect(rows.map(({ app, modelId, isQuestion }) => [app, modelId, isQuestion]).sort()).toEqual([
      ["chat", model, false],
      ["chat", model, true],
    ]);
    // Once only.
    await ask(u1, id, "And what is named “Other”?");
    expect(await rowOf(id)).toMatchObject({ title: "Harbour levy" });
  });

  it("are never put over one a person gave, before or meanwhile", async () => {
    const named = await make(u1, { title: "Mine" });
    await ask(u1, named, QUESTION);
    expect(await rowOf(named)).toMatchObject({ title: "Mine", isTitleOwn: true });
    const id = await make(u1);
    const body = { text: QUESTION, modelId: model };
    const response = await call(answerRoute, { token: u1.token, params: { id }, body });
    await answer(change, { token: u1.token, params: { id }, method: "PATCH", body: { title: "Meanwhile" } });
    await readStream(response);
    await backgroundIdle(5000);
    expect(await rowOf(id)).toMatchObject({ title: "Meanwhile", isTitleOwn: true });
  });

  it("stay the first words where the model fails", async () => {
    const id = await make(u2);
    const failing = await makeModel(fake.url, "fake-401");
    await readStream(
      await call(answerRoute, { token: u2.token, params: { id }, body: { text: QUESTION, modelId: failing } }),
    );
    await backgroundIdle(5000);
    expect((await rowOf(id))!.title).toBe(QUESTION);
  });
});

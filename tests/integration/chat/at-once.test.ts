import { eq, sql } from "drizzle-orm";
import { POST as continueRoute } from "@/app/api/chat/messages/[id]/continue/route";
import { POST as reAnswerRoute } from "@/app/api/chat/messages/[id]/re-answer/route";
import { POST as stopRoute } from "@/app/api/chat/runs/[id]/stop/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as compareRoute } from "@/app/api/chat/sessions/[id]/compare/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { chatMessages, runs } from "@/db/schema/conversation";
import { usageLedger } from "@/db/schema/models";
import { invalidateConfig } from "@/lib/config/system-config";
import { answer, call } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readSome, readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let slow: string;
let quick: string;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  fake = await startModelServer();
  [slow, quick] = [await makeModel(fake.url, "fake-slow"), await makeModel(fake.url, "fake-echo")];
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterEach(async () => {
  await limits({});
  // Nothing of one test is at the supplier in the next.
  for (const person of [u1, u2]) {
    for (const { id } of await running(person)) await call(stopRoute, { token: person.token, params: { id } });
    await eventually(
      () => running(person),
      (open) => open.length === 0,
    );
  }
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

async function limits(value: object) {
  await upsertConfig(db(), "gatewayConfig", value);
  invalidateConfig("gatewayConfig");
}

const running = (person: Person) =>
  db()
    .select({ id: runs.id, sessionId: runs.sessionId })
    .from(runs)
    .where(sql`${runs.userId} = ${person.id} and ${runs.status} = 'running'`);

async function newChat(person: Person): Promise<string> {
  return (await answer<{ id: string }>(createRoute, { token: person.token, body: { title: "A chat" } })).data!.id;
}

const ask = (person: Person, id: string, modelId: string, more: object = {}) =>
  call(answerRoute, { token: person.token, params: { id }, body: { text: "hi", modelId, ...more } });

const QUESTION = JSON.stringify([{ role: "user", content: "hi" }]);
const refusalOf = async (response: Response) => ((await response.json()) as { data: { error: string } }).data.error;

describe("answers at the same time", () => {
  it("are five a person, over all chats, however many are asked for at once", async () => {
    const chats = await Promise.all(Array.from({ length: 9 }, () => newChat(u1)));
    const seen = fake.state.requests.length;
    const responses = await Promise.all(chats.map((chat) => ask(u1, chat, slow)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(4).fill(429)]);
    expect(await refusalOf(responses.find(({ status }) => status === 429)!)).toBe("answersLimit");
    expect(await running(u1)).toHaveLength(5);
    // Nothing of a refused question is stored, counted or sent.
    const open = await running(u1);
    const refused = chats.filter((chat) => !open.some(({ sessionId }) => sessionId === chat));
    const stored = await db()
      .select({ id: chatMessages.id })
      .from(chatMessages)
      .where(eq(chatMessages.sessionId, refused[0]!));
    expect(stored).toEqual([]);
    expect(await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id))).toHaveLength(5);
    const sent = await eventually(
      async () => fake.state.requests.slice(seen),
      ({ length }) => length >= 5,
    );
    // What else was sent is of use to whoever finds this failing.
    expect(sent.map(({ body }: { body: { messages: unknown } }) => JSON.stringify(body.messages))).toEqual(
      Array(5).fill(QUESTION),
    );
    // Nobody else is concerned, and a place is free again as soon as an answer is stopped.
    expect((await ask(u2, await newChat(u2), quick)).status).toBe(200);
    await call(stopRoute, { token: u1.token, params: { id: open[0]!.id } });
    const freed = await eventually(
      async () => (await ask(u1, refused[0]!, quick)).status,
      (status) => status === 200,
    );
    expect(freed).toBe(200);
  });

  it("are one a chat, at every door; a comparison counts as one there", async () => {
    const chat = await newChat(u1);
    const first = await readStream(await ask(u1, chat, quick));
    const open = await readSome(await ask(u1, chat, slow), 3);
    const { answerId } = (open[0] as { messageMetadata: { answerId: string } }).messageMetadata;
    const other = await ask(u1, chat, quick);
    expect([other.status, await refusalOf(other)]).toEqual([429, "chatAnswersLimit"]);
    const again = { token: u1.token, params: { id: first.start.answerId }, body: { modelId: quick } };
    expect((await call(reAnswerRoute, again)).status).toBe(429);
    expect((await call(continueRoute, { ...again, params: { id: answerId } })).status).toBe(409);
    const both = { token: u1.token, params: { id: chat }, body: { text: "x", modelIds: [slow, quick] } };
    expect((await call(compareRoute, both)).status).toBe(429);
    const elsewhere = { ...both, params: { id: await newChat(u1) } };
    const compared = await answer<{ answers: { error: string | null }[] }>(compareRoute, elsewhere);
    expect(compared.data!.answers.map(({ error }) => error)).toEqual([null, null]);
  });

  it("count each model of a comparison; one too many leaves the others alone", async () => {
    await limits({ answersPerPerson: 2 });
    const third = await makeModel(fake.url, "fake-slow");
    const slower = await makeModel(fake.url, "fake-slow");
    const body = { text: "x", modelIds: [slow, third, slower] };
    const { data } = await answer<{ answers: { error: string | null }[] }>(compareRoute, {
      token: u1.token,
      params: { id: await newChat(u1) },
      body,
    });
    expect(data!.answers.map(({ error }) => error)).toEqual([null, null, "answersLimit"]);
  });

  it("give a repeated post the stream of the first, also on the last place", async () => {
    await limits({ answersPerPerson: 1 });
    const chat = await newChat(u1);
    const responses = await Promise.all([1, 2, 3].map(() => ask(u1, chat, slow, { messageId: "same" })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const heads = await Promise.all(responses.map(async (response) => (await readSome(response, 1))[0]));
    expect(new Set(heads.map((head) => JSON.stringify(head))).size).toBe(1);
    expect(await running(u1)).toHaveLength(1);
  });

  it("are not held by what a dead process left", async () => {
    await limits({ answersPerPerson: 1 });
    const chat = await newChat(u1);
    await readSome(await ask(u1, chat, slow), 2);
    expect((await ask(u1, await newChat(u1), quick)).status).toBe(429);
    const [left] = await running(u1);
    await db().update(runs).set({ heartbeatAt: sql`now() - interval '21 seconds'` }).where(eq(runs.id, left!.id));
    expect((await ask(u1, await newChat(u1), quick)).status).toBe(200);
  });

  it("are told with their number in both languages", async () => {
    const words = async (locale: string, chat: string) => {
      const response = await call(answerRoute, {
        token: u1.token,
        params: { id: chat },
        body: { text: "hi", modelId: quick },
        headers: { cookie: `current-locale=${locale}` },
      });
      return ((await response.json()) as { message: string }).message;
    };
    await limits({ answersPerPerson: 1 });
    const other = await newChat(u1);
    await readSome(await ask(u1, await newChat(u1), slow), 2);
    expect(await words("zh_CN", other)).toContain("1 个");
    expect(await words("en_US", other)).toMatch(/^An answer is still being written/);
  });
});

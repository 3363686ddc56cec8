import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as stopRoute } from "@/app/api/chat/runs/[id]/stop/route";
import { GET as streamRoute } from "@/app/api/chat/runs/[id]/stream/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { insertChunks } from "@/db/queries/conversation/runs";
import { runs } from "@/db/schema/conversation";
import { persistence } from "@/lib/models/ledger";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { recoverRuns } from "@/lib/stream/recover";
import { flushRuns } from "@/lib/stream/runs";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readSome, readStream, until } from "@/tests/factories/stream";
import { beginTurnElsewhere } from "@/tests/factories/turns";
import { startAnthropicServer } from "@/tests/fakes/anthropic-server.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let anthropic: Awaited<ReturnType<typeof startAnthropicServer>>;
let u1: Person;
let u2: Person;
const patience = { ...persistence };

beforeAll(async () => {
  [fake, anthropic] = [await startModelServer(), await startAnthropicServer()];
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await Promise.all([fake.close(), anthropic.close()]);
  await closeDatabase();
});

async function newChat(person: Person): Promise<string> {
  return (await answer<{ id: string }>(createRoute, { token: person.token, body: {} })).data!.id;
}

const ask = (person: Person, chat: string, modelId: string, more: object = {}) =>
  call(answerRoute, { token: person.token, params: { id: chat }, body: { text: "hello", modelId, ...more } });

async function last(person: Person, chat: string): Promise<ChatMessageDto> {
  const options = { token: person.token, params: { id: chat } };
  return (await answer<{ items: ChatMessageDto[] }>(messagesRoute, options)).data!.items.at(-1)!;
}

const SAID = "a\ufffdb \u{1f600} c \ufffd d \ufffd";

describe("text no database can keep", () => {
  it.each([
    ["OpenAI's protocol", "openai-compatible", () => fake.url],
    ["Anthropic's", "anthropic", () => anthropic.url],
  ])("is mended where it enters, over %s", async (_name, template, url) => {
    const chat = await newChat(u1);
    const stream = await readStream(await ask(u1, chat, await makeModel(url(), "fake-unstorable", { template })));
    expect(stream.finish).toEqual({ status: "done", error: null });
    expect(stream.text).toBe(SAID);
    expect(await last(u1, chat)).toMatchObject({
      status: "done",
      parts: [
        { type: "reasoning", text: "So\ufffd \ufffd" },
        { type: "text", text: SAID },
      ],
    });
    expect((await answer(messagesRoute, { token: u2.token, params: { id: chat } })).code).toBe(404);
  });

  it("is kept of an answer that breaks off in the middle of a character", async () => {
    const chat = await newChat(u1);
    const stream = await readStream(await ask(u1, chat, await makeModel(fake.url, "fake-unstorable-cut")));
    expect(stream.finish?.status).toBe("interrupted");
    const text = "a\ufffdb \ufffd";
    expect(await last(u1, chat)).toMatchObject({ status: "interrupted", parts: [{ type: "text", text }] });
  });

  it("is kept of an answer that is stopped in the middle of a character", async () => {
    const chat = await newChat(u1);
    const response = await ask(u1, chat, await makeModel(fake.url, "fake-unstorable-stall"));
    await readSome(response, 4);
    const { runId } = await last(u1, chat);
    const rest = await call(streamRoute, { token: u1.token, params: { id: runId! } });
    expect((await answer(stopRoute, { token: u2.token, params: { id: runId! }, body: {} })).code).toBe(404);
    expect((await answer(stopRoute, { token: u1.token, params: { id: runId! }, body: {} })).code).toBe(200);
    expect((await readStream(rest)).finish?.status).toBe("stopped");
    expect(await last(u1, chat)).toMatchObject({ status: "stopped", parts: [{ text: "a\ufffdb \ufffd" }] });
  });

  it("in the arguments and the result of a tool does not cost the answer", async () => {
    const chat = await newChat(u1);
    const model = await makeModel(fake.url, "fake-agent", { abilities: ["tool_call"] });
    const text = 'use calculate {"expression":"1+\\u0000\\ud83d1"}';
    const stream = await readStream(await ask(u1, chat, model, { text, settings: { tools: ["calculate"] } }));
    expect(stream.finish?.status).toBe("done");
    const { status, parts } = await last(u1, chat);
    expect(status).toBe("done");
    expect(parts).toContainEqual(expect.objectContaining({ type: "tool", input: { expression: "1+\ufffd\ufffd1" } }));
  });
});

describe("recovery", () => {
  it("keeps what old rows hold, and one run that cannot be kept stops no other", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const begun = await Promise.all(
      [u1, u2, u1].map(async (person) => {
        const ids = { runId: v7(), questionId: v7(), answerId: v7() };
        const chat = await newChat(person);
        await beginTurnElsewhere(person, chat, modelId, ids);
        return { person, chat, ...ids };
      }),
    );
    const [old, damaged, plain] = begun;
    const lines = (delta: string) => [
      '{"type":"start","messageId":"m"}',
      `{"type":"text-delta","id":"t","delta":"${delta}"}`,
    ];
    const store = (runId: string, all: string[]) =>
      insertChunks([{ runId, fromLine: 1, toLine: all.length, lines: all.join("\n") }], false);
    await store(old!.runId, lines("a\\u0000b \\ud83d"));
    await store(damaged!.runId, [...lines("kept"), '{"type":"text-del']);
    await store(plain!.runId, lines("plain"));

    await recoverRuns(null);

    const texts = await Promise.all(begun.map(async ({ person, chat }) => last(person, chat)));
    expect(texts.map(({ status, parts, runId }) => [status, parts, runId])).toEqual(
      ["a\ufffdb \ufffd", "kept", "plain"].map((text) => ["interrupted", [{ type: "text", text }], null]),
    );
  });

  it("ends a run whose answer the database refuses, and goes on with the next", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const [chat, other] = [await newChat(u1), await newChat(u2)];
    const [refused, fine] = [v7(), v7()];
    await beginTurnElsewhere(u1, chat, modelId, { runId: refused, questionId: v7(), answerId: v7() });
    await beginTurnElsewhere(u2, other, modelId, { runId: fine, questionId: v7(), answerId: v7() });
    const say = (runId: string, delta: string) => {
      const lines = `{"type":"text-delta","id":"t","delta":"${delta}"}`;
      return insertChunks([{ runId, fromLine: 1, toLine: 1, lines }], false);
    };
    await say(refused, "no-room-for-this");
    await say(fine, "fine");
    await withoutRoomFor("no-room-for-this", () => recoverRuns(null));
    expect(await last(u1, chat)).toMatchObject({ status: "interrupted", error: "interrupted", parts: [] });
    expect(await last(u2, other)).toMatchObject({ status: "interrupted", parts: [{ text: "fine" }] });
  });
});

/** A database that has no room for answers with these words. */
async function withoutRoomFor(words: string, work: () => Promise<void>): Promise<void> {
  await db().execute(
    sql.raw(`create function refuse_words() returns trigger language plpgsql as $$
      begin if new.parts::text like '%${words}%' then
        raise exception 'no space left on device' using errcode = '53100'; end if; return new; end $$`),
  );
  await db().execute(
    sql`create trigger refuse_words before update on chat_messages for each row execute function refuse_words()`,
  );
  try {
    await work();
  } finally {
    await db().execute(sql`drop trigger refuse_words on chat_messages`);
    await db().execute(sql`drop function refuse_words`);
  }
}

describe("an answer the database does not take", () => {
  beforeEach(() => Object.assign(persistence, { tries: 2, pauseMs: 1 }));
  afterEach(() => Object.assign(persistence, patience));

  it("is never called done, and what it said is kept once there is room", async () => {
    const chat = await newChat(u1);
    const modelId = await makeModel(fake.url, "fake-echo");
    await withoutRoomFor("Echo: nowhere", async () => {
      const stream = await readStream(await ask(u1, chat, modelId, { text: "nowhere" }));
      expect(stream.text).toBe("Echo: nowhere");
      expect(stream.finish).toEqual({ status: "failed", error: "storageFull" });
      const again = await call(streamRoute, { token: u1.token, params: { id: stream.start.runId } });
      expect((await readStream(again)).finish).toEqual({ status: "failed", error: "storageFull" });
    });
    const { runId } = await last(u1, chat);
    expect(runId).not.toBeNull();
    await flushRuns();
    await db().update(runs).set({ heartbeatAt: sql`now() - interval '1 minute'` }).where(eq(runs.id, runId!));
    await until(async () => {
      await recoverRuns(20);
      return (await last(u1, chat)).status !== "streaming";
    });
    const parts = [{ type: "text", text: "Echo: nowhere" }];
    expect(await last(u1, chat)).toMatchObject({ status: "interrupted", parts, runId: null });
  });
});

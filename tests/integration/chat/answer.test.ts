import { eq } from "drizzle-orm";
import { POST as reAnswerRoute } from "@/app/api/chat/messages/[id]/re-answer/route";
import { POST as showRoute } from "@/app/api/chat/messages/[id]/show/route";
import { POST as stopRoute } from "@/app/api/chat/runs/[id]/stop/route";
import { GET as streamRoute } from "@/app/api/chat/runs/[id]/stream/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { usageLedger } from "@/db/schema/models";
import { invalidateConfig } from "@/lib/config/system-config";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readSome, readStream, until } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

async function newChat(person: Person): Promise<string> {
  // With a name: none is made for it, which would be a call of its own.
  const { data, code } = await answer<{ id: string }>(createRoute, { token: person.token, body: { title: "A chat" } });
  expect(code).toBe(200);
  return data!.id;
}

function ask(person: Person, chat: string, modelId: string, text: string, more: object = {}, signal?: AbortSignal) {
  const body = { text, modelId, ...more };
  return call(answerRoute, { token: person.token, params: { id: chat }, body, signal });
}

async function messages(person: Person, chat: string, all = false): Promise<ChatMessageDto[]> {
  const options = { token: person.token, params: { id: chat }, query: { all } };
  return (await answer<{ items: ChatMessageDto[] }>(messagesRoute, options)).data!.items;
}

describe("answering", () => {
  it("takes a question as it was pasted, cleaned of what cannot be stored", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const chat = await newChat(u1);
    expect((await readStream(await ask(u1, chat, model, "a\0b\ud800 😀"))).finish).toMatchObject({ status: "done" });
    expect((await messages(u1, chat))[0]!.parts).toEqual([{ type: "text", text: "a\ufffdb\ufffd 😀" }]);
    for (const nothing of ["\u200b", "\u2060 \u200d"]) {
      expect((await ask(u1, chat, model, nothing)).status).toBe(400);
    }
  });

  it("streams the answer, stores it whole and meters it with the supplier's figures", async () => {
    const model = await makeModel(fake.url, "fake-thinking");
    const chat = await newChat(u1);
    const stream = await readStream(await ask(u1, chat, model, "What is the answer?"));
    expect(stream.lines[0]).toMatchObject({ type: "start", messageMetadata: { runId: expect.any(String) } });
    expect(stream.text).toBe("The answer is 42.");
    expect(stream.reasoning).toBe("First I compare. Then I conclude.");
    expect(stream.finish).toEqual({ status: "done", error: null });

    const [question, reply] = await messages(u1, chat);
    expect(question).toMatchObject({ role: "user", parts: [{ type: "text", text: "What is the answer?" }] });
    expect(reply).toMatchObject({
      id: stream.start.answerId,
      parentId: stream.start.questionId,
      status: "done",
      usage: { inputTokens: 12, outputTokens: 5, estimated: false },
    });
    expect(reply!.parts).toContainEqual({ type: "text", text: "The answer is 42." });
    expect(reply!.parts[0]).toMatchObject({ type: "reasoning", text: "First I compare. Then I conclude." });

    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.requestId, stream.start.runId));
    expect(row).toMatchObject({
      userId: u1.id,
      departmentId: u1.actor.departmentId,
      app: "chat",
      modelId: model,
      inputTokens: 12,
      outputTokens: 5,
      reasoningTokens: 2,
      outcome: "done",
    });
    expect(row!.settledAt).not.toBeNull();
  });

  it("reads the text of malformed streams byte for byte and notes what was no JSON", async () => {
    const model = await makeModel(fake.url, "fake-malformed");
    const stream = await readStream(await ask(u1, await newChat(u1), model, "hello"));
    expect(stream.text).toBe("你好，👩‍💻 世界");
    expect(stream.finish).toEqual({ status: "done", error: null });
  });

  it("takes thinking out of tags that are cut between chunks", async () => {
    const model = await makeModel(fake.url, "fake-think-tag");
    const stream = await readStream(await ask(u1, await newChat(u1), model, "hello"));
    expect(stream.reasoning).toBe("quietly pondering");
    expect(stream.text).toBe("Done.");
  });

  it("sends the earlier rounds of the branch from the database, never what a client says", async () => {
    const model = await makeModel(fake.url, "fake-history");
    const chat = await newChat(u1);
    await readStream(await ask(u1, chat, model, "first"));
    const second = await readStream(await ask(u1, chat, model, "second"));
    const sent = JSON.parse(second.text) as [string, string][];
    expect(sent.map(([role]) => role)).toEqual(["user", "assistant", "user"]);
    expect(sent[0]).toEqual(["user", "first"]);
    expect(sent[2]).toEqual(["user", "second"]);
    const refused = await answer(answerRoute, {
      token: u1.token,
      params: { id: chat },
      body: { text: "x", modelId: model, messages: [{ role: "system", content: "obey" }] },
    });
    expect(refused.code).toBe(400);
  });

  it("drops the oldest rounds when the model's context is full", async () => {
    const model = await makeModel(fake.url, "fake-echo", { contextWindow: 400, maxOutputTokens: 100 });
    const chat = await newChat(u1);
    await readStream(await ask(u1, chat, model, `old ${"词".repeat(300)}`));
    await readStream(await ask(u1, chat, model, "recent"));
    const seen = fake.state.requests.length;
    await readStream(await ask(u1, chat, model, "now"));
    const sent = fake.state.requests[seen]!.body.messages.map((message: { content: string }) => message.content);
    expect(sent.at(-1)).toBe("now");
    expect(sent).toContain("recent");
    expect(sent.some((text: string) => text.startsWith("old"))).toBe(false);
  });

  it("answers a repeated post with the stream of the first, and calls the supplier once", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const chat = await newChat(u1);
    const before = fake.state.requests.length;
    const first = await readStream(await ask(u1, chat, model, "once", { messageId: "m-1" }));
    const again = await readStream(await ask(u1, chat, model, "once", { messageId: "m-1" }));
    expect(again.start).toEqual(first.start);
    expect(again.text).toBe(first.text);
    expect(fake.state.requests.length - before).toBe(1);
    expect(await messages(u1, chat)).toHaveLength(2);
  });

  it("puts tabs that ask together in one order and loses nothing, where several answers at once are allowed", async () => {
    await upsertConfig(db(), "gatewayConfig", { answersPerChat: 3 });
    invalidateConfig("gatewayConfig");
    const model = await makeModel(fake.url, "fake-echo");
    const chat = await newChat(u1);
    const texts = ["tab one", "tab two", "tab three"];
    const streams = await Promise.all(texts.map(async (text) => readStream(await ask(u1, chat, model, text))));
    expect(streams.map(({ text }) => text).sort()).toEqual(texts.map((text) => `Echo: ${text}`).sort());
    const branch = await messages(u1, chat);
    expect(branch.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user", "assistant"]);
    expect(branch.every(({ status, siblingIds }) => status === "done" && siblingIds.length === 1)).toBe(true);
  });
});

describe("resume and stop", () => {
  it("goes on without its reader, and gives the exact rest from any line", async () => {
    const model = await makeModel(fake.url, "fake-long");
    const chat = await newChat(u1);
    const some = await readSome(await ask(u1, chat, model, "long"), 10);
    const { runId } = (some[0] as { messageMetadata: { runId: string } }).messageMetadata;
    const rest = await readStream(
      await call(streamRoute, { token: u1.token, params: { id: runId }, query: { after: 10 } }),
    );
    const whole = await readStream(
      await call(streamRoute, { token: u1.token, params: { id: runId }, query: { after: 0 } }),
    );
    expect([...some, ...rest.lines]).toEqual(whole.lines);
    expect(whole.finish?.status).toBe("done");
    const reply = (await messages(u1, chat)).at(-1)!;
    expect(reply.parts).toEqual([{ type: "text", text: whole.text }]);
  });

  it("stop ends the supplier's call, keeps and bills what was said, and asking again works", async () => {
    const model = await makeModel(fake.url, "fake-slow");
    const chat = await newChat(u1);
    const aborted = fake.state.aborted;
    const response = await ask(u1, chat, model, "slow");
    const some = await readSome(response, 6);
    const { runId } = (some[0] as { messageMetadata: { runId: string } }).messageMetadata;
    expect((await answer(stopRoute, { token: u1.token, params: { id: runId }, raw: "{}" })).code).toBe(200);
    await until(() => fake.state.aborted > aborted);
    const reply = await until(async () => {
      const last = (await messages(u1, chat)).at(-1);
      return last?.status === "stopped" && last;
    });
    const said = reply.parts.find((part) => part.type === "text");
    expect(said && "text" in said ? said.text.length : 0).toBeGreaterThan(0);
    expect(reply.usage?.outputTokens).toBeGreaterThan(0);
    const next = await readStream(await ask(u1, chat, await makeModel(fake.url, "fake-echo"), "again"));
    expect(next.finish?.status).toBe("done");
  });
});

describe("further answers", () => {
  it("are siblings, shown one at a time, and end at the configured maximum", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const chat = await newChat(u1);
    const first = await readStream(await ask(u1, chat, model, "again please"));
    for (let round = 0; round < 5; round++) {
      const response = await call(reAnswerRoute, {
        token: u1.token,
        params: { id: first.start.answerId },
        body: { modelId: model },
      });
      expect((await readStream(response)).start.questionId).toBe(first.start.questionId);
    }
    const branch = await messages(u1, chat);
    expect(branch).toHaveLength(2);
    expect(branch[1]!.siblingIds).toHaveLength(6);
    expect(branch[1]!.id).toBe(branch[1]!.siblingIds.at(-1));
    const sixth = await answer(reAnswerRoute, {
      token: u1.token,
      params: { id: first.start.answerId },
      body: { modelId: model },
    });
    expect(sixth).toMatchObject({ code: 422, data: { error: "regenerationLimit" } });
    const shown = await answer<{ items: ChatMessageDto[] }>(showRoute, {
      token: u1.token,
      params: { id: first.start.answerId },
      body: {},
    });
    expect(shown.data!.items[1]!.id).toBe(first.start.answerId);
    expect(await messages(u1, chat, true)).toHaveLength(7);
  });
});

describe("other people's chats", () => {
  it("are not found, not continued, not followed, not stopped", async () => {
    const model = await makeModel(fake.url, "fake-slow");
    const chat = await newChat(u1);
    const some = await readSome(await ask(u1, chat, model, "canary-of-u1"), 4);
    const metadata = (some[0] as { messageMetadata: { runId: string; answerId: string } }).messageMetadata;
    const requests = fake.state.requests.length;
    const missing = { code: 404, data: { error: "notFound" } };
    const body = { text: "continue", modelId: model };
    expect(await answer(answerRoute, { token: u2.token, params: { id: chat }, body })).toMatchObject(missing);
    expect(await answer(messagesRoute, { token: u2.token, params: { id: chat } })).toMatchObject(missing);
    const stream = { token: u2.token, params: { id: metadata.runId } };
    expect(await answer(streamRoute, stream)).toMatchObject(missing);
    expect(await answer(stopRoute, { ...stream, raw: "{}" })).toMatchObject(missing);
    const again = { token: u2.token, params: { id: metadata.answerId }, body: {} };
    expect(await answer(reAnswerRoute, again)).toMatchObject(missing);
    expect(await answer(showRoute, again)).toMatchObject(missing);
    expect(fake.state.requests.length).toBe(requests);
    expect((await messages(u1, chat)).at(-1)?.status).toBe("streaming");
    await call(stopRoute, { token: u1.token, params: { id: metadata.runId }, raw: "{}" });
    await until(async () => (await messages(u1, chat)).at(-1)?.status === "stopped");
  });

  it("a parent of another chat is not found", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const mine = await newChat(u1);
    const theirs = await newChat(u2);
    const { start } = await readStream(await ask(u2, theirs, model, "secret"));
    const refused = await answer(answerRoute, {
      token: u1.token,
      params: { id: mine },
      body: { text: "x", modelId: model, parentId: start.answerId },
    });
    expect(refused).toMatchObject({ code: 404, data: { error: "notFound" } });
  });
});

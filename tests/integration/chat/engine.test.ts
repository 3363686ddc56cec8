import { eq } from "drizzle-orm";
import { GET as answersRoute } from "@/app/api/chat/messages/[id]/answers/route";
import { POST as continueRoute } from "@/app/api/chat/messages/[id]/continue/route";
import { PATCH as preferencesRoute } from "@/app/api/chat/preferences/route";
import { POST as consentRoute } from "@/app/api/chat/runs/[id]/consent/route";
import { GET as streamRoute } from "@/app/api/chat/runs/[id]/stream/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as compareRoute } from "@/app/api/chat/sessions/[id]/compare/route";
import { GET as contextRoute } from "@/app/api/chat/sessions/[id]/context/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { PUT as roleRoute } from "@/app/api/chat/sessions/[id]/role/route";
import { PATCH as changeSettingsRoute, GET as settingsRoute } from "@/app/api/chat/sessions/[id]/settings/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { GET as toolsRoute } from "@/app/api/chat/tools/route";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { memories, userPreferences } from "@/db/schema/personal";
import { prompts } from "@/db/schema/prompts";
import { userRoles } from "@/db/schema/roles";
import { tools } from "@/db/schema/tools";
import { invalidateSessions } from "@/lib/auth/session";
import type { SettingsDto } from "@/lib/conversation/settings";
import type { ChatToolDto } from "@/lib/features/chat/dto";
import { flushLedger } from "@/lib/models/ledger";
import { takeConsent } from "@/lib/stream/consent";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import type { ContextData, StreamLine } from "@/lib/stream/parts";
import { invalidateTools } from "@/lib/tools/registry";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream, until } from "@/tests/factories/stream";
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
  const { data } = await answer<{ id: string }>(createRoute, { token: person.token, body: { title: "A chat" } });
  return data!.id;
}

function ask(person: Person, chat: string, modelId: string, text: string, more: object = {}) {
  return call(answerRoute, { token: person.token, params: { id: chat }, body: { text, modelId, ...more } });
}

async function messages(person: Person, chat: string): Promise<ChatMessageDto[]> {
  const options = { token: person.token, params: { id: chat } };
  return (await answer<{ items: ChatMessageDto[] }>(messagesRoute, options)).data!.items;
}

const textOf = (message: ChatMessageDto | undefined) =>
  message?.parts.map((part) => (part.type === "text" ? part.text : "")).join("");

const toolModel = (name: string) => makeModel(fake.url, name, { abilities: ["tool_call"] });

describe("settings", () => {
  const patch = (person: Person, chat: string, body: object) =>
    answer<SettingsDto>(changeSettingsRoute, { token: person.token, params: { id: chat }, body, method: "PATCH" });

  it("go from the person over the chat to the question, and null takes one back", async () => {
    const model = await makeModel(fake.url, "fake-history");
    const chat = await newChat(u1);
    const person = {
      token: u1.token,
      body: { systemPrompt: "Speak as the person says.", temperature: 0.3 },
      method: "PATCH",
    };
    expect((await answer(preferencesRoute, person)).code).toBe(200);
    expect((await readStream(await ask(u1, chat, model, "one"))).text).toContain("Speak as the person says.");
    expect((await patch(u1, chat, { systemPrompt: "Speak as the chat says." })).data).toEqual({
      chat: { systemPrompt: "Speak as the chat says." },
      person: { systemPrompt: "Speak as the person says.", temperature: 0.3 },
      role: null,
    });
    const said = JSON.parse((await readStream(await ask(u1, chat, model, "two"))).text);
    expect(said[0]).toEqual(["system", "Speak as the chat says."]);
    const sent = await ask(u1, chat, model, "three", { settings: { systemPrompt: "Speak as the question says." } });
    expect((await readStream(sent)).text).toContain("Speak as the question says.");
    expect((await patch(u1, chat, { systemPrompt: null })).data!.chat).toEqual({});
    const kept = await answer<{ chat: object }>(settingsRoute, { token: u1.token, params: { id: chat } });
    expect(kept.data).toMatchObject({ chat: {}, person: { systemPrompt: "Speak as the person says." }, role: null });
    expect((await readStream(await ask(u1, chat, model, "four"))).text).toContain("Speak as the person says.");
  });

  it("send as many earlier rounds as they say, and the answer tells what stayed behind", async () => {
    const model = await makeModel(fake.url, "fake-history");
    const chat = await newChat(u1);
    for (const text of ["first", "second", "third"]) await readStream(await ask(u1, chat, model, text));
    await patch(u1, chat, { memoryRounds: 1 });
    const stream = await readStream(await ask(u1, chat, model, "fourth"));
    const context = stream.lines.find((line) => line.type === "data-context")?.data;
    expect(context).toMatchObject({ rounds: 1, dropped: 2, droppedBy: "rounds" });
    expect(JSON.parse(stream.text).filter(([role]: [string]) => role === "user")).toHaveLength(2);
    expect((await messages(u1, chat)).at(-1)?.context).toEqual(context);
    const { data } = await answer<ContextData>(contextRoute, {
      token: u1.token,
      params: { id: chat },
      query: { modelId: model },
    });
    expect(data).toMatchObject({ rounds: 1, dropped: 3, droppedBy: "rounds", question: expect.any(Number) });
  });

  it("keep to a limit of tokens", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const chat = await newChat(u1);
    await readStream(await ask(u1, chat, model, "x".repeat(1800)));
    await patch(u1, chat, { contextTokens: 300 });
    const { data } = await answer<ContextData>(contextRoute, {
      token: u1.token,
      params: { id: chat },
      query: { modelId: model },
    });
    expect(data).toMatchObject({ rounds: 0, dropped: 1, droppedBy: "limit", limit: 300 });
  });

  it.each([
    { temperature: 2.1 },
    { topP: -0.1 },
    { memoryRounds: 1.5 },
    { systemPrompt: "x".repeat(8001) },
    { color: 1 },
    {},
  ])("refuse %j", async (body) => {
    const chat = await newChat(u1);
    expect((await patch(u1, chat, body)).code).toBe(400);
  });

  it("are nobody else's", async () => {
    const chat = await newChat(u1);
    expect((await patch(u2, chat, { temperature: 1 })).code).toBe(404);
    expect((await answer(settingsRoute, { token: u2.token, params: { id: chat } })).code).toBe(404);
    expect((await answer(contextRoute, { token: u2.token, params: { id: chat } })).code).toBe(404);
    expect((await patch(u1, chat, { modelId: "no-such-model" })).code).toBe(404);
  });
});

describe("what a model is told beforehand", () => {
  const systemOf = async (person: Person, chat: string, model: string) => {
    const said: [string, string][] = JSON.parse((await readStream(await ask(person, chat, model, "hello"))).text);
    return said.find(([role]) => role === "system")?.[1] ?? "";
  };

  it("holds the person's own memories, while they are switched on and the chat is kept", async () => {
    const model = await makeModel(fake.url, "fake-history");
    await db().insert(userPreferences).values({ userId: u1.id, memoryEnabled: true });
    await db().insert(memories).values({ userId: u1.id, text: "Prefers metric units" });
    expect(await systemOf(u1, await newChat(u1), model)).toContain("- Prefers metric units");
    expect(await systemOf(u2, await newChat(u2), model)).toBe("");
    const temporary = { token: u1.token, body: { temporary: true } };
    const { data } = await answer<{ id: string }>(createRoute, temporary);
    expect(await systemOf(u1, data!.id, model)).toBe("");
    await db().update(userPreferences).set({ memoryEnabled: false }).where(eq(userPreferences.userId, u1.id));
    expect(await systemOf(u1, await newChat(u1), model)).toBe("");
  });

  it("holds the role of the chat until it is switched off, and nobody else's role", async () => {
    const model = await makeModel(fake.url, "fake-history");
    const chat = await newChat(u1);
    const own = { type: "role" as const, ownerId: u1.id, creatorId: u1.id, name: "Poet", content: "You are a poet." };
    const [role] = await db().insert(prompts).values(own).returning({ id: prompts.id });
    const put = (person: Person, session: string, promptId: string | null) =>
      answer<SettingsDto>(roleRoute, {
        token: person.token,
        params: { id: session },
        body: { promptId },
        method: "PUT",
      });
    expect((await put(u2, await newChat(u2), role!.id)).code).toBe(404);
    expect((await put(u2, chat, null)).code).toBe(404);
    expect((await put(u1, chat, role!.id)).data?.role).toEqual({ promptId: role!.id, name: "Poet", text: own.content });
    expect(await systemOf(u1, chat, model)).toBe("You are a poet.");
    expect((await put(u1, chat, null)).data?.role).toBeNull();
    expect(await systemOf(u1, chat, model)).toBe("");
  });
});

describe("tools", () => {
  const SUM = 'use calculate {"expression":"2+3"}';

  it("run when they are switched on, and every call of the model is metered", async () => {
    const model = await toolModel("fake-agent");
    const chat = await newChat(u1);
    const stream = await readStream(await ask(u1, chat, model, SUM, { settings: { tools: ["calculate"] } }));
    expect(stream.text).toBe("Let me look.Result: 5\n\n");
    const reply = (await messages(u1, chat)).at(-1);
    expect(reply?.parts).toEqual([
      { type: "text", text: "Let me look." },
      {
        type: "tool",
        callId: "call-1",
        name: "calculate",
        input: { expression: "2+3" },
        state: "done",
        output: "5",
        ms: expect.any(Number),
      },
      { type: "text", text: "Result: 5\n\n" },
    ]);
    await flushLedger();
    const rows = await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id));
    expect(rows).toHaveLength(2);
    const spent = rows.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
    const { inputTokens, outputTokens } = reply?.usage ?? { inputTokens: 0, outputTokens: 0 };
    expect(inputTokens + outputTokens).toBe(spent);
  });

  it("are not offered while they are off", async () => {
    const model = await toolModel("fake-agent");
    const chat = await newChat(u1);
    await readStream(await ask(u1, chat, model, "hello"));
    expect(fake.state.requests.at(-1).body.tools).toBeUndefined();
    const { data } = await answer<{ items: ChatToolDto[] }>(toolsRoute, { token: u1.token, query: { modelId: model } });
    expect(data!.items.find(({ name }) => name === "calculate")).toMatchObject({ optional: true, usable: true });
  });

  it("are left out for a model that cannot call any", async () => {
    const model = await makeModel(fake.url, "fake-agent");
    const chat = await newChat(u1);
    await readStream(await ask(u1, chat, model, "hello", { settings: { tools: ["calculate"] } }));
    expect(fake.state.requests.at(-1).body.tools).toBeUndefined();
    const { data } = await answer<{ items: ChatToolDto[] }>(toolsRoute, { token: u1.token, query: { modelId: model } });
    expect(data!.items.find(({ name }) => name === "calculate")).toMatchObject({ usable: false });
  });

  it("come to an end with a model that never stops calling", async () => {
    const model = await toolModel("fake-restless");
    const chat = await newChat(u1);
    const stream = await readStream(await ask(u1, chat, model, "go", { settings: { tools: ["calculate"] } }));
    expect(stream.finish).toEqual({ status: "interrupted", error: "toolRoundsReached" });
    expect(stream.lines.filter((line) => line.type === "tool-output-available")).toHaveLength(8);
  });

  describe("that change something", () => {
    beforeEach(async () => {
      const row = { key: "calculate" as const, confirm: true, enabled: true };
      await db()
        .insert(tools)
        .values(row)
        .onConflictDoUpdate({ target: tools.key, set: { confirm: true } });
      invalidateTools();
    });
    afterEach(async () => {
      await db().delete(tools).where(eq(tools.key, "calculate"));
      invalidateTools();
    });

    const waitingRun = async (chat: string, model: string) => {
      const response = ask(u1, chat, model, SUM, { settings: { tools: ["calculate"] } });
      const runId = await until(async () => (await messages(u1, chat)).at(-1)?.runId);
      const seen: StreamLine[] = [];
      await until(async () => {
        const query = { after: 0 };
        const stream = await call(streamRoute, { token: u1.token, params: { id: runId }, query });
        const reader = stream.body!.getReader();
        const { value } = await reader.read();
        await reader.cancel();
        seen.length = 0;
        for (const line of new TextDecoder().decode(value).split("\n").filter(Boolean)) seen.push(JSON.parse(line));
        return seen.some((line) => line.type === "tool-approval-request");
      });
      expect(seen.some((line) => line.type === "tool-output-available")).toBe(false);
      return { runId, response };
    };
    const consent = (person: Person, runId: string, allowed: boolean) =>
      answer(consentRoute, { token: person.token, params: { id: runId }, body: { callId: "call-1", allowed } });

    it("wait for the person's own word", async () => {
      const model = await toolModel("fake-agent");
      const chat = await newChat(u1);
      const { runId, response } = await waitingRun(chat, model);
      expect((await consent(u2, runId, true)).code).toBe(404);
      expect((await consent(u1, runId, true)).code).toBe(200);
      expect((await readStream(await response)).text).toContain("Result: 5");
      expect((await consent(u1, runId, true)).code).toBe(404);
    });

    it("do not run when the person says no, and the model is told", async () => {
      const model = await toolModel("fake-agent");
      const chat = await newChat(u1);
      const { runId, response } = await waitingRun(chat, model);
      expect((await consent(u1, runId, false)).code).toBe(200);
      expect((await readStream(await response)).text).toContain("did not allow this call");
      const part = (await messages(u1, chat)).at(-1)?.parts.find(({ type }) => type === "tool");
      expect(part).toMatchObject({ state: "refused" });
      expect(part).not.toHaveProperty("output");
    });

    it("do not run with rights the person has lost meanwhile", async () => {
      const model = await toolModel("fake-agent");
      const { runId, response } = await waitingRun(await newChat(u1), model);
      await db().delete(userRoles).where(eq(userRoles.userId, u1.id));
      invalidateSessions();
      expect(takeConsent(runId, "call-1", true)).toBe(true);
      const { finish, lines } = await readStream(await response);
      expect(finish).toEqual({ status: "interrupted", error: "noPermission" });
      expect(lines.some((line) => line.type === "tool-output-available")).toBe(false);
    });
  });
});

describe("branches", () => {
  it("begin anew with an edited first question, and keep the former one", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const chat = await newChat(u1);
    await readStream(await ask(u1, chat, model, "first"));
    await readStream(await ask(u1, chat, model, "first, edited", { parentId: null }));
    const branch = await messages(u1, chat);
    expect(branch.map(textOf)).toEqual(["first, edited", "Echo: first, edited"]);
    expect(branch[0]?.siblingIds).toHaveLength(2);
    expect(branch[0]?.parentId).toBeNull();
  });

  it("go on in the same message where an answer was cut", async () => {
    const model = await makeModel(fake.url, "fake-two-halves");
    const chat = await newChat(u1);
    await readStream(await ask(u1, chat, model, "tell"));
    const [, cut] = await messages(u1, chat);
    expect(cut).toMatchObject({ status: "limited" });
    const options = { token: u1.token, params: { id: cut!.id }, body: {} };
    expect((await answer(continueRoute, { ...options, token: u2.token })).code).toBe(404);
    const stream = await readStream(await call(continueRoute, options));
    expect(stream.start.answerId).toBe(cut!.id);
    expect(stream.text).toBe("First half, second half.");
    const [, whole, ...more] = await messages(u1, chat);
    expect(more).toEqual([]);
    expect(whole).toMatchObject({ id: cut!.id, status: "done", usage: { inputTokens: 24, outputTokens: 4 } });
    expect(textOf(whole)).toBe("First half, second half.");
    expect((await answer(continueRoute, options)).code).toBe(409);
  });
});

describe("a comparison", () => {
  const compare = (person: Person, chat: string, modelIds: string[]) =>
    answer<{ questionId: string; comparisonId: string; answers: { runId: string; answerId: string }[] }>(compareRoute, {
      token: person.token,
      params: { id: chat },
      body: { text: "Who are you?", modelIds },
    });

  it("answers side by side as siblings, each metered", async () => {
    const models = [await makeModel(fake.url, "fake-echo"), await makeModel(fake.url, "fake-thinking")];
    const chat = await newChat(u1);
    const { data } = await compare(u1, chat, models);
    for (const { runId } of data!.answers) {
      await readStream(await call(streamRoute, { token: u1.token, params: { id: runId }, query: { after: 0 } }));
    }
    const options = { token: u1.token, params: { id: data!.questionId } };
    const { items } = (await answer<{ items: ChatMessageDto[] }>(answersRoute, options)).data!;
    expect(items.map(textOf)).toEqual(["Echo: Who are you?", "The answer is 42."]);
    expect(items.every(({ comparisonId }) => comparisonId === data!.comparisonId)).toBe(true);
    expect((await answer(answersRoute, { ...options, token: u2.token })).code).toBe(404);
    await flushLedger();
    expect(await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id))).toHaveLength(2);
  });

  it("needs two to four different models and one's own chat", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const chat = await newChat(u1);
    expect((await compare(u1, chat, [model])).code).toBe(400);
    expect((await compare(u1, chat, [model, model])).code).toBe(400);
    expect((await compare(u2, chat, [model, await makeModel(fake.url, "fake-echo")])).code).toBe(404);
  });
});

import { eq } from "drizzle-orm";
import { POST as askRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as newChatRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { runChunks } from "@/db/schema/conversation";
import { reviewHits } from "@/db/schema/review";
import { backgroundIdle } from "@/lib/background";
import type { ConversationDto } from "@/lib/conversation/dto";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { flushRuns } from "@/lib/stream/runs";
import { answer, call } from "@/tests/factories/call";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeRule, REPLY, removeRules } from "@/tests/factories/review";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let reader: Person;
let other: Person;
const models: Record<string, string> = {};

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  for (const name of ["fake-echo", "fake-thinking", "fake-history"]) models[name] = await makeModel(fake.url, name);
  models["fake-agent"] = await makeModel(fake.url, "fake-agent", { abilities: ["tool_call"] });
  [reader, other] = [await makePerson(), await makePerson()];
});
afterEach(async () => {
  await backgroundIdle(5000);
  await removeRules();
});
afterAll(async () => {
  await fake.close();
  await backgroundIdle(5000);
  await closeDatabase();
});

async function makeChat({ token }: Person, body: object = {}): Promise<string> {
  return (await answer<ConversationDto>(newChatRoute, { token, method: "POST", body })).data!.id;
}
async function ask(
  person: Person,
  text: string,
  { model = "fake-echo", chat, ...more }: { model?: string; chat?: string; settings?: object } = {},
) {
  const id = chat ?? (await makeChat(person));
  const body = { text, modelId: models[model], ...more };
  const stream = await readStream(await call(askRoute, { token: person.token, params: { id }, body }));
  await backgroundIdle(5000);
  return { id, ...stream };
}
const messagesOf = async ({ token }: Person, id: string) =>
  (await answer<{ items: ChatMessageDto[] }>(messagesRoute, { token, params: { id } })).data!.items;
const lastOf = async (person: Person, id: string) => (await messagesOf(person, id)).at(-1)!;
const hits = () => db().select().from(reviewHits);
const told = () => JSON.stringify(fake.state.requests.map(({ body }: { body: unknown }) => body));

describe("a question with a word of a rule", () => {
  it("is answered by the rule, in each spelling, and no model hears of it then or later", async () => {
    const rule = await makeRule(["机密计划"]);
    fake.state.requests.length = 0;
    const { id, lines } = await ask(reader, "说说機 密 計 劃");
    expect(lines.filter(({ type }) => type === "data-review")).toHaveLength(1);
    const said = await lastOf(reader, id);
    expect(said).toMatchObject({ status: "done", error: null });
    expect(said.parts).toEqual([
      { type: "review", side: "input" },
      { type: "text", text: REPLY },
    ]);
    expect(fake.state.requests).toEqual([]);
    const [hit, ...others] = await hits();
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ ruleId: rule, keyword: "机密计划", side: "input", userId: reader.id, app: "chat" });
    expect(hit).toMatchObject({ sessionId: id, content: "说说機 密 計 劃", apiKeyId: null });
    // What was held back is no part of what goes along with the next question.
    await ask(reader, "And the weather?", { chat: id, model: "fake-history" });
    expect(told()).toContain("weather");
    expect(told()).not.toMatch(/機|not talked about/);
  });

  it("passes where the rule looks at answers alone, is off, or is gone", async () => {
    await makeRule(["harmless"], { enabled: false });
    expect((await ask(other, "a harmless word")).text).toContain("Echo: a harmless word");
    await makeRule(["silent"], { reviewsOutput: false });
    expect((await ask(other, "a SILENT word")).text).toBe(REPLY);
  });

  it("leaves no copy where the conversation is not kept", async () => {
    await makeRule(["secret"]);
    const chat = await makeChat(reader, { temporary: true });
    await ask(reader, "a secret", { chat });
    expect(await hits()).toMatchObject([{ content: null, keyword: "secret" }]);
  });
});

describe("an answer with a word of a rule", () => {
  it("is taken back in the middle of the stream, however it is cut, and stored as the reply", async () => {
    await makeRule(["forbidden"], { reviewsInput: false });
    const { id, lines } = await ask(reader, "It begins well, then f o r b i d d e n things follow");
    const deltas = lines.flatMap((line) => (line.type === "text-delta" ? [line.delta] : []));
    const at = lines.findIndex(({ type }) => type === "data-review");
    expect(at).toBeGreaterThan(0);
    expect(deltas.join("")).not.toMatch(/d d e n|follow/);
    const after = lines.slice(at).flatMap((line) => (line.type === "text-delta" ? [line.delta] : []));
    expect(after.join("")).toBe(REPLY);
    const said = await lastOf(reader, id);
    expect(said.parts).toEqual([
      { type: "review", side: "output" },
      { type: "text", text: REPLY },
    ]);
    expect(await hits()).toMatchObject([{ side: "output", messageId: said.id, sessionId: id }]);
    expect((await hits())[0]!.content).toContain("f o r b i d d e n");
  });

  it("leaves nothing in what was stored of its stream on the way, whose lines keep their numbers", async () => {
    await makeRule(["is 42"], { reviewsInput: false });
    const flushing = setInterval(() => void flushRuns(), 5);
    const { lines } = await ask(reader, "Which?", { model: "fake-thinking" });
    clearInterval(flushing);
    const start = lines.find(({ type }) => type === "start") as { messageMetadata: { runId: string } };
    const { runId } = start.messageMetadata;
    const kept = await db().select().from(runChunks).where(eq(runChunks.runId, runId)).orderBy(runChunks.fromLine);
    expect(kept.length).toBeGreaterThan(1);
    const stored = kept.flatMap((chunk) => chunk.lines.split("\n"));
    expect(stored).toHaveLength(kept.at(-1)!.toLine);
    expect(stored.join("")).not.toMatch(/compare|The |answer /);
    expect(JSON.parse(stored[0]!)).toMatchObject({ type: "start" });
    expect(stored.join("")).toContain(REPLY.slice(0, 10));
  });

  it("is taken back for what the model only thinks", async () => {
    await makeRule(["I compare"], { reviewsInput: false });
    const { id, lines } = await ask(reader, "Which?", { model: "fake-thinking" });
    expect(JSON.stringify(lines)).not.toMatch(/compare|answer is 42/);
    expect((await lastOf(reader, id)).parts).toMatchObject([{ type: "review" }, { text: REPLY }]);
  });

  it("is taken back for what a tool answers: neither the reader nor the model gets it", async () => {
    await makeRule(["1764"], { reviewsInput: false });
    fake.state.requests.length = 0;
    const use = 'use calculate {"expression": "42*42"}';
    const { id, lines } = await ask(reader, use, { model: "fake-agent", settings: { tools: ["calculate"] } });
    expect(JSON.stringify(lines)).not.toContain("1764");
    expect(told()).not.toContain("1764");
    expect((await lastOf(reader, id)).parts).toMatchObject([{ type: "review" }, { text: REPLY }]);
    expect(await hits()).toMatchObject([{ side: "output", keyword: "1764" }]);
  });

  it("goes to another person whole, once the rule is gone", async () => {
    await makeRule(["forbidden"], { reviewsInput: false });
    expect((await ask(other, "forbidden")).text).toContain(REPLY);
    await removeRules();
    expect((await ask(other, "forbidden")).text).toBe("Echo: forbidden");
    expect(await db().select().from(reviewHits).where(eq(reviewHits.userId, other.id))).toEqual([]);
  });
});

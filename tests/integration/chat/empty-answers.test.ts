import { eq } from "drizzle-orm";
import { POST as reAnswerRoute } from "@/app/api/chat/messages/[id]/re-answer/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import type { MessagePage } from "@/lib/stream/message-dto";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;
let chat: string;

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
  chat = (await answer<{ id: string }>(createRoute, { token: u1.token, body: {} })).data!.id;
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

async function ask(behaviour: string, more: object = {}) {
  const modelId = await makeModel(fake.url, behaviour, { abilities: ["tool_call"] });
  const body = { text: "hello", modelId, ...more };
  return readStream(await call(answerRoute, { token: u1.token, params: { id: chat }, body }));
}

const last = async () =>
  (await answer<MessagePage>(messagesRoute, { token: u1.token, params: { id: chat } })).data!.items.at(-1)!;

describe("an answer with nothing to read in it", () => {
  it.each([
    ["of thinking alone", "fake-thoughtful"],
    ["that was cut while it thought", "fake-thoughtful-cut"],
    ["of calls nobody offered", "fake-tools"],
  ])("%s is told as none, is paid for, and can be asked again", async (_name, behaviour) => {
    const stream = await ask(behaviour);
    expect(stream.finish).toEqual({ status: "failed", error: "emptyAnswer" });
    const message = await last();
    expect(message).toMatchObject({ status: "failed", error: "emptyAnswer" });
    expect(message.parts.filter((part) => part.type === "text")).toEqual([]);
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.requestId, stream.start.runId));
    expect(row).toMatchObject({ error: null, estimated: false });

    const again = { params: { id: message.id }, body: { modelId: await makeModel(fake.url, "fake-echo") } };
    expect((await call(reAnswerRoute, { token: u2.token, ...again })).status).toBe(404);
    const second = await readStream(await call(reAnswerRoute, { token: u1.token, ...again }));
    expect(second.finish).toEqual({ status: "done", error: null });
    expect((await last()).siblingIds).toContain(message.id);
  });

  it("after a tool keeps what the tool told, and says that nothing came of it", async () => {
    const stream = await ask("fake-speechless", { settings: { tools: ["calculate"] } });
    expect(stream.finish).toEqual({ status: "interrupted", error: "emptyAnswer" });
    const { parts } = await last();
    expect(parts).toContainEqual(expect.objectContaining({ type: "tool", state: "done", output: "2" }));
  });
});

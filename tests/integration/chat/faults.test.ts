import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { insertChunks } from "@/db/queries/conversation/runs";
import { runs } from "@/db/schema/conversation";
import { usageLedger } from "@/db/schema/models";
import { supplierTimeouts } from "@/lib/models/openai/protocol";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { recoverRuns } from "@/lib/stream/recover";
import { answer, call } from "@/tests/factories/call";
import { makeModel, SUPPLIER_KEY } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { beginTurnElsewhere } from "@/tests/factories/turns";
import { countedOf } from "@/tests/factories/usage";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let person: Person;
let chat: string;
const normal = { ...supplierTimeouts };

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  person = await makePerson();
  chat = (await answer<{ id: string }>(createRoute, { token: person.token, body: {} })).data!.id;
});
afterEach(() => {
  Object.assign(supplierTimeouts, normal);
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

async function ask(behaviour: string, url = fake.url) {
  const modelId = await makeModel(url, behaviour);
  const response = await call(answerRoute, {
    token: person.token,
    params: { id: chat },
    body: { text: "hello", modelId },
  });
  expect(response.status).toBe(200);
  return readStream(response);
}

async function lastMessage(): Promise<ChatMessageDto> {
  const options = { token: person.token, params: { id: chat } };
  return (await answer<{ items: ChatMessageDto[] }>(messagesRoute, options)).data!.items.at(-1)!;
}

describe("a supplier that fails before the first word", () => {
  it.each([
    ["fake-401", "supplierUnauthorized"],
    ["fake-402", "supplierQuota"],
    ["fake-429", "supplierBusy"],
    ["fake-500", "supplierError"],
    ["fake-context", "contextTooLong"],
    ["fake-empty", "supplierMalformed"],
  ])("%s is told as %s, keeps the question, and charges nothing", async (behaviour, error) => {
    const stream = await ask(behaviour);
    expect(stream.finish).toEqual({ status: "failed", error });
    const whole = JSON.stringify(stream.lines);
    expect(whole).not.toContain(SUPPLIER_KEY);
    expect(whole).not.toMatch(/canary|internal-host|app\.py/);
    expect(await lastMessage()).toMatchObject({ status: "failed", error, parts: [] });
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.requestId, stream.start.runId));
    expect(row).toMatchObject({ outcome: "failed", error, outputTokens: 0 });
    expect((await countedOf(`user:${person.id}`)).reserved).toBe(0);
  });

  it("tries at most three times in all", async () => {
    const before = fake.state.requests.length;
    await ask("fake-429");
    expect(fake.state.requests.length - before).toBe(3);
  });

  it("does not try again where repeating cannot help", async () => {
    const before = fake.state.requests.length;
    await ask("fake-401");
    expect(fake.state.requests.length - before).toBe(1);
  });

  it("recovers by itself when the second try works", async () => {
    const stream = await ask("fake-flaky");
    expect(stream.text).toBe("Recovered.");
    expect(stream.finish).toEqual({ status: "done", error: null });
  });

  it("is told when nobody listens at its address", async () => {
    const stream = await ask("fake-echo", "http://127.0.0.1:9/v1");
    expect(stream.finish).toEqual({ status: "failed", error: "supplierUnreachable" });
  });

  it("is told when its name does not exist", async () => {
    const stream = await ask("fake-echo", "http://no-such-host.invalid/v1");
    expect(stream.finish).toEqual({ status: "failed", error: "supplierUnreachable" });
  });

  it("never reaches metadata or link-local addresses", async () => {
    const stream = await ask("fake-echo", "http://169.254.169.254/v1");
    expect(stream.finish).toEqual({ status: "failed", error: "addressRefused" });
  });

  it("that stays silent is given up after the time to the first byte", async () => {
    supplierTimeouts.firstByte = 300;
    const stream = await ask("fake-silent");
    expect(stream.finish).toEqual({ status: "failed", error: "supplierTimeout" });
  });
});

describe("a supplier that fails in mid-answer", () => {
  it.each(["fake-cut", "fake-reset", "fake-error-chunk"])("%s: what was said is kept and marked", async (behaviour) => {
    const stream = await ask(behaviour);
    expect(stream.finish?.status).toBe("interrupted");
    expect(stream.text.length).toBeGreaterThan(0);
    const last = await lastMessage();
    expect(last).toMatchObject({ status: "interrupted", parts: [{ type: "text", text: stream.text }] });
    expect(last.usage).toMatchObject({ estimated: true });
    expect(last.usage!.outputTokens).toBeGreaterThan(0);
  });

  it("that stalls is given up after the idle time, and what was said is kept", async () => {
    supplierTimeouts.idle = 600;
    const stream = await ask("fake-stall");
    expect(stream.finish).toEqual({ status: "interrupted", error: "supplierTimeout" });
    expect(stream.text.length).toBeGreaterThan(0);
  });

  it("length and filter are limits, never plain success", async () => {
    expect((await ask("fake-length")).finish).toEqual({ status: "limited", error: null });
    expect((await ask("fake-filter")).finish).toEqual({ status: "limited", error: "contentFiltered" });
  });
});

describe("a process that dies in mid-answer", () => {
  it("leaves what was flushed, marked interrupted and settled, and the chat can go on", async () => {
    const modelId = await makeModel(fake.url, "fake-echo");
    const [runId, questionId, answerId] = [v7(), v7(), v7()];
    await beginTurnElsewhere(person, chat, modelId, { runId, questionId, answerId });
    const lines = [
      `{"type":"start","messageId":"${answerId}"}`,
      '{"type":"text-delta","id":"t","delta":"half "}',
      '{"type":"text-delta","id":"t","delta":"said"}',
    ];
    await insertChunks([{ runId, fromLine: 1, toLine: 3, lines: lines.join("\n") }], false);

    await recoverRuns(null);

    expect(await lastMessage()).toMatchObject({
      id: answerId,
      status: "interrupted",
      error: "interrupted",
      parts: [{ type: "text", text: "half said" }],
      runId: null,
    });
    const [run] = await db().select().from(runs).where(eq(runs.id, runId));
    expect(run).toMatchObject({ status: "interrupted", lines: 4 });
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.requestId, runId));
    expect(row).toMatchObject({ outcome: "interrupted", estimated: true });
    expect((await countedOf(`user:${person.id}`)).reserved).toBe(0);
    expect((await ask("fake-echo")).finish?.status).toBe("done");
  });

  it("loses nothing of an answer it had just taken up again", async () => {
    const { start } = await ask("fake-two-halves");
    const before = (await lastMessage()).parts;
    expect(before).toEqual([{ type: "text", text: "First half, " }]);
    const { questionId, answerId } = start;
    const modelId = await makeModel(fake.url, "fake-echo");
    await beginTurnElsewhere(person, chat, modelId, { runId: v7(), questionId, answerId, isContinued: true });
    expect((await lastMessage()).status).toBe("streaming");
    await recoverRuns(null);
    expect(await lastMessage()).toMatchObject({ id: answerId, status: "interrupted", parts: before });
  });

  it("a run with a fresh heartbeat is not taken from its process", async () => {
    const other = await makePerson();
    const own = (await answer<{ id: string }>(createRoute, { token: other.token, body: {} })).data!.id;
    const [runId, questionId, answerId] = [v7(), v7(), v7()];
    await beginTurnElsewhere(other, own, await makeModel(fake.url, "fake-echo"), { runId, questionId, answerId });
    await recoverRuns(20);
    const [run] = await db().select().from(runs).where(eq(runs.id, runId));
    expect(run!.status).toBe("running");
  });
});

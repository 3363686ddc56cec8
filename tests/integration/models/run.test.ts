import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as runRoute } from "@/app/api/admin/model/models/[id]/run/route";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import type { ModelType } from "@/lib/config/model-kinds";
import type { RunEnd, RunLine } from "@/lib/features/models/run-schema";
import { answer, call } from "@/tests/factories/call";
import { makeModel, SUPPLIER_KEY } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readSome, until } from "@/tests/factories/stream";
import { startAnthropicServer } from "@/tests/fakes/anthropic-server.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let anthropic: Awaited<ReturnType<typeof startAnthropicServer>>;
let admin: Person;

beforeAll(async () => {
  [fake, anthropic] = [await startModelServer(), await startAnthropicServer()];
  admin = await makePerson({ roles: ["administrator"] });
});
afterAll(async () => {
  await Promise.all([fake.close(), anthropic.close()]);
  await closeDatabase();
});

async function run(id: string, body: object): Promise<{ lines: RunLine[]; end: RunEnd; raw: string }> {
  const response = await call(runRoute, { token: admin.token, params: { id }, body });
  const raw = await response.text();
  const lines = raw
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunLine);
  return { lines, end: lines.at(-1) as RunEnd, raw };
}
const make = (upstream: string, type: ModelType = "chat") => makeModel(fake.url, upstream, { type });
const audio = { name: "talk.wav", mediaType: "audio/wav", base64: Buffer.from("RIFF and so on").toString("base64") };

it("a chat streams thinking and answer, and tells tokens, times and what went over the wire without the key", async () => {
  const { lines, end, raw } = await run(await make("fake-thinking"), {
    kind: "chat",
    prompt: "why",
    system: "be brief",
  });
  const joined = (type: string) =>
    lines.map((line) => (line.type === type ? (line as { delta: string }).delta : "")).join("");
  expect(joined("text")).toBe("The answer is 42.");
  expect(joined("thinking")).toContain("First I compare.");
  expect(end).toMatchObject({
    ok: true,
    error: null,
    usage: { inputTokens: 12, reasoningTokens: 2, estimated: false },
  });
  expect(end.firstTokenMs).not.toBeNull();
  expect(end.exchanges).toHaveLength(1);
  const [exchange] = end.exchanges;
  expect(exchange).toMatchObject({ method: "POST", status: 200 });
  expect(exchange!.request).toContain("be brief");
  expect(exchange!.answer).toContain("data: ");
  expect(raw).not.toContain(SUPPLIER_KEY);
});

it("Anthropic's requests and answers are shown as they are", async () => {
  const id = await makeModel(anthropic.url, "fake-echo", { template: "anthropic" });
  const { end } = await run(id, { kind: "chat", prompt: "hi" });
  expect(end.ok).toBe(true);
  expect(end.exchanges[0]).toMatchObject({ url: `${anthropic.url}/messages`, status: 200 });
  expect(end.exchanges[0]!.answer).toContain("message_start");
});

it.each<[ModelType, string, object, object]>([
  [
    "vector",
    "fake-embedding",
    { kind: "vector", text: "甲", other: "甲" },
    { type: "vectors", dimensions: 8, similarity: expect.closeTo(1) },
  ],
  [
    "rerank",
    "fake-rerank",
    { kind: "rerank", query: "ab", documents: ["x", "ab"] },
    {
      type: "ranking",
      results: [
        { index: 1, score: 1 },
        { index: 0, score: 0 },
      ],
    },
  ],
  [
    "image",
    "fake-image",
    { kind: "image", prompt: "a dot", size: "256x256" },
    { type: "picture", mediaType: "image/png" },
  ],
  ["speech", "fake-speech", { kind: "speech", text: "hello", voice: "" }, { type: "sound", mediaType: "audio/mpeg" }],
  [
    "transcription",
    "fake-whisper",
    { kind: "transcription", audio },
    { type: "transcript", text: "talk.wav: 14 bytes", seconds: 1.5, segments: [{ start: 0, end: 1.5 }] },
  ],
])("%s gives its result, metered", async (type, upstream, body, expected) => {
  const id = await make(upstream, type);
  const { lines, end } = await run(id, body);
  expect(lines[0]).toMatchObject(expected);
  expect(end).toMatchObject({ ok: true, error: null });
  expect(end.exchanges[0]!.status).toBe(200);
  await until(async () => {
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.modelId, id));
    return row?.outcome === "done";
  });
});

it("a picture is asked about, and stands shortened in the request shown", async () => {
  const picture = { mediaType: "image/png", base64: Buffer.alloc(9000, 7).toString("base64") };
  const { lines, end } = await run(await make("fake-vision", "vision"), { kind: "chat", prompt: "what", picture });
  expect(lines[0]).toMatchObject({ type: "text", delta: "image/png of 9000 bytes" });
  expect(end.exchanges[0]!.request.length).toBeLessThan(1000);
});

it("a refusal is told in the supplier's words, without the key it repeats", async () => {
  const { end, raw } = await run(await make("fake-leak"), { kind: "chat", prompt: "x" });
  expect(end).toMatchObject({ ok: false, error: "supplierRefused" });
  expect(end.detail).toContain("no access for ***");
  expect(end.exchanges[0]).toMatchObject({ status: 400 });
  expect(raw).not.toContain(SUPPLIER_KEY);
  expect(raw).not.toContain("internal.corp");
});

it("leaving ends the call at the supplier", async () => {
  const id = await make("fake-slow");
  const before = fake.state.aborted;
  const response = await call(runRoute, { token: admin.token, params: { id }, body: { kind: "chat", prompt: "x" } });
  await readSome(response, 2);
  await until(() => fake.state.aborted > before);
  await until(async () => {
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.modelId, id));
    return row?.outcome === "stopped";
  });
});

it.each([
  ["another kind", { kind: "vector", text: "x" }, 422],
  ["nothing said", { kind: "chat", prompt: " " }, 400],
  ["a page as a picture", { kind: "chat", prompt: "x", picture: { mediaType: "text/html", base64: "PGI+" } }, 400],
  ["too much said", { kind: "chat", prompt: "x".repeat(20_001) }, 400],
])("%s is refused before anything is asked", async (_name, body, code) => {
  const id = await make("fake-echo");
  const count = fake.state.requests.length;
  expect((await answer(runRoute, { token: admin.token, params: { id }, body })).code).toBe(code);
  expect(
    (await answer(runRoute, { token: admin.token, params: { id: v7() }, body: { kind: "chat", prompt: "x" } })).code,
  ).toBe(404);
  expect(fake.state.requests).toHaveLength(count);
});

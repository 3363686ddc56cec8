import { eq } from "drizzle-orm";
import { GET as partsRoute, POST as speechRoute } from "@/app/api/chat/speech/route";
import { POST as transcriptionRoute } from "@/app/api/chat/transcription/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { usageLedger } from "@/db/schema/models";
import { backgroundIdle } from "@/lib/background";
import { chatVoice } from "@/lib/features/chat/service/voice";
import { flushLedger } from "@/lib/models/ledger";
import { answer, call } from "@/tests/factories/call";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  fake = await startModelServer();
  await onlyBuiltinModels();
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

async function said(person: Person, text: string, kind: "personal" | "document" = "personal"): Promise<string> {
  const [session] = await db()
    .insert(chatSessions)
    .values({ userId: person.id, kind })
    .returning({ id: chatSessions.id });
  const parts = [
    { type: "reasoning", text: "hmm" },
    { type: "text", text },
  ];
  const [row] = await db()
    .insert(chatMessages)
    .values({ sessionId: session!.id, role: "assistant", parts })
    .returning({ id: chatMessages.id });
  return row!.id;
}

const speak = (person: Person, messageId: string, part = 0) =>
  call(speechRoute, { token: person.token, method: "POST", query: { messageId, part } });

function recording(person: Person, bytes: Uint8Array<ArrayBuffer>, type = "audio/webm;codecs=opus", seconds = "3") {
  const form = new FormData();
  form.append("seconds", seconds);
  form.append("file", new Blob([bytes], { type }), "recording");
  const request = new Request("http://product.test/", { method: "POST", body: form });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return request
    .arrayBuffer()
    .then((raw) => answer<{ text: string }>(transcriptionRoute, { token: person.token, raw, headers }));
}
const WEBM = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

describe("without models that speak and listen", () => {
  it("nothing is offered, and the calls say so", async () => {
    expect(await chatVoice(u1.actor)).toEqual({ speech: false, transcription: false });
    const id = await said(u1, "Hello.");
    expect((await speak(u1, id)).status).toBe(422);
    expect(await recording(u1, WEBM)).toMatchObject({ code: 422, data: { error: "noModel" } });
  });
});

describe("with them", () => {
  beforeAll(async () => {
    await makeModel(fake.url, "fake-voice", { type: "speech" });
    await makeModel(fake.url, "fake-listener", { type: "transcription" });
  });

  it("an answer is spoken without its marks, metered by its characters", async () => {
    expect(await chatVoice(u1.actor)).toEqual({ speech: true, transcription: true });
    const id = await said(u1, "# Levy\n\nIt is **12 %**[^c1].");
    const response = await speak(u1, id);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/wav"]);
    expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 0, 4)).toBe("RIFF");
    expect(fake.state.requests.at(-1)).toMatchObject({ body: { input: "Levy\n\nIt is 12 %." } });
    await backgroundIdle(5000);
    await flushLedger();
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id));
    expect(row).toMatchObject({ app: "chat", outcome: "done", characters: 17, isQuestion: false });
  });

  it("a long answer is spoken in parts, of one's own answers only", async () => {
    const id = await said(u1, "A sentence of some length stands here. ".repeat(200));
    const parts = (person: Person, messageId = id) =>
      answer<{ parts: number }>(partsRoute, { token: person.token, query: { messageId } });
    expect((await parts(u1)).data).toEqual({ parts: 3 });
    expect((await speak(u1, id, 2)).status).toBe(200);
    expect((await speak(u1, id, 3)).status).toBe(404);
    expect((await parts(u2)).code).toBe(404);
    expect((await speak(u2, id)).status).toBe(404);
    expect((await parts(u1, await said(u1, "Of a document.", "document"))).data).toEqual({ parts: 1 });
    expect(await parts(u1, await said(u1, "---"))).toMatchObject({ code: 422, data: { error: "nothingToSpeak" } });
  });

  it("a recording is written down and kept nowhere", async () => {
    expect(await recording(u1, WEBM)).toMatchObject({ code: 200, data: { text: "What did the board decide?" } });
    await backgroundIdle(5000);
    await flushLedger();
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id));
    expect(row).toMatchObject({ app: "chat", outcome: "done" });
    expect(row!.audioMs).toBeGreaterThan(0);
    expect(await db().select().from(usageLedger).where(eq(usageLedger.userId, u2.id))).toEqual([]);
  });

  it("what is no recording, too long or too large is refused", async () => {
    const text = new TextEncoder().encode("<script>not a sound</script>");
    expect(await recording(u1, text)).toMatchObject({ code: 415, data: { error: "recordingType" } });
    expect(await recording(u1, WEBM, "text/html")).toMatchObject({ code: 415 });
    expect(await recording(u1, WEBM, "audio/webm", "301000")).toMatchObject({ code: 413 });
    expect(await recording(u1, new Uint8Array(0))).toMatchObject({ code: 422, data: { error: "fileEmpty" } });
    const large = new Uint8Array(26 * 1024 ** 2);
    large.set(WEBM);
    expect(await recording(u1, large)).toMatchObject({ code: 413, data: { error: "recordingTooLong" } });
  });
});

import { GET as exportRoute } from "@/app/api/chat/messages/[id]/export/route";
import { PUT as feedbackRoute } from "@/app/api/chat/messages/[id]/feedback/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as create } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import type { ConversationDto } from "@/lib/conversation/dto";
import type { MessagePage } from "@/lib/stream/message-dto";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { entryOf } from "@/tests/factories/zip";

let u1: Person;
let u2: Person;

beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(() => closeDatabase());

interface Round {
  chat: string;
  question: string;
  answer: string;
}

const CITATION = {
  id: 1,
  number: 1,
  fileId: "0198c0de-0000-7000-8000-000000000001",
  versionId: "0198c0de-0000-7000-8000-000000000002",
  fileName: "secret plans.pdf",
  format: "pdf",
  parser: 1,
  place: { kind: "page", part: 4 },
  from: 0,
  to: 9,
  quote: "hidden words",
  quoteHash: "0".repeat(64),
  supported: true,
};

/** A chat with one question and its answer. */
async function round(person: Person, kind: "personal" | "document" = "personal"): Promise<Round> {
  const [session] = await db()
    .insert(chatSessions)
    .values({ userId: person.id, kind, title: "Harbour: levy/2027" })
    .returning({ id: chatSessions.id });
  const insert = async (role: "user" | "assistant", parts: unknown[], parentId?: string) => {
    const [row] = await db()
      .insert(chatMessages)
      .values({ sessionId: session!.id, role, parts, parentId, modelName: role === "user" ? null : "Model *one*" })
      .returning({ id: chatMessages.id });
    return row!.id;
  };
  const question = await insert("user", [{ type: "text", text: "How high is\nthe levy?" }]);
  const text = "It is **12 %**[^c1].\n\n| a | b |\n| - | - |\n| 1 | 2 |\n";
  const parts = [
    { type: "reasoning", text: "a private thought" },
    { type: "text", text },
    { type: "citation", citation: CITATION },
  ];
  return { chat: session!.id, question, answer: await insert("assistant", parts, question) };
}

const rate = (person: Person, id: string, body: object) =>
  answer(feedbackRoute, { token: person.token, params: { id }, method: "PUT", body });

describe("what a person thinks of an answer", () => {
  it("is kept, replaced and taken back", async () => {
    const { data: chat } = await answer<ConversationDto>(create, { token: u1.token, body: { title: "x" } });
    const made = await round(u1);
    expect(chat!.id).not.toBe(made.chat);
    await db().update(chatSessions).set({ activeLeafId: made.answer });
    const stored = async () => {
      const options = { token: u1.token, params: { id: made.chat } };
      return (await answer<MessagePage>(messagesRoute, options)).data!.items.at(-1)!.feedback;
    };
    expect(await stored()).toBeNull();
    expect((await rate(u1, made.answer, { value: "like" })).code).toBe(200);
    expect(await stored()).toEqual({ value: "like", reason: null, text: "" });
    const dislike = { value: "dislike", reason: "outdated", text: "  of last year " };
    expect((await rate(u1, made.answer, dislike)).code).toBe(200);
    expect(await stored()).toEqual({ value: "dislike", reason: "outdated", text: "of last year" });
    expect((await rate(u1, made.answer, { value: null })).code).toBe(200);
    expect(await stored()).toBeNull();
  });

  it("needs a reason for a dislike, words for another reason, and stays short", async () => {
    const { answer: id } = await round(u1);
    for (const body of [
      { value: "dislike" },
      { value: "dislike", reason: "boring" },
      { value: "dislike", reason: "other" },
      { value: "dislike", reason: "other", text: "   " },
      { value: "dislike", reason: "wrong", text: "x".repeat(501) },
      { value: "dislike", reason: "wrong", text: "a\u0000b" },
      { value: "love" },
    ]) {
      expect((await rate(u1, id, body)).code).toBe(400);
    }
    expect((await rate(u1, id, { value: "dislike", reason: "wrong", text: "界".repeat(500) })).code).toBe(200);
  });

  it("is about one's own answers only, of every kind", async () => {
    const [personal, reading] = [await round(u1), await round(u1, "document")];
    expect((await rate(u2, personal.answer, { value: "like" })).code).toBe(404);
    expect((await rate(u2, reading.answer, { value: "like" })).code).toBe(404);
    expect((await rate(u1, personal.question, { value: "like" })).code).toBe(404);
    expect((await rate(u1, personal.answer, { value: "like" })).code).toBe(200);
    expect((await rate(u1, reading.answer, { value: "like" })).code).toBe(200);
    expect((await rate(u1, "nothing", { value: "like" })).code).toBe(404);
  });
});

describe("an exported answer", () => {
  const file = (person: Person, id: string, format: string, route = exportRoute) =>
    call(route, { token: person.token, params: { id }, query: { format }, headers: { "accept-language": "en" } });

  it("is Markdown with question, answer and footnotes; nothing is told of a source that is gone", async () => {
    const { answer: id } = await round(u1);
    const response = await file(u1, id, "md");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toContain('filename="Harbour: levy_2027.md"');
    const text = await response.text();
    expect(text).toContain("# Harbour: levy/2027");
    expect(text).toContain("How high is\nthe levy?");
    expect(text).toContain("It is **12 %**[^1].");
    expect(text).toContain("[^1]: Source removed");
    expect(text).toContain("## Answer · Model \\*one\\*");
    for (const hidden of ["private thought", "secret plans", "hidden words", "[^c1]"])
      expect(text).not.toContain(hidden);
  });

  it("is a Word file with real footnotes", async () => {
    const { answer: id } = await round(u1);
    const response = await file(u1, id, "docx");
    expect(response.headers.get("content-type")).toContain("wordprocessingml");
    const archive = Buffer.from(await response.arrayBuffer());
    const body = entryOf(archive, "word/document.xml");
    for (const there of ["12 %", "<w:tbl>", "footnoteReference"]) expect(body).toContain(there);
    expect(entryOf(archive, "word/footnotes.xml")).toContain("Source removed");
  });

  it("is given to its owner only, of every kind", async () => {
    const [personal, reading] = [await round(u1), await round(u1, "document")];
    expect((await file(u2, personal.answer, "md")).status).toBe(404);
    expect((await file(u2, reading.answer, "md")).status).toBe(404);
    expect((await file(u1, personal.answer, "md")).status).toBe(200);
    expect((await file(u1, reading.answer, "md")).status).toBe(200);
    expect((await file(u1, personal.question, "md")).status).toBe(404);
    expect((await file(u1, personal.answer, "pdf")).status).toBe(400);
  });
});

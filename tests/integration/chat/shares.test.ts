import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as deleteChat } from "@/app/api/chat/sessions/[id]/route";
import { GET as listRoute, POST as shareRoute } from "@/app/api/chat/sessions/[id]/shares/route";
import { POST as create } from "@/app/api/chat/sessions/route";
import { POST as continueRoute } from "@/app/api/chat/shares/[id]/continue/route";
import { GET as readRoute, DELETE as revokeRoute } from "@/app/api/chat/shares/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions, chatShares } from "@/db/schema/conversation";
import { operationLogs } from "@/db/schema/operation-log";
import type { ConversationDto, ShareDto, SharedConversationDto } from "@/lib/conversation/dto";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let colleague: Person;

beforeEach(async () => {
  [owner, colleague] = [await makePerson(), await makePerson()];
});
afterAll(() => closeDatabase());

const CITATION = {
  id: 1,
  number: 3,
  fileId: v7(),
  versionId: v7(),
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

/** An own chat with so many rounds; answers its id and those of its messages. */
async function chatOf(person: Person, rounds = 1): Promise<{ id: string; ids: string[] }> {
  const id = (await answer<ConversationDto>(create, { token: person.token, body: { title: "Levy" } })).data!.id;
  const ids: string[] = [];
  for (let count = 0; count < rounds; count++) {
    ids.push(await add(id, "user", [{ type: "text", text: `question ${count}` }], ids.at(-1)));
    const parts = [
      { type: "reasoning", text: "a private thought" },
      { type: "steps", steps: [] },
      { type: "text", text: `answer ${count}[^c1]` },
      { type: "citation", citation: CITATION },
      { type: "file", fileId: v7(), name: "salary.png", mediaType: "image/png" },
    ];
    ids.push(await add(id, "assistant", parts, ids.at(-1)));
  }
  return { id, ids };
}

async function add(sessionId: string, role: "user" | "assistant", parts: unknown[], parentId?: string) {
  const id = v7();
  await db().insert(chatMessages).values({ id, sessionId, role, parts, parentId });
  await db().update(chatSessions).set({ activeLeafId: id }).where(eq(chatSessions.id, sessionId));
  return id;
}

const share = (person: Person, id: string, days: number | null = 7) =>
  answer<ShareDto>(shareRoute, { token: person.token, params: { id }, body: { days } });
const read = (person: Person, id: string, query: Record<string, string> = {}) =>
  answer<SharedConversationDto>(readRoute, { token: person.token, params: { id }, query });
const revoke = (person: Person, id: string) =>
  answer(revokeRoute, { token: person.token, params: { id }, method: "DELETE" });

describe("a shared chat", () => {
  it("is read by a colleague as it stood, without thinking, files and documents of the owner", async () => {
    const chat = await chatOf(owner);
    const { data: link } = await share(owner, chat.id);
    await add(chat.id, "user", [{ type: "text", text: "said later" }], chat.ids.at(-1));
    const { code, data } = await read(colleague, link!.id);
    expect(code).toBe(200);
    expect(data).toMatchObject({ title: "Levy", ownerName: owner.actor.name, isOwn: false, hasLater: false });
    expect(data!.messages.map(({ role, text }) => [role, text])).toEqual([
      ["user", "question 0"],
      ["assistant", "answer 0[3]"],
    ]);
    expect(data!.messages[1]!.sources).toEqual([{ number: 3, fileName: null, quotes: [] }]);
    const told = JSON.stringify(data);
    for (const hidden of ["private thought", "secret plans", "hidden words", "salary", "said later", owner.id])
      expect(told).not.toContain(hidden);
    expect((await read(owner, link!.id)).data).toMatchObject({ isOwn: true });
  });

  it("is read on page by page", async () => {
    const chat = await chatOf(owner, 30);
    const { data: link } = await share(owner, chat.id);
    const first = (await read(colleague, link!.id)).data!;
    expect([first.messages.length, first.hasLater, first.messages[0]!.text]).toEqual([50, true, "question 0"]);
    const next = (await read(colleague, link!.id, { after: first.messages.at(-1)!.id })).data!;
    expect([next.messages.length, next.hasLater, next.messages[0]!.text]).toEqual([10, false, "question 25"]);
  });

  it("is gone once it was taken back, ran out, or its chat was deleted", async () => {
    const chat = await chatOf(owner);
    const links = [await share(owner, chat.id), await share(owner, chat.id, 1), await share(owner, chat.id, null)];
    const [first, second, third] = links.map(({ data }) => data!.id) as [string, string, string];
    expect((await revoke(owner, first)).code).toBe(200);
    expect((await revoke(owner, first)).code).toBe(404);
    expect((await read(colleague, first)).code).toBe(404);
    const past = new Date(Date.now() - 1000);
    await db().update(chatShares).set({ expiresAt: past }).where(eq(chatShares.id, second));
    expect((await read(colleague, second)).code).toBe(404);
    expect((await read(colleague, third)).code).toBe(200);
    const list = { token: owner.token, params: { id: chat.id } };
    expect((await answer<{ items: ShareDto[] }>(listRoute, list)).data!.items.map(({ id }) => id)).toEqual([third]);
    await answer(create, { token: owner.token, body: {} });
    await answer(deleteChat, { token: owner.token, params: { id: chat.id }, method: "DELETE" });
    expect((await read(colleague, third)).code).toBe(404);
    expect((await read(colleague, v7())).code).toBe(404);
    expect((await read(colleague, "nothing")).code).toBe(404);
  });
});

describe("links", () => {
  it("are made, listed and taken back by the owner of the chat only", async () => {
    const chat = await chatOf(owner);
    expect((await share(colleague, chat.id)).code).toBe(404);
    const { data: link } = await share(owner, chat.id);
    expect((await answer(listRoute, { token: colleague.token, params: { id: chat.id } })).code).toBe(404);
    expect((await revoke(colleague, link!.id)).code).toBe(404);
    expect((await read(colleague, link!.id)).code).toBe(200);
  });

  it("lead nowhere in chats that are empty or temporary", async () => {
    const empty = (await answer<ConversationDto>(create, { token: owner.token, body: {} })).data!.id;
    expect(await share(owner, empty)).toMatchObject({ code: 422, data: { error: "nothingToShare" } });
    const body = { temporary: true };
    const passing = (await answer<ConversationDto>(create, { token: owner.token, body })).data!.id;
    await add(passing, "user", [{ type: "text", text: "hello" }]);
    expect((await share(owner, passing)).code).toBe(404);
  });

  it("leave out an answer that is still being written", async () => {
    const chat = await chatOf(owner);
    const asked = await add(chat.id, "user", [{ type: "text", text: "more" }], chat.ids.at(-1));
    const writing = await add(chat.id, "assistant", [], asked);
    await db().update(chatMessages).set({ status: "streaming" }).where(eq(chatMessages.id, writing));
    const { data: link } = await share(owner, chat.id);
    await db()
      .update(chatMessages)
      .set({ status: "done", parts: [{ type: "text", text: "written later" }] })
      .where(eq(chatMessages.id, writing));
    expect(JSON.stringify((await read(colleague, link!.id)).data)).not.toContain("written later");
  });

  it("last as long as is offered, twenty at a time", async () => {
    const chat = await chatOf(owner);
    expect((await answer(shareRoute, { token: owner.token, params: { id: chat.id }, body: { days: 2 } })).code).toBe(
      400,
    );
    const { data } = await share(owner, chat.id, 30);
    const days = (Date.parse(data!.expiresAt!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    for (let count = 1; count < 20; count++) await share(owner, chat.id);
    expect(await share(owner, chat.id)).toMatchObject({ code: 409, data: { error: "sharesLimit" } });
  });

  it("stand in the operation log without a word of the chat", async () => {
    const chat = await chatOf(owner);
    const { data } = await share(owner, chat.id);
    await revoke(owner, data!.id);
    const rows = await db().select().from(operationLogs).where(eq(operationLogs.actorId, owner.id));
    expect(rows.map(({ action }) => action).sort()).toEqual(["chat.share.create", "chat.share.revoke"]);
    expect(JSON.stringify(rows)).not.toContain("Levy");
  });
});

describe("one answer that is shared", () => {
  const shareAnswer = (person: Person, id: string, answerId: string) =>
    answer<ShareDto>(shareRoute, { token: person.token, params: { id }, body: { days: 7, answerId } });

  it("is read with its question alone, under a title of its own", async () => {
    const { id, ids } = await chatOf(owner, 3);
    const { data: link } = await shareAnswer(owner, id, ids[3]!);
    expect(link).toMatchObject({ isAnswer: true });
    expect((await share(owner, id)).data).toMatchObject({ isAnswer: false });
    const { data } = await read(colleague, link!.id);
    expect(data).toMatchObject({ title: "question 1", hasLater: false });
    expect(data!.messages.map(({ text }) => text)).toEqual(["question 1", "answer 1[3]"]);
    expect((await read(colleague, link!.id, { after: ids[0]! })).data!.messages).toHaveLength(2);
    const { data: begun } = await answer<ConversationDto>(continueRoute, {
      token: colleague.token,
      params: { id: link!.id },
    });
    expect(await db().$count(chatMessages, eq(chatMessages.sessionId, begun!.id))).toBe(2);
  });

  it("is an answer of that chat, and its owner's", async () => {
    const { id, ids } = await chatOf(owner);
    const other = await chatOf(owner);
    expect((await shareAnswer(owner, id, other.ids[1]!)).code).toBe(404);
    expect((await shareAnswer(owner, id, ids[0]!)).code).toBe(404);
    expect((await shareAnswer(colleague, id, ids[1]!)).code).toBe(404);
  });
});

describe("going on with a shared chat", () => {
  const goOn = (person: Person, id: string) =>
    answer<ConversationDto>(continueRoute, { token: person.token, params: { id } });

  it("takes along what its reader may read, into a chat of their own", async () => {
    const { id } = await chatOf(owner, 2);
    const { data: link } = await share(owner, id);
    const { data: begun } = await goOn(colleague, link!.id);
    expect(begun).toMatchObject({ title: "Levy", kind: "personal" });
    const rows = await db().select().from(chatMessages).where(eq(chatMessages.sessionId, begun!.id));
    rows.sort((a, b) => a.id.localeCompare(b.id));
    expect(rows.map(({ role, parts }) => [role, parts])).toEqual([
      ["user", [{ type: "text", text: "question 0" }]],
      ["assistant", [{ type: "text", text: "answer 0[3]" }]],
      ["user", [{ type: "text", text: "question 1" }]],
      ["assistant", [{ type: "text", text: "answer 1[3]" }]],
    ]);
    expect(rows.map(({ parentId }) => parentId)).toEqual([null, ...rows.slice(0, -1).map((row) => row.id)]);
    const [session] = await db().select().from(chatSessions).where(eq(chatSessions.id, begun!.id));
    expect(session).toMatchObject({ userId: colleague.id, activeLeafId: rows.at(-1)!.id });
  });

  it("ends with the link", async () => {
    const { data: link } = await share(owner, (await chatOf(owner)).id);
    await revoke(owner, link!.id);
    expect((await goOn(colleague, link!.id)).code).toBe(404);
    expect((await goOn(colleague, v7())).code).toBe(404);
  });
});

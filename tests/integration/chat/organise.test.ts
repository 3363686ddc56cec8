import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as removeFolder, PATCH as renameFolder } from "@/app/api/chat/folders/[id]/route";
import { GET as listFolders, POST as newFolder } from "@/app/api/chat/folders/route";
import { POST as openMessage } from "@/app/api/chat/messages/[id]/open/route";
import { GET as search } from "@/app/api/chat/search/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { PATCH as change } from "@/app/api/chat/sessions/[id]/route";
import { POST as bulk } from "@/app/api/chat/sessions/bulk/route";
import { POST as create, GET as list } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import type { BulkResultDto, ConversationDto, FoundConversationDto } from "@/lib/conversation/dto";
import type { ChatFolderDto } from "@/lib/features/chat/dto";
import { openChat } from "@/lib/features/chat/service/settings";
import type { MessagePage } from "@/lib/stream/message-dto";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let u1: Person;
let u2: Person;

beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(() => closeDatabase());

async function newChat(person: Person, title: string, more: object = {}): Promise<string> {
  const { data, code } = await answer<ConversationDto>(create, { token: person.token, body: { title, ...more } });
  expect(code).toBe(200);
  return data!.id;
}

async function folder(person: Person, name: string): Promise<string> {
  return (await answer<ChatFolderDto>(newFolder, { token: person.token, body: { name } })).data!.id;
}

async function sessions(person: Person, query: Record<string, string | boolean> = {}): Promise<ConversationDto[]> {
  return (await answer<{ items: ConversationDto[] }>(list, { token: person.token, query })).data!.items;
}

const patch = (person: Person, id: string, body: object) =>
  answer<ConversationDto>(change, { token: person.token, params: { id }, method: "PATCH", body });

/** A branch of question and answer, `count` rounds long; answers the ids, oldest first. */
async function fill(sessionId: string, texts: string[]): Promise<string[]> {
  const ids = texts.map(() => v7());
  await db()
    .insert(chatMessages)
    .values(
      texts.map((text, index) => ({
        id: ids[index]!,
        sessionId,
        parentId: ids[index - 1] ?? null,
        role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
        parts: [
          { type: "reasoning", text: "secret thought" },
          { type: "text", text },
        ],
      })),
    );
  await db()
    .update(chatSessions)
    .set({ activeLeafId: ids.at(-1) })
    .where(eq(chatSessions.id, sessionId));
  return ids;
}

describe("folders", () => {
  it("hold chats, are renamed, and leave their chats behind", async () => {
    const id = await folder(u1, "  Budget  ");
    const chat = await newChat(u1, "Plan");
    expect((await patch(u1, chat, { folderId: id })).data).toMatchObject({ folderId: id });
    expect((await answer(newFolder, { token: u1.token, body: { name: "Budget" } })).code).toBe(409);
    const renamed = { token: u1.token, params: { id }, method: "PATCH", body: { name: "Money" } };
    expect((await answer(renameFolder, renamed)).code).toBe(200);
    const { data } = await answer<{ items: ChatFolderDto[] }>(listFolders, { token: u1.token });
    expect(data!.items).toEqual([{ id, name: "Money" }]);
    expect((await answer(removeFolder, { token: u1.token, params: { id }, method: "DELETE" })).code).toBe(200);
    expect(await sessions(u1)).toMatchObject([{ id: chat, folderId: null }]);
  });

  it("refuse names that are empty, too long or hold what cannot be stored, and a 51st folder", async () => {
    for (const name of ["", "   ", "x".repeat(41), "a\u0000b"]) {
      expect((await answer(newFolder, { token: u1.token, body: { name } })).code).toBe(400);
    }
    for (let count = 0; count < 50; count++) await folder(u1, `folder ${count}`);
    const over = await answer<{ error: string }>(newFolder, { token: u1.token, body: { name: "one more" } });
    expect(over).toMatchObject({ code: 422, data: { error: "foldersLimit" } });
  });

  it("of one person are not there for another", async () => {
    const id = await folder(u1, "Mine");
    const theirs = await newChat(u2, "Theirs");
    const rename = { token: u2.token, params: { id }, method: "PATCH", body: { name: "Taken" } };
    expect((await answer(renameFolder, rename)).code).toBe(404);
    expect((await answer(removeFolder, { token: u2.token, params: { id }, method: "DELETE" })).code).toBe(404);
    expect((await patch(u2, theirs, { folderId: id })).code).toBe(404);
    const move = { action: "move", ids: [theirs], folderId: id };
    expect((await answer(bulk, { token: u2.token, body: move })).code).toBe(404);
    expect((await answer(create, { token: u2.token, body: { folderId: id } })).code).toBe(404);
    expect((await answer<{ items: unknown[] }>(listFolders, { token: u2.token })).data!.items).toEqual([]);
    // The same name is free for everybody.
    expect(await folder(u2, "Mine")).not.toBe(id);
  });
});

describe("pinned chats", () => {
  it("come first, whatever was used last", async () => {
    const [first, second] = [await newChat(u1, "first"), await newChat(u1, "second")];
    expect((await sessions(u1)).map(({ id }) => id)).toEqual([second, first]);
    expect((await patch(u1, first, { pinned: true })).data).toMatchObject({ pinned: true });
    expect((await sessions(u1)).map(({ id }) => id)).toEqual([first, second]);
    await patch(u1, first, { pinned: false });
    expect((await sessions(u1)).map(({ id }) => id)).toEqual([second, first]);
    expect((await patch(u2, first, { pinned: true })).code).toBe(404);
  });

  it("of the person who looks are the one that the page opens, unless it was archived", async () => {
    const opened = async (person: Person) => (await openChat(person.actor, undefined, { limit: 40 }))?.session.id;
    expect(await opened(u1)).toBeUndefined();
    const [first, second] = [await newChat(u1, "first"), await newChat(u1, "second")];
    await newChat(u2, "theirs");
    expect((await answer(create, { token: u1.token, body: { temporary: true } })).code).toBe(200);
    expect(await opened(u1)).toBe(second);
    await patch(u1, first, { pinned: true });
    expect(await opened(u1)).toBe(first);
    await patch(u1, first, { archived: true });
    expect(await opened(u1)).toBe(second);
  });
});

describe("changes of several chats", () => {
  const run = async (person: Person, body: object) =>
    (await answer<BulkResultDto>(bulk, { token: person.token, body })).data!;

  it("proceed where a rule refuses one: the last chat stays", async () => {
    const ids = [await newChat(u1, "a"), await newChat(u1, "b"), await newChat(u1, "c")];
    const foreign = await newChat(u2, "theirs");
    const result = await run(u1, { action: "delete", ids: [...ids, foreign] });
    expect(result.done).toEqual(ids.slice(0, 2));
    expect(result.refused).toEqual([
      { id: ids[2], title: "c", error: "lastChat" },
      { id: foreign, title: "", error: "notFound" },
    ]);
    expect((await sessions(u1)).map(({ id }) => id)).toEqual([ids[2]]);
    expect(await sessions(u2)).toHaveLength(1);
  });

  it("archive and move", async () => {
    const ids = [await newChat(u1, "a"), await newChat(u1, "b"), await newChat(u1, "c")];
    const into = await folder(u1, "Box");
    expect(await run(u1, { action: "move", ids, folderId: into })).toEqual({ done: ids, refused: [] });
    expect((await sessions(u1)).every(({ folderId }) => folderId === into)).toBe(true);
    expect((await run(u1, { action: "archive", ids: ids.slice(0, 2) })).done).toHaveLength(2);
    expect(await sessions(u1, { archived: true })).toHaveLength(2);
    expect((await run(u1, { action: "move", ids: [ids[2]], folderId: null })).done).toEqual([ids[2]]);
  });

  it("want at least one and at most a hundred, with ids of ours", async () => {
    for (const ids of [[], ["nothing"], Array.from({ length: 101 }, () => v7())]) {
      expect((await answer(bulk, { token: u1.token, body: { action: "archive", ids } })).code).toBe(400);
    }
  });
});

describe("search", () => {
  const find = async (person: Person, keyword: string) =>
    (await answer<{ items: FoundConversationDto[] }>(search, { token: person.token, query: { keyword } })).data!.items;

  it("looks at titles and at what was said, and shows where", async () => {
    const chat = await newChat(u1, "Plan");
    const archived = await newChat(u1, "The 50% Rule");
    await patch(u1, archived, { archived: true });
    const long = `${"Something else entirely. ".repeat(20)}The harbour levy is due. ${"And more. ".repeat(30)}`;
    const [question, reply] = await fill(chat, ["What about the Harbour?", long]);
    const [found] = await find(u1, "harbour");
    expect(found).toMatchObject({ id: chat, title: "Plan", archived: false, total: 2 });
    expect(found!.messages.map(({ id, role }) => [id, role])).toEqual([
      [reply, "assistant"],
      [question, "user"],
    ]);
    expect(found!.messages[0]!.excerpt).toContain("harbour levy");
    expect(found!.messages[0]!.excerpt.length).toBeLessThan(200);
    expect(await find(u1, "50% r")).toMatchObject([{ id: archived, archived: true, messages: [] }]);
    await fill(chat, ["x", "## The **walrus** | lives\n> in [the north](https://example.com)."]);
    expect((await find(u1, "walrus"))[0]!.messages[0]!.excerpt).toBe("The walrus lives in the north.");
    // Signs of the database's patterns are meant literally, and thinking is not searched.
    expect(await find(u1, "5_% R")).toEqual([]);
    expect(await find(u1, "secret thought")).toEqual([]);
  });

  it("finds nothing of another person, of deleted and of temporary chats", async () => {
    const [kept, gone] = [await newChat(u1, "kept"), await newChat(u1, "gone")];
    await fill(gone, ["the walrus"]);
    await answer(bulk, { token: u1.token, body: { action: "delete", ids: [gone] } });
    const passing = (await answer<ConversationDto>(create, { token: u1.token, body: { temporary: true } })).data!.id;
    await fill(passing, ["the walrus again"]);
    expect(await find(u1, "walrus")).toEqual([]);
    await fill(kept, ["the walrus at last"]);
    expect(await find(u1, "walrus")).toHaveLength(1);
    expect(await find(u2, "walrus")).toEqual([]);
  });

  it("finds nothing where no word is left, and refuses words without an end", async () => {
    for (const keyword of ["", "  ", "\u0000", "\u200b"]) {
      expect(await answer(search, { token: u1.token, query: { keyword } })).toMatchObject({
        code: 200,
        data: { items: [] },
      });
    }
    expect((await answer(search, { token: u1.token, query: { keyword: "x".repeat(201) } })).code).toBe(400);
    expect((await answer(list, { token: u1.token, query: { keyword: "a\u0000" } })).code).toBe(200);
  });
});

describe("a message that was found", () => {
  const texts = Array.from({ length: 120 }, (_, index) => `message ${index}`);
  const numbers = (page: MessagePage) =>
    page.items.map(({ parts }) => Number(/\d+/.exec((parts.at(-1) as { text: string }).text)?.[0]));
  const read = async (person: Person, id: string, query: Record<string, string | number>) =>
    (await answer<MessagePage>(messagesRoute, { token: person.token, params: { id }, query })).data!;

  it("opens with what stands around it, and is read on in both directions", async () => {
    const chat = await newChat(u1, "long");
    const ids = await fill(chat, texts);
    const page = await read(u1, chat, { around: ids[50]!, limit: 40 });
    expect([numbers(page)[0], numbers(page).at(-1), page.hasEarlier, page.hasLater]).toEqual([40, 79, true, true]);
    const later = await read(u1, chat, { after: ids[79]!, limit: 40 });
    expect([numbers(later)[0], numbers(later).at(-1), later.hasLater]).toEqual([80, 119, false]);
    const earlier = await read(u1, chat, { before: ids[40]!, limit: 40 });
    expect([numbers(earlier)[0], numbers(earlier).at(-1), earlier.hasEarlier]).toEqual([0, 39, false]);
    // Near either end the page is full all the same.
    expect(numbers(await read(u1, chat, { around: ids[0]!, limit: 40 }))).toHaveLength(40);
    expect(numbers(await read(u1, chat, { around: ids[119]!, limit: 40 }))[0]).toBe(80);
    // One of nowhere: the end, as always.
    expect(numbers(await read(u1, chat, { around: v7(), limit: 40 }))[0]).toBe(80);
  });

  it("brings its branch into view, for its owner only", async () => {
    const chat = await newChat(u1, "branches");
    const [root] = await fill(chat, ["question 0", "answer 1"]);
    const other = v7();
    const parts = [{ type: "text", text: "answer 2" }];
    await db().insert(chatMessages).values({ id: other, sessionId: chat, parentId: root!, role: "assistant", parts });
    const open = (person: Person) =>
      answer<MessagePage>(openMessage, { token: person.token, params: { id: other }, body: { limit: 40 } });
    expect((await open(u2)).code).toBe(404);
    expect(numbers(await read(u1, chat, {}))).toEqual([0, 1]);
    expect(numbers((await open(u1)).data!)).toEqual([0, 2]);
    expect(numbers(await read(u1, chat, {}))).toEqual([0, 2]);
  });
});

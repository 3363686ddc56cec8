import { eq } from "drizzle-orm";
import { DELETE as deleteRoute } from "@/app/api/chat/files/[id]/route";
import { GET as statesRoute } from "@/app/api/chat/files/route";
import { GET as mentionsRoute } from "@/app/api/palette/mentions/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { fileVersions } from "@/db/schema/files";
import type { ChatFileDto } from "@/lib/features/chat/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import type { MentionGroupDto } from "@/lib/palette/dto";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { makeChatFile } from "@/tests/factories/chat-files";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makePrompt, shipPrompts } from "@/tests/factories/prompts";
import { makeDocument } from "@/tests/factories/reading";

let one: Person;
let two: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  await shipPrompts();
  [one, two] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function offered(person: Person, query: { sign: string; kinds: string; keyword?: string }) {
  const { data } = await answer<{ items: MentionGroupDto[] }>(mentionsRoute, { token: person.token, query });
  return data!.items.flatMap(({ id, items }) => items.map(({ label, detail }) => [id, label, detail]));
}
async function asked(person: Person, file: ChatFileDto, chat: { title: string; isTemporary?: boolean }) {
  const [session] = await db()
    .insert(chatSessions)
    .values({ userId: person.id, ...chat })
    .returning({ id: chatSessions.id });
  const part = { type: "file", fileId: file.id, name: file.name, mediaType: file.type, size: file.size };
  await db()
    .insert(chatMessages)
    .values({ sessionId: session!.id, role: "user", parts: [part] });
}

describe("what a composer offers", () => {
  it("behind @: own documents and files of own questions, each once, none of a temporary chat or of another", async () => {
    await makeDocument(one, "lease.txt", "The lease ends in March.");
    await makeDocument(two, "lease of two.txt", "Another lease.");
    const file = await makeChatFile(one, "lease figures.txt", "48,120 euros a month");
    await asked(one, file, { title: "First" });
    await asked(one, file, { title: "Second" });
    await asked(one, await makeChatFile(one, "lease unsaid.txt", "secret"), { title: "", isTemporary: true });
    await makeChatFile(one, "lease unasked.txt", "never sent");
    await asked(two, await makeChatFile(two, "lease two.txt", "x y z"), { title: "Of two" });
    const files = { sign: "@", kinds: "file" };
    expect(await offered(one, { ...files, keyword: "LEASE" })).toEqual([
      ["documents", "lease.txt", undefined],
      ["chatFiles", "lease figures.txt", "Second"],
    ]);
    expect(await offered(one, { ...files, keyword: "nothing like it" })).toEqual([]);
    expect(await offered(one, { sign: "@", kinds: "other" })).toEqual([]);
    expect(await offered(one, { sign: "/", kinds: "file" })).toEqual([]);
  });

  it("behind /: own prompts first, then what is shared, by name", async () => {
    await makePrompt(one, { name: "Weekly orchid report", content: "Write it." });
    await makePrompt(two, { name: "Orchid of two", content: "Mine." });
    expect(await offered(one, { sign: "/", kinds: "prompt,role", keyword: "orchid" })).toEqual([
      ["prompts", "Weekly orchid report", expect.anything()],
    ]);
    const shared = await offered(one, { sign: "/", kinds: "prompt,role" });
    expect(shared[0]?.[1]).toBe("Weekly orchid report");
    expect(new Set(shared.map(([id]) => id))).toEqual(new Set(["prompts", "roles"]));
  });

  it("leads a question to own documents, never to files of others or of a base", async () => {
    const document = await makeDocument(one, "terms.txt", "Thirty days.");
    const owner = await makePerson({ roles: ["administrator"] });
    const inBase = await makeKnowledgeFile(owner, await makeBase(owner), "base.txt", "Of the base.");
    const seenBy = async (person: Person, id: string) =>
      (await answer<{ items: ChatFileDto[] }>(statesRoute, { token: person.token, query: { ids: id } })).data!.items;
    expect(await seenBy(one, document.fileId)).toMatchObject([{ id: document.fileId, state: "ready" }]);
    expect(await seenBy(two, document.fileId)).toEqual([]);
    const [version] = await db().select().from(fileVersions).where(eq(fileVersions.id, inBase.versionId));
    expect(await seenBy(owner, version!.fileId)).toEqual([]);
    const removed = await answer(deleteRoute, { token: one.token, params: { id: document.fileId } });
    expect(removed.code).toBe(404);
  });
});

import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as deleteChat } from "@/app/api/chat/sessions/[id]/route";
import { PATCH as changeRoute, GET as oneRoute, DELETE as uncollectRoute } from "@/app/api/collected/[id]/route";
import { DELETE as deleteFolder, PATCH as renameFolder } from "@/app/api/collected/folders/[id]/route";
import { POST as createFolder, GET as foldersRoute } from "@/app/api/collected/folders/route";
import { POST as collectRoute, GET as listRoute } from "@/app/api/collected/route";
import { GET as stateRoute } from "@/app/api/collected/state/route";
import { DELETE as deleteDocument } from "@/app/api/documents/[id]/route";
import { db } from "@/db/client";
import { collectedItems } from "@/db/schema/collected";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { prompts, promptVersions } from "@/db/schema/prompts";
import type {
  CollectedDetailDto,
  CollectedDto,
  CollectedStateDto,
  CollectionFolderDto,
  CollectionFolderListDto,
} from "@/lib/collected/dto";
import { COLLECTION_FOLDERS_MAX, NOTE_MAX } from "@/lib/collected/limits";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeDepartment } from "@/tests/factories/prompts";
import { uploadDocument } from "@/tests/factories/reading";

let one: Person;
let two: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [one, two] = [await makePerson(), await makePerson()];
});

afterAll(async () => {
  await stopJobs(3000);
  closeIdleChildren();
});

/** A chat with a question and its answer. */
async function chatOf(
  person: Person,
  question: string,
  text: string,
  more: Partial<typeof chatSessions.$inferInsert> = {},
) {
  const [session] = await db()
    .insert(chatSessions)
    .values({ userId: person.id, title: "", ...more })
    .returning({ id: chatSessions.id });
  const sessionId = session!.id;
  const questionId = v7();
  const answerId = v7();
  await db()
    .insert(chatMessages)
    .values([
      { id: questionId, sessionId, role: "user", parts: [{ type: "text", text: question }] },
      {
        id: answerId,
        sessionId,
        parentId: questionId,
        role: "assistant",
        parts: [
          { type: "reasoning", text: "secret thoughts" },
          { type: "text", text },
        ],
      },
    ]);
  return { sessionId, questionId, answerId };
}

const collect = (person: Person, kind: string, refId: string) =>
  answer<{ id: string }>(collectRoute, { token: person.token, body: { kind, refId } });
const list = async (person: Person, query: Record<string, string> = {}) =>
  (await answer<{ items: CollectedDto[]; total: number }>(listRoute, { token: person.token, query })).data!;
const open = (person: Person, id: string) =>
  answer<CollectedDetailDto>(oneRoute, { token: person.token, params: { id } });
const change = (person: Person, id: string, body: object) =>
  answer(changeRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const state = async (person: Person, kind: string, refIds: string[]) =>
  (await answer<CollectedStateDto>(stateRoute, { token: person.token, query: { kind, refIds: refIds.join() } })).data!;
const newFolder = (person: Person, name: string) =>
  answer<CollectionFolderDto>(createFolder, { token: person.token, body: { name } });

describe("collecting an answer", () => {
  it("keeps a copy once, however often it is asked for, also at the same time", async () => {
    const { sessionId, answerId } = await chatOf(one, "What is a\nlease?", "A lease is a **contract**.");
    const made = await Promise.all([1, 2, 3].map(() => collect(one, "answer", answerId)));
    expect(new Set(made.map(({ data }) => data?.id)).size).toBe(1);
    const id = made[0]!.data!.id;
    const { items, total } = await list(one);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      id,
      kind: "answer",
      title: "What is a lease?",
      excerpt: "A lease is a **contract**.",
      href: `/personal/chat?id=${sessionId}&message=${answerId}`,
    });
    // How it was made stays with its chat.
    expect((await open(one, id)).data?.parts).toEqual([{ type: "text", text: "A lease is a **contract**." }]);
    expect((await state(one, "answer", [answerId, v7()])).items).toEqual([{ id, refId: answerId, hasNote: false }]);
  });

  it("survives its chat, whose place it then no longer names", async () => {
    const { sessionId, answerId } = await chatOf(one, "Kept?", "Kept all the same.");
    const { data } = await collect(one, "answer", answerId);
    await chatOf(one, "Another", "so that one chat remains");
    expect((await answer(deleteChat, { token: one.token, params: { id: sessionId }, method: "DELETE" })).code).toBe(
      200,
    );
    expect((await open(one, data!.id)).data).toMatchObject({ href: null, text: "Kept all the same." });
    expect((await collect(one, "answer", answerId)).data?.id).toBe(data!.id);
  });

  it("leads back to a conversation about documents, and nowhere from a temporary chat", async () => {
    const reading = await chatOf(one, "Read?", "Read.", { kind: "document" });
    const gone = await chatOf(one, "Temporary?", "Kept on purpose.", { isTemporary: true });
    const ids = [await collect(one, "answer", reading.answerId), await collect(one, "answer", gone.answerId)].map(
      ({ data }) => data!.id,
    );
    expect((await open(one, ids[0]!)).data?.href).toBe(
      `/personal/document/comminicate?id=${reading.sessionId}&message=${reading.answerId}`,
    );
    expect((await open(one, ids[1]!)).data?.href).toBeNull();
  });

  it("refuses questions, answers that are being written, other people's, and what is not there", async () => {
    const { questionId, answerId } = await chatOf(two, "Mine?", "Mine.");
    const running = await chatOf(one, "Now?", "");
    await db().update(chatMessages).set({ status: "streaming" }).where(eq(chatMessages.id, running.answerId));
    expect((await collect(two, "answer", questionId)).code).toBe(404);
    expect((await collect(one, "answer", running.answerId)).code).toBe(404);
    expect((await collect(one, "answer", answerId)).code).toBe(404);
    expect((await collect(one, "answer", v7())).code).toBe(404);
    expect((await collect(one, "answer", "x")).code).toBe(400);
    expect((await collect(one, "nothing", answerId)).code).toBe(400);
  });
});

describe("collecting documents and prompts", () => {
  it("names a document until it is deleted; nobody else's", async () => {
    const { data: document } = await uploadDocument(one, "terms.txt", "The terms.");
    expect((await collect(two, "document", document!.id)).code).toBe(404);
    const { data } = await collect(one, "document", document!.id);
    const href = `/personal/document/document-analysis?doc=${document!.id}`;
    expect((await open(one, data!.id)).data).toMatchObject({ title: "terms.txt", href, parts: [] });
    await answer(deleteDocument, { token: one.token, params: { id: document!.id }, method: "DELETE" });
    expect((await open(one, data!.id)).data).toMatchObject({ title: "terms.txt", href: null });
  });

  it("takes own prompts as they are, and shared ones as they were released to the person's department", async () => {
    const elsewhere = await makeDepartment(one.actor.departmentId ?? undefined);
    const make = async (more: Partial<typeof prompts.$inferInsert>) => {
      const values = { type: "user" as const, name: "Draft", content: "draft text", ...more };
      const [row] = await db().insert(prompts).values(values).returning({ id: prompts.id });
      if (values.releasedVersion) {
        await db()
          .insert(promptVersions)
          .values({ promptId: row!.id, version: values.releasedVersion, name: "Released", content: "released text" });
      }
      return row!.id;
    };
    const released = { ownerId: two.id, status: "approved" as const, releasedVersion: 1 };
    const own = await make({ ownerId: one.id });
    const forAll = await make({ ...released, visibility: "all" });
    const forMine = await make({ ...released, visibility: "department", departmentId: one.actor.departmentId });
    const refused = await Promise.all([
      make({ ownerId: two.id }),
      make({ ...released, visibility: "self" }),
      make({ ...released, visibility: "department", departmentId: elsewhere }),
      make({ ...released, visibility: "all", enabled: false }),
      make({ ...released, visibility: "all", status: "pending" }),
      make({ ...released, visibility: "all", deletedAt: new Date() }),
    ]);
    const kept = async (id: string) => (await open(one, (await collect(one, "prompt", id)).data!.id)).data;
    expect(await kept(own)).toMatchObject({ title: "Draft", text: "draft text" });
    expect(await kept(forAll)).toMatchObject({ title: "Released", text: "released text" });
    expect(await kept(forMine)).toMatchObject({ title: "Released", text: "released text" });
    for (const id of refused) expect((await collect(one, "prompt", id)).code).toBe(404);
  });
});

describe("the collection", () => {
  it("is found by words of title, text and note, by kind and by folder", async () => {
    const reader = await makePerson();
    const make = async (question: string, text: string) => {
      const { answerId } = await chatOf(reader, question, text);
      return (await collect(reader, "answer", answerId)).data!.id;
    };
    const [first, second] = [await make("Rent", "Rent is due on the 5th"), await make("发票", "发票需要税号 100%")];
    const { data: folder } = await newFolder(reader, "Office");
    await change(reader, first, { folderId: folder!.id, note: "ask Wang" });
    const ids = async (query: Record<string, string>) => (await list(reader, query)).items.map(({ id }) => id);
    expect(await ids({ keyword: "DUE ON" })).toEqual([first]);
    expect(await ids({ keyword: "税号" })).toEqual([second]);
    expect(await ids({ keyword: "ask wang" })).toEqual([first]);
    expect(await ids({ keyword: "100%" })).toEqual([second]);
    expect(await ids({ keyword: "1%0" })).toEqual([]);
    expect(await ids({ folderId: folder!.id })).toEqual([first]);
    expect(await ids({ folderId: "none" })).toEqual([second]);
    expect(await ids({ kind: "document" })).toEqual([]);
    expect(await ids({ page: "2", pageSize: "1" })).toEqual([first]);
    // Words nobody can see are no words: the whole list.
    expect(await ids({ keyword: "\u0000\u200b" })).toEqual(await ids({}));
    expect((await answer<CollectionFolderListDto>(foldersRoute, { token: reader.token })).data).toEqual({
      items: [{ id: folder!.id, name: "Office", items: 1 }],
      all: 2,
    });
    await answer(deleteFolder, { token: reader.token, params: { id: folder!.id }, method: "DELETE" });
    expect((await list(reader)).items.every(({ folderId }) => folderId === null)).toBe(true);
  });

  it("limits notes and folders, and takes a name once a person", async () => {
    const { answerId } = await chatOf(two, "Note?", "Note.");
    const { data } = await collect(two, "answer", answerId);
    expect((await change(two, data!.id, { note: "a".repeat(NOTE_MAX) })).code).toBe(200);
    expect((await state(two, "answer", [answerId])).items[0]?.hasNote).toBe(true);
    expect((await change(two, data!.id, { note: "a".repeat(NOTE_MAX + 1) })).code).toBe(400);
    expect((await change(two, data!.id, { note: "\u0000" })).code).toBe(400);
    expect((await change(two, data!.id, {})).code).toBe(400);
    expect((await newFolder(two, " ")).code).toBe(400);
    const made = await Promise.all(
      Array.from({ length: COLLECTION_FOLDERS_MAX + 2 }, (_, index) => newFolder(two, `Folder ${index}`)),
    );
    expect(made.filter(({ code }) => code === 200)).toHaveLength(COLLECTION_FOLDERS_MAX);
    expect(made.filter(({ code }) => code === 422)).toHaveLength(2);
    const [first, second] = made.flatMap(({ data: folder }) => (folder?.id ? [folder] : []));
    const rename = (name: string) =>
      answer(renameFolder, { token: two.token, params: { id: first!.id }, body: { name }, method: "PATCH" });
    expect((await rename(second!.name)).code).toBe(409);
    expect((await rename("Renamed")).code).toBe(200);
  });

  it("is nobody else's to see, change or delete", async () => {
    const { answerId } = await chatOf(one, "Private?", "Private.");
    const { data } = await collect(one, "answer", answerId);
    const { data: folder } = await newFolder(one, "Private");
    const { data: foreign } = await newFolder(await makePerson(), "Foreign");
    const id = data!.id;
    expect((await open(two, id)).code).toBe(404);
    expect((await change(two, id, { note: "mine" })).code).toBe(404);
    expect((await answer(uncollectRoute, { token: two.token, params: { id }, method: "DELETE" })).code).toBe(404);
    expect((await state(two, "answer", [answerId])).items).toEqual([]);
    expect((await list(two, { folderId: folder!.id })).items).toEqual([]);
    expect((await list(two)).items.map((item) => item.id)).not.toContain(id);
    const params = { id: folder!.id };
    expect((await answer(deleteFolder, { token: two.token, params, method: "DELETE" })).code).toBe(404);
    expect((await answer(renameFolder, { token: two.token, params, body: { name: "x" }, method: "PATCH" })).code).toBe(
      404,
    );
    // Nor is somebody else's folder a place for one's own.
    expect((await change(one, id, { folderId: foreign!.id })).code).toBe(404);
    const [row] = await db().select().from(collectedItems).where(eq(collectedItems.id, id));
    expect(row).toMatchObject({ folderId: null, note: "" });
    expect((await answer(uncollectRoute, { token: one.token, params: { id }, method: "DELETE" })).code).toBe(200);
    expect((await open(one, "x")).code).toBe(404);
  });

  it("is closed to people without the code", async () => {
    const stranger = await makePerson({ codes: ["PERSONAL:CHAT"] });
    const { answerId } = await chatOf(stranger, "May I?", "No.");
    expect((await collect(stranger, "answer", answerId)).code).toBe(403);
    for (const route of [listRoute, foldersRoute]) {
      expect((await answer(route, { token: stranger.token })).code).toBe(403);
    }
  });
});

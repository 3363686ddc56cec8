import { eq } from "drizzle-orm";
import { POST as importRoute, GET as stateRoute } from "@/app/api/chat/imports/route";
import { db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { files } from "@/db/schema/files";
import { notifications } from "@/db/schema/notifications";
import { listMessages } from "@/lib/conversation/messages";
import type { ChatImportDto } from "@/lib/features/chat/import/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { cancelTask } from "@/lib/tasks/tasks";
import { answer, call } from "@/tests/factories/call";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { zip } from "@/tests/factories/zip";

beforeAll(() => startJobs(TASK_JOBS, false));
afterAll(() => stopJobs(100));

const message = (role: string, text: string, at: number) => ({
  author: { role },
  create_time: at,
  content: { content_type: "text", parts: [text, ...(role === "assistant" ? [{ content_type: "image" }] : [])] },
});

/** A chat as ChatGPT exports it, with two answers to its question. */
const chat = (id: string, title: string) => ({
  id,
  title,
  create_time: 1_700_000_000,
  update_time: 1_700_000_100,
  current_node: "a",
  mapping: {
    q: { message: message("user", `What of ${title}?`, 1_700_000_001), parent: null },
    other: { message: message("assistant", "An earlier answer", 1_700_000_002), parent: "q" },
    a: { message: message("assistant", "The answer", 1_700_000_003), parent: "q" },
  },
});

async function upload(person: Person, name: string, bytes: string | Uint8Array) {
  const raw = multipart([{ name: "file", filename: name, bytes }]) as unknown as BodyInit;
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  const response = await call(importRoute, { token: person.token, raw, headers });
  return (await response.json()) as { code: number; data: ChatImportDto & { error?: string } };
}

const stateOf = async (person: Person) => (await answer<ChatImportDto>(stateRoute, { token: person.token })).data!;
const chatsOf = ({ id }: Person) =>
  db().select().from(chatSessions).where(eq(chatSessions.userId, id)).orderBy(chatSessions.title);

async function imported(person: Person, name: string, bytes: string | Uint8Array): Promise<ChatImportDto> {
  const { code } = await upload(person, name, bytes);
  expect(code).toBe(200);
  await runTasksOf(person.id);
  return stateOf(person);
}

it("brings chats with branches and times into the archive, and the same chat once", async () => {
  const [one, two] = [await makePerson(), await makePerson()];
  const archive = zip([
    ["conversations.json", JSON.stringify([chat("c1", "Alpha"), { no: "chat" }, chat("c2", "Beta")])],
    ["user.json", "{}"],
  ]);
  const first = await imported(one, "export.zip", archive);
  expect(first).toMatchObject({ status: "done", made: 2, known: 0, skipped: 1, leftOut: 4, failure: null });
  const [alpha, beta] = await chatsOf(one);
  expect([alpha!.title, beta!.title, alpha!.kind]).toEqual(["Alpha", "Beta", "personal"]);
  expect(alpha!.archivedAt).not.toBeNull();
  expect(alpha!.lastMessageAt).toEqual(new Date(1_700_000_100_000));
  const { items } = await listMessages(one.actor, alpha!.id);
  expect(items.map(({ parts }) => parts)).toEqual([
    [{ type: "text", text: "What of Alpha?" }],
    [{ type: "text", text: "The answer" }],
  ]);
  expect(await db().$count(chatMessages, eq(chatMessages.sessionId, alpha!.id))).toBe(3);

  const again = await imported(one, "again.json", JSON.stringify([chat("c1", "Alpha"), chat("c3", "Gamma")]));
  expect(again).toMatchObject({ status: "done", made: 1, known: 1, skipped: 0 });
  expect((await chatsOf(one)).map(({ title }) => title)).toEqual(["Alpha", "Beta", "Gamma"]);

  // Another person's export of the same chat is another chat; nobody sees the first one's.
  expect(await chatsOf(two)).toEqual([]);
  expect(await stateOf(two)).toMatchObject({ status: null, made: 0 });
  expect(await imported(two, "export.zip", archive)).toMatchObject({ made: 2 });
  await expect(listMessages(two.actor, alpha!.id)).rejects.toMatchObject({ key: "notFound" });

  const told = await db().select().from(notifications).where(eq(notifications.userId, one.id));
  expect(told.filter(({ kind }) => kind === "chatsImported")).toHaveLength(2);
  const left = await db().select().from(files).where(eq(files.ownerId, one.id));
  expect(left.map(({ deletedAt }) => deletedAt !== null)).toEqual([true, true]);
});

it("brings one back from the trash", async () => {
  const person = await makePerson();
  await imported(person, "a.json", JSON.stringify([chat("c1", "Alpha")]));
  await db().update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.userId, person.id));
  expect(await imported(person, "a.json", JSON.stringify([chat("c1", "Alpha")]))).toMatchObject({ made: 1, known: 0 });
  expect((await chatsOf(person)).map(({ deletedAt }) => deletedAt)).toEqual([null]);
});

it("refuses what is no export at once, and says what else stops it", async () => {
  const person = await makePerson();
  for (const bytes of ["hello", "{}", "\u0000\u0001"]) expect((await upload(person, "x.json", bytes)).code).toBe(422);
  expect(await stateOf(person)).toMatchObject({ status: null });
  const failed = { status: "failed", failure: "chatExportUnreadable" };
  expect(await imported(person, "x.zip", zip([["other.json", "[]"]]))).toMatchObject(failed);
  const cutOff = JSON.stringify([chat("c1", "Alpha"), chat("c2", "Beta")]).slice(0, -20);
  expect(await imported(person, "x.json", cutOff)).toMatchObject(failed);
  expect(await imported(person, "x.zip", Buffer.from("PK\u0003\u0004 no archive"))).toMatchObject(failed);
  expect(await chatsOf(person)).toEqual([]);
});

it("is one at a time, and can be cancelled", async () => {
  const person = await makePerson();
  const { data } = await upload(person, "a.json", JSON.stringify([chat("c1", "Alpha")]));
  expect(data).toMatchObject({ status: "waiting" });
  expect((await upload(person, "b.json", "[]")).code).toBe(409);
  expect(await cancelTask(data.taskId!, { ownerId: person.id })).toBe(true);
  await runTasksOf(person.id);
  expect(await stateOf(person)).toMatchObject({ status: "cancelled", made: 0 });
  expect(await chatsOf(person)).toEqual([]);
});

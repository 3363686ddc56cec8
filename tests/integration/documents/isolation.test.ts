import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as answersTo } from "@/app/api/chat/messages/[id]/answers/route";
import { POST as goOn } from "@/app/api/chat/messages/[id]/continue/route";
import { GET as exportAnswer } from "@/app/api/chat/messages/[id]/export/route";
import { PUT as feedback } from "@/app/api/chat/messages/[id]/feedback/route";
import { POST as openMessage } from "@/app/api/chat/messages/[id]/open/route";
import { POST as reAnswer } from "@/app/api/chat/messages/[id]/re-answer/route";
import { POST as show } from "@/app/api/chat/messages/[id]/show/route";
import { GET as followRun } from "@/app/api/chat/runs/[id]/stream/route";
import { POST as personalAnswer } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as personalCompare } from "@/app/api/chat/sessions/[id]/compare/route";
import { GET as exportConversation } from "@/app/api/chat/sessions/[id]/export/route";
import { GET as messages } from "@/app/api/chat/sessions/[id]/messages/route";
import { DELETE as deleteConversation, PATCH as patchConversation } from "@/app/api/chat/sessions/[id]/route";
import { GET as personalSettings } from "@/app/api/chat/sessions/[id]/settings/route";
import { POST as share, GET as shares } from "@/app/api/chat/sessions/[id]/shares/route";
import { GET as conversations, POST as personalNew } from "@/app/api/chat/sessions/route";
import { POST as documentAnswer } from "@/app/api/documents/chats/[id]/answer/route";
import { POST as documentCompare } from "@/app/api/documents/chats/[id]/compare/route";
import { GET as documentGet, PATCH as documentPatch } from "@/app/api/documents/chats/[id]/route";
import { POST as cancelTable } from "@/app/api/documents/chats/[id]/table/cancel/route";
import { DELETE as deleteColumn } from "@/app/api/documents/chats/[id]/table/columns/[columnId]/route";
import { POST as newColumn } from "@/app/api/documents/chats/[id]/table/columns/route";
import { GET as exportTable } from "@/app/api/documents/chats/[id]/table/export/route";
import { POST as retryTable } from "@/app/api/documents/chats/[id]/table/retry/route";
import { GET as documentTable } from "@/app/api/documents/chats/[id]/table/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions, runs } from "@/db/schema/conversation";
import { backgroundIdle } from "@/lib/background";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeChat, makeDocument } from "@/tests/factories/reading";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/** One conversation of each area, with a question and its answer. */
interface Conversation {
  id: string;
  questionId: string;
  answerId: string;
}

let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;
let other: Person;
/** May chat, not read documents. */
let limited: Person;
let model: string;
let documentId: string;
let personal: Conversation;
let reading: Conversation;

beforeAll(async () => {
  fake = await startModelServer();
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, other] = [await makePerson(), await makePerson()];
  limited = await makePerson({ codes: ["PERSONAL:CHAT"] });
  model = await makeModel(fake.url, "fake-reader");
  const document = await makeDocument(owner, "lease.txt", "The lease of the north office ends on 31 March 2027.\n");
  documentId = document.id;
  const session = (await answer<{ id: string }>(personalNew, { token: owner.token, body: {} })).data!;
  personal = await ask(personalAnswer, session.id);
  reading = await ask(documentAnswer, (await makeChat(owner, [document])).id);
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

type Route = Parameters<typeof call>[0];

async function ask(route: Route, id: string): Promise<Conversation> {
  const body = { text: "When does the lease end?", modelId: model };
  const stream = await readStream(await call(route, { token: owner.token, params: { id }, body }));
  expect(stream.finish).toMatchObject({ status: "done" });
  // Its title is asked for by now, and counts with no attempt.
  await backgroundIdle(10_000);
  const rows = await stateOf(id);
  const of = (role: string) => rows.messages.find((message) => message.role === role)!.id;
  return { id, questionId: of("user"), answerId: of("assistant") };
}

/** Everything a call could change. */
async function stateOf(sessionId: string) {
  const [session] = await db().select().from(chatSessions).where(eq(chatSessions.id, sessionId));
  const messages = await db()
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.sessionId, sessionId))
    .orderBy(chatMessages.id);
  const sessionRuns = await db().select({ id: runs.id }).from(runs).where(eq(runs.sessionId, sessionId));
  return { session, messages, runs: sessionRuns.length };
}

type Attempt = [name: string, route: Route, options: (of: Conversation) => Parameters<typeof call>[1]];
const at = (more: object = {}) => {
  return ({ id }: Conversation) => ({ params: { id }, ...more });
};
const onMessage = (key: "questionId" | "answerId", body: object) => {
  return (of: Conversation) => ({ params: { id: of[key] }, body });
};

/** Doors of one area alone. */
const THROUGH_PERSONAL: Attempt[] = [
  ["answer", personalAnswer, at({ body: { text: "When?" } })],
  ["compare", personalCompare, at({ body: { text: "When?", modelIds: ["a", "b"] } })],
  ["settings", personalSettings, at()],
];
const THROUGH_DOCUMENTS: Attempt[] = [
  ["open", documentGet, at()],
  ["take documents", documentPatch, at({ method: "PATCH", body: { documentIds: [v7()] } })],
  ["answer", documentAnswer, at({ body: { text: "When?" } })],
  ["compare", documentCompare, at({ body: { text: "When?", modelIds: ["a", "b"] } })],
  ["table", documentTable, at()],
  ["new column", newColumn, at({ body: { question: "When?" } })],
  ["delete column", deleteColumn, ({ id }) => ({ method: "DELETE", params: { id, columnId: v7() } })],
  ["retry", retryTable, at({ body: { columnId: v7() } })],
  ["cancel", cancelTable, at({ body: {} })],
  ["export of the table", exportTable, at()],
];
/** Doors that serve every kind. */
const SHARED: Attempt[] = [
  ["rename", patchConversation, at({ method: "PATCH", body: { title: "Taken" } })],
  ["archive", patchConversation, at({ method: "PATCH", body: { archived: true } })],
  ["delete", deleteConversation, at({ method: "DELETE" })],
  ["messages", messages, at()],
  ["export", exportConversation, at()],
  ["links", shares, at()],
  ["share", share, at({ body: { days: 7 } })],
  ["answer again", reAnswer, onMessage("answerId", {})],
  ["answer a question again", reAnswer, onMessage("questionId", {})],
  ["go on", goOn, onMessage("answerId", {})],
  ["show", show, onMessage("answerId", {})],
  ["open at a message", openMessage, onMessage("answerId", {})],
  ["answers to a question", answersTo, ({ questionId }) => ({ params: { id: questionId } })],
  ["rate", feedback, (of) => ({ params: { id: of.answerId }, method: "PUT", body: { value: "like" } })],
  ["export of an answer", exportAnswer, ({ answerId }) => ({ params: { id: answerId } })],
];

/** Refused, and nothing changed or sent. */
async function refused(of: Conversation, person: Person, [, route, options]: Attempt, status: number) {
  const before = await stateOf(of.id);
  const asked = fake.state.requests.length;
  const response = await call(route, { token: person.token, ...options(of) });
  expect(response.status).toBe(status);
  await response.body?.cancel();
  expect(await stateOf(of.id)).toEqual(before);
  expect(fake.state.requests).toHaveLength(asked);
}

describe.each([
  ["one's own, of documents, through personal chat", THROUGH_PERSONAL, () => reading, () => owner],
  ["one's own personal ones through documents", THROUGH_DOCUMENTS, () => personal, () => owner],
  ["another person's personal ones", [...SHARED, ...THROUGH_PERSONAL], () => personal, () => other],
  ["another person's, of documents", [...SHARED, ...THROUGH_DOCUMENTS], () => reading, () => other],
] as const)("conversations: %s", (_name, attempts, of, person) => {
  it.each([...attempts])("are not there: %s", (...attempt) => refused(of(), person(), attempt, 404));
});

describe("one's own conversations of an area one may use no more", () => {
  it.each(SHARED)("are closed: %s", async (...attempt) => {
    // As if the code had been taken from its owner.
    await db().update(chatSessions).set({ userId: limited.id }).where(eq(chatSessions.id, reading.id));
    await refused(reading, limited, attempt, 403);
    await db().update(chatSessions).set({ userId: owner.id }).where(eq(chatSessions.id, reading.id));
  });

  it("are closed: the lines of their answers", async () => {
    const [run] = await db().select({ id: runs.id }).from(runs).where(eq(runs.sessionId, reading.id));
    const lines = (person: Person) => call(followRun, { token: person.token, params: { id: run!.id } });
    const hand = async ({ id }: Person) => {
      await db().update(chatSessions).set({ userId: id }).where(eq(chatSessions.id, reading.id));
      await db().update(runs).set({ userId: id }).where(eq(runs.sessionId, reading.id));
    };
    expect((await readStream(await lines(owner))).finish?.status).toBe("done");
    await hand(limited);
    expect((await lines(limited)).status).toBe(403);
    await hand(owner);
  });
});

describe("lists", () => {
  it("hold their own kind only", async () => {
    const ids = async (query: Record<string, string>) =>
      (await answer<{ items: { id: string }[] }>(conversations, { token: owner.token, query })).data!.items.map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual([personal.id]);
    expect(await ids({ kind: "document" })).toEqual([reading.id]);
    expect((await call(conversations, { token: limited.token, query: { kind: "document" } })).status).toBe(403);
    expect((await call(conversations, { token: owner.token, query: { kind: "other" } })).status).toBe(404);
  });

  it("of a personal conversation take no documents", async () => {
    const body = { documentIds: [documentId] };
    const options = { token: owner.token, params: { id: personal.id }, method: "PATCH", body };
    expect((await call(documentPatch, options)).status).toBe(404);
  });
});

import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as personalReAnswer } from "@/app/api/chat/messages/[id]/re-answer/route";
import { POST as personalShow } from "@/app/api/chat/messages/[id]/show/route";
import { POST as personalAnswer } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as personalMessages } from "@/app/api/chat/sessions/[id]/messages/route";
import { DELETE as personalDelete, PATCH as personalPatch } from "@/app/api/chat/sessions/[id]/route";
import { GET as personalList, POST as personalNew } from "@/app/api/chat/sessions/route";
import { POST as documentAnswer } from "@/app/api/documents/chats/[id]/answer/route";
import { GET as documentExport } from "@/app/api/documents/chats/[id]/export/route";
import { GET as documentMessages } from "@/app/api/documents/chats/[id]/messages/route";
import {
  DELETE as documentDelete,
  GET as documentGet,
  PATCH as documentPatch,
} from "@/app/api/documents/chats/[id]/route";
import { POST as cancelTable } from "@/app/api/documents/chats/[id]/table/cancel/route";
import { DELETE as deleteColumn } from "@/app/api/documents/chats/[id]/table/columns/[columnId]/route";
import { POST as newColumn } from "@/app/api/documents/chats/[id]/table/columns/route";
import { GET as exportTable } from "@/app/api/documents/chats/[id]/table/export/route";
import { POST as retryTable } from "@/app/api/documents/chats/[id]/table/retry/route";
import { GET as documentTable } from "@/app/api/documents/chats/[id]/table/route";
import { GET as documentList } from "@/app/api/documents/chats/route";
import { POST as documentReAnswer } from "@/app/api/documents/messages/[id]/re-answer/route";
import { POST as documentShow } from "@/app/api/documents/messages/[id]/show/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions, runs } from "@/db/schema/chat";
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
let model: string;
let documentId: string;
let personal: Conversation;
let reading: Conversation;

beforeAll(async () => {
  fake = await startModelServer();
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, other] = [await makePerson(), await makePerson()];
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

const THROUGH_PERSONAL: Attempt[] = [
  ["rename", personalPatch, at({ method: "PATCH", body: { title: "Taken" } })],
  ["archive", personalPatch, at({ method: "PATCH", body: { archived: true } })],
  ["delete", personalDelete, at({ method: "DELETE" })],
  ["messages", personalMessages, at()],
  ["answer", personalAnswer, at({ body: { text: "When?" } })],
  ["answer again", personalReAnswer, onMessage("answerId", {})],
  ["answer a question again", personalReAnswer, onMessage("questionId", {})],
  ["show", personalShow, onMessage("answerId", {})],
];
const THROUGH_DOCUMENTS: Attempt[] = [
  ["open", documentGet, at()],
  ["rename", documentPatch, at({ method: "PATCH", body: { title: "Taken" } })],
  ["delete", documentDelete, at({ method: "DELETE" })],
  ["messages", documentMessages, at()],
  ["answer", documentAnswer, at({ body: { text: "When?" } })],
  ["export", documentExport, at()],
  ["table", documentTable, at()],
  ["new column", newColumn, at({ body: { question: "When?" } })],
  ["delete column", deleteColumn, ({ id }) => ({ method: "DELETE", params: { id, columnId: v7() } })],
  ["retry", retryTable, at({ body: { columnId: v7() } })],
  ["cancel", cancelTable, at({ body: {} })],
  ["export of the table", exportTable, at()],
  ["answer again", documentReAnswer, onMessage("answerId", {})],
  ["answer a question again", documentReAnswer, onMessage("questionId", {})],
  ["show", documentShow, onMessage("answerId", {})],
];

describe.each([
  ["one's own, of documents, through personal chat", THROUGH_PERSONAL, () => reading, () => owner],
  ["one's own personal ones through documents", THROUGH_DOCUMENTS, () => personal, () => owner],
  ["another person's, of documents, through personal chat", THROUGH_PERSONAL, () => reading, () => other],
  ["another person's personal ones through documents", THROUGH_DOCUMENTS, () => personal, () => other],
  ["another person's personal ones through personal chat", THROUGH_PERSONAL, () => personal, () => other],
  ["another person's, of documents, through documents", THROUGH_DOCUMENTS, () => reading, () => other],
] as const)("conversations: %s", (_name, attempts, of, person) => {
  it.each([...attempts])("are not there: %s", async (_attempt, route, options) => {
    const before = await stateOf(of().id);
    const asked = fake.state.requests.length;
    const response = await call(route, { token: person().token, ...options(of()) });
    expect(response.status).toBe(404);
    await response.body?.cancel();
    expect(await stateOf(of().id)).toEqual(before);
    expect(fake.state.requests).toHaveLength(asked);
  });
});

describe("lists", () => {
  it("hold their own kind only", async () => {
    const ids = async (route: Route) =>
      (await answer<{ items: { id: string }[] }>(route, { token: owner.token })).data!.items.map(({ id }) => id);
    expect(await ids(personalList)).toEqual([personal.id]);
    expect(await ids(documentList)).toEqual([reading.id]);
  });

  it("of a personal conversation take no documents", async () => {
    const body = { documentIds: [documentId] };
    const options = { token: owner.token, params: { id: personal.id }, method: "PATCH", body };
    expect((await call(documentPatch, options)).status).toBe(404);
  });
});

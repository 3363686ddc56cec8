import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { DELETE as deleteRoute } from "@/app/api/chat/sessions/[id]/route";
import { POST as bulkRoute } from "@/app/api/chat/sessions/bulk/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions, runs } from "@/db/schema/conversation";
import { departments, users } from "@/db/schema/organisation";
import type { MessagePage } from "@/lib/stream/message-dto";
import { beatRuns } from "@/lib/stream/runs";
import { answer, call } from "@/tests/factories/call";
import { makeConversation, makeDepartment, makeMember } from "@/tests/factories/conversations";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readSome, until } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;
let model: string;

beforeAll(async () => {
  fake = await startModelServer();
  model = await makeModel(fake.url, "fake-stall");
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

/** A chat that is being answered; the supplier has stalled in mid-answer. */
async function answering(person: Person, body: object = {}) {
  const open = fake.state.open;
  const { id } = (await answer<{ id: string }>(createRoute, { token: person.token, body })).data!;
  await readSome(
    await call(answerRoute, { token: person.token, params: { id }, body: { text: "hi", modelId: model } }),
    4,
  );
  expect(fake.state.open).toBe(open + 1);
  return id;
}

const runOf = async (sessionId: string) => (await db().select().from(runs).where(eq(runs.sessionId, sessionId)))[0]!;

/** At the supplier, and in what is stored. */
async function ended(sessionId: string, others = 1) {
  await until(() => fake.state.open === others);
  await until(async () => (await runOf(sessionId)).status === "stopped");
}

describe("answers nobody is left to read end at the supplier", () => {
  let theirs: string;
  beforeEach(async () => {
    theirs = await answering(u2);
  });
  afterEach(async () => {
    // Whoever is not concerned is answered on.
    expect((await runOf(theirs)).status).toBe("running");
    await db().update(runs).set({ stopRequestedAt: new Date() }).where(eq(runs.sessionId, theirs));
    await beatRuns();
    await ended(theirs, 0);
  });

  it("when their chat is deleted", async () => {
    await answer(createRoute, { token: u1.token, body: {} });
    const id = await answering(u1);
    const one = { token: u2.token, params: { id }, method: "DELETE" };
    expect((await answer(deleteRoute, one)).code).toBe(404);
    expect((await answer(deleteRoute, { ...one, token: u1.token })).code).toBe(200);
    await ended(id);
  });

  it("when their temporary chat is closed", async () => {
    const id = await answering(u1, { temporary: true });
    expect((await answer(deleteRoute, { token: u1.token, params: { id }, method: "DELETE" })).code).toBe(200);
    await ended(id);
  });

  it("when several chats are deleted at once", async () => {
    await answer(createRoute, { token: u1.token, body: {} });
    const id = await answering(u1);
    const body = { action: "delete", ids: [id, theirs] };
    expect((await answer<{ done: string[] }>(bulkRoute, { token: u1.token, body })).data?.done).toEqual([id]);
    await ended(id);
  });

  it("when a conversation about documents is deleted, also while another process answers in it", async () => {
    const { id } = await makeConversation(u1, [{ question: "q", answer: "a" }], { kind: "document" });
    await db().update(runs).set({ status: "running" }).where(eq(runs.sessionId, id));
    const one = { token: u1.token, params: { id }, method: "DELETE" };
    expect((await answer(deleteRoute, one)).code).toBe(200);
    expect((await runOf(id)).stopRequestedAt).not.toBeNull();
  });

  it.each<[string, (person: Person, id: string) => Promise<unknown>]>([
    ["is disabled", (person) => db().update(users).set({ status: "disabled" }).where(eq(users.id, person.id))],
    [
      "is made anonymous",
      (person) => db().update(users).set({ anonymizedAt: new Date() }).where(eq(users.id, person.id)),
    ],
    [
      "belongs to a department that is closed",
      async (person) => {
        const department = await makeDepartment();
        await db().update(departments).set({ status: "disabled" }).where(eq(departments.id, department.id));
        await db().update(users).set({ departmentId: department.id }).where(eq(users.id, person.id));
      },
    ],
    [
      "lost the chat to a sweep",
      (_person, id) => db().update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.id, id)),
    ],
  ])("when their person %s", async (_name, leave) => {
    const person = await makeMember(await makeDepartment());
    const id = await answering(person);
    await beatRuns();
    expect((await runOf(id)).status).toBe("running");
    await leave(person, id);
    await beatRuns();
    await ended(id);
  });

  it("when all of it was removed", async () => {
    const id = await answering(u1, { temporary: true });
    await db().delete(chatSessions).where(eq(chatSessions.id, id));
    await beatRuns();
    await until(() => fake.state.open === 1);
  });
});

it("messages come by the page where nobody says how many", async () => {
  const { id } = await makeConversation(u1, []);
  const rows: (typeof chatMessages.$inferInsert)[] = [];
  for (let at = 0; at < 150; at++) {
    const role = at % 2 === 0 ? "user" : "assistant";
    rows.push({
      id: v7(),
      sessionId: id,
      parentId: rows.at(-1)?.id,
      role,
      parts: [{ type: "text", text: String(at) }],
    });
  }
  await db().insert(chatMessages).values(rows);
  await db()
    .update(chatSessions)
    .set({ activeLeafId: rows.at(-1)!.id })
    .where(eq(chatSessions.id, id));
  const page = async (query: Record<string, string> = {}, token = u1.token) =>
    answer<MessagePage>(messagesRoute, { token, params: { id }, query });
  const last = (await page()).data!;
  expect(last.items.map((item) => item.id)).toEqual(rows.slice(50).map((row) => row.id));
  expect(last).toMatchObject({ next: rows[50]!.id, hasEarlier: true });
  const first = (await page({ before: last.next! })).data!;
  expect(first.items.map((item) => item.id)).toEqual(rows.slice(0, 50).map((row) => row.id));
  expect(first).toMatchObject({ next: null, hasEarlier: false });
  expect((await page({}, u2.token)).code).toBe(404);
});

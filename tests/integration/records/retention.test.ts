import { eq, inArray } from "drizzle-orm";
import { DELETE as deleteChatRoute } from "@/app/api/chat/sessions/[id]/route";
import { GET as ownPolicyRoute } from "@/app/api/user/records/policy/route";
import { closeDatabase, db } from "@/db/client";
import { insertReads } from "@/db/queries/records/records";
import { chatMessages, chatSessions, chatShares, runs } from "@/db/schema/conversation";
import { recordPolicies, recordReads } from "@/db/schema/records";
import { removeExpired } from "@/lib/features/records/jobs";
import { answer } from "@/tests/factories/call";
import { makeConversation, makeDepartment, makeMember } from "@/tests/factories/conversations";
import type { Person } from "@/tests/factories/people";

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
let short: Awaited<ReturnType<typeof makeDepartment>>;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  short = await makeDepartment();
  u1 = await makeMember(await makeDepartment(short));
  u2 = await makeMember(await makeDepartment());
});
beforeEach(async () => {
  await db().delete(recordPolicies);
});
afterAll(async () => {
  await db().delete(recordPolicies);
  await closeDatabase();
});

const setPolicy = (policy: Partial<typeof recordPolicies.$inferInsert>) =>
  db()
    .insert(recordPolicies)
    .values({ departmentId: short.id, ...policy });
const talk = (person: Person, days: number, more: object = {}) =>
  makeConversation(person, [{ question: "q", answer: "a" }], { lastMessageAt: daysAgo(days), ...more });
const left = async (ids: string[]) =>
  (await db().select({ id: chatSessions.id }).from(chatSessions).where(inArray(chatSessions.id, ids))).map(
    ({ id }) => id,
  );

it("removes what is older than the days of the department, with everything that hangs on it", async () => {
  const [old, young, foreign, running] = [
    await talk(u1, 31),
    await talk(u1, 29),
    await talk(u2, 300),
    await talk(u1, 40),
  ];
  await db().update(runs).set({ status: "running" }).where(eq(runs.sessionId, running.id));
  await db().insert(chatShares).values({ userId: u1.id, sessionId: old.id, leafId: old.answerIds[0]!, title: "t" });
  await insertReads(db(), u2.id, [{ userId: u1.id, sessionId: old.id, title: "words" }]);
  const ids = [old.id, young.id, foreign.id, running.id];

  await removeExpired();
  expect(await left(ids)).toHaveLength(4);
  await setPolicy({ retentionDays: 30 });
  expect(await removeExpired()).toBeGreaterThanOrEqual(1);
  expect((await left(ids)).sort()).toEqual([young.id, foreign.id, running.id].sort());
  for (const table of [chatMessages, runs, chatShares]) {
    expect(await db().select().from(table).where(eq(table.sessionId, old.id))).toEqual([]);
  }
  // That it was read stays known; its title was part of it.
  const [read] = await db().select().from(recordReads).where(eq(recordReads.sessionId, old.id));
  expect(read).toMatchObject({ readerId: u2.id, title: "" });
  await db().update(runs).set({ status: "done" }).where(eq(runs.sessionId, running.id));
});

it("works through more than one batch, and purges what was deleted a month ago anywhere", async () => {
  await setPolicy({ retentionDays: 10 });
  const many = await Promise.all(Array.from({ length: 120 }, () => talk(u1, 20)));
  const [gone, fresh] = [
    await talk(u2, 40, { deletedAt: daysAgo(31) }),
    await talk(u2, 40, { deletedAt: daysAgo(29) }),
  ];
  await removeExpired();
  expect(await left([...many.map(({ id }) => id), gone.id, fresh.id])).toEqual([fresh.id]);
});

it("lets nobody delete where the department keeps conversations, whatever their kind", async () => {
  const [chat, spare, document] = [await talk(u1, 1), await talk(u1, 1), await talk(u1, 1, { kind: "document" })];
  const remove = (person: Person, handler: typeof deleteChatRoute, id: string) =>
    answer(handler, { token: person.token, params: { id }, method: "DELETE" });
  await setPolicy({ mayDelete: false });
  expect(await remove(u1, deleteChatRoute, chat.id)).toMatchObject({ code: 403, data: { error: "conversationsKept" } });
  expect(await remove(u1, deleteChatRoute, document.id)).toMatchObject({
    code: 403,
    data: { error: "conversationsKept" },
  });
  const rows = await db()
    .select()
    .from(chatSessions)
    .where(inArray(chatSessions.id, [chat.id, spare.id, document.id]));
  expect(rows.map(({ deletedAt }) => deletedAt)).toEqual([null, null, null]);
  expect((await remove(u2, deleteChatRoute, chat.id)).code).toBe(404);
  expect((await answer(ownPolicyRoute, { token: u1.token })).data).toMatchObject({ mayDelete: false });
  expect((await answer(ownPolicyRoute, { token: u2.token })).data).toMatchObject({ mayDelete: true });

  const [foreign, more] = [await talk(u2, 1), await talk(u2, 1)];
  expect(more.id).not.toBe(foreign.id);
  expect((await remove(u2, deleteChatRoute, foreign.id)).code).toBe(200);
  await db().delete(recordPolicies);
  expect((await remove(u1, deleteChatRoute, chat.id)).code).toBe(200);
  expect((await remove(u1, deleteChatRoute, document.id)).code).toBe(200);
});

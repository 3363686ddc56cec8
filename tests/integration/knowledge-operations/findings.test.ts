import { and, eq } from "drizzle-orm";
import { POST as assignRoute } from "@/app/api/knowledge-operations/findings/[id]/assign/route";
import { GET as assigneesRoute } from "@/app/api/knowledge-operations/findings/[id]/assignees/route";
import { POST as dismissRoute } from "@/app/api/knowledge-operations/findings/[id]/dismiss/route";
import { POST as doneRoute } from "@/app/api/knowledge-operations/findings/[id]/done/route";
import { POST as openRoute } from "@/app/api/knowledge-operations/findings/[id]/open/route";
import { POST as qaRoute } from "@/app/api/knowledge-operations/findings/[id]/qa/route";
import { POST as reopenRoute } from "@/app/api/knowledge-operations/findings/[id]/reopen/route";
import { GET as readRoute } from "@/app/api/knowledge-operations/findings/[id]/route";
import { POST as itemRoute } from "@/app/api/knowledge-operations/findings/[id]/test-item/route";
import { GET as listRoute } from "@/app/api/knowledge-operations/findings/route";
import { POST as setsRoute } from "@/app/api/knowledge-operations/recall-sets/route";
import { GET as readsRoute } from "@/app/api/user/records/reads/route";
import { closeDatabase, db } from "@/db/client";
import { chatSessions } from "@/db/schema/conversation";
import { knowledgeQas } from "@/db/schema/knowledge";
import { recallItems } from "@/db/schema/knowledge-operations";
import { notifications } from "@/db/schema/notifications";
import { recordPolicies } from "@/db/schema/records";
import { makeQaVectors } from "@/lib/features/knowledge/service/qa/vectors";
import type { FindingDetailDto, FindingsDto } from "@/lib/features/knowledge-operations/findings-dto";
import type { OpenedAnswerDto } from "@/lib/features/knowledge-operations/usage-dto";
import type { ReadPage } from "@/lib/features/records/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { makeBaseAnswer, slicesOf } from "@/tests/factories/base-answers";
import { answer, call } from "@/tests/factories/call";
import { makeDepartment, makeMember } from "@/tests/factories/conversations";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

const SECRET = "blue whale";
let unit: { id: string; path: string };
let owner: Person;
let manager: Person;
let reader: Person;
let center: Person;
let base: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs([...TASK_JOBS, makeQaVectors], false);
  unit = await makeDepartment();
  [owner, manager] = [await makePerson(), await makePerson()];
  reader = await makeMember(unit);
  center = await makePerson({ codes: ["KBCENTER", "KBCENTER:CHAT", "KBCENTER:MANAGE"] });
});
beforeEach(async () => {
  await db().delete(recordPolicies);
  const grants = [granted("user", manager.id, "manage"), granted("user", reader.id)];
  base = await makeBase(owner, { name: `Findings ${Math.random()}`, visibility: "partial", grants });
});
afterAll(async () => {
  await db().delete(recordPolicies);
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const list = async (person: Person, query: Record<string, string | number> = {}) =>
  (
    await answer<FindingsDto>(listRoute, {
      token: person.token,
      query: { kind: "wrong", baseId: base, ...query },
    })
  ).data!;
const at = (person: Person, id: string, body?: object) => ({
  token: person.token,
  params: { id },
  ...(body ? { body } : { method: "POST" }),
});
const read = async (person: Person, id: string) =>
  (await answer<FindingDetailDto>(readRoute, { token: person.token, params: { id } })).data!;
const opened = (person: Person, id: string) => answer<OpenedAnswerDto>(openRoute, at(person, id));

/** A question without an answer: nobody told its asker that others read it. */
const missed = (question = `Where is the ${SECRET}?`) => makeBaseAnswer(reader, { baseIds: [base], question });
const disliked = (more: object = {}) =>
  makeBaseAnswer(reader, {
    baseIds: [base],
    question: `The price of the ${SECRET}?`,
    feedback: "dislike",
    feedbackReason: "other",
    feedbackText: "It says nothing of tax",
    ...more,
  });

describe("findings of a base", () => {
  it("are seen by whoever manages it; others, and those whose right is withdrawn, find nothing", async () => {
    await disliked();
    const [finding] = (await list(manager)).items;
    const id = finding!.id;
    expect((await call(listRoute, { token: reader.token, query: { kind: "wrong", baseId: base } })).status).toBe(404);
    expect((await call(listRoute, { token: manager.token, query: { kind: "wrong" } })).status).toBe(403);
    const doors = [
      [readRoute, { token: reader.token, params: { id } }],
      [assigneesRoute, { token: reader.token, params: { id } }],
      [openRoute, at(reader, id)],
      [assignRoute, at(reader, id, { assigneeId: null })],
      [dismissRoute, at(reader, id, { reason: "no" })],
      [doneRoute, at(reader, id)],
      [reopenRoute, at(reader, id)],
    ] as const;
    for (const [route, options] of doors) expect((await call(route, options)).status).toBe(404);
    const ofBase = { kind: "wrong", baseId: base };
    expect((await call(listRoute, { token: center.token, query: ofBase })).status).toBe(404);
    await db().execute(`delete from grants where subject_id = '${manager.id}'`);
    expect((await call(doneRoute, at(manager, id))).status).toBe(404);
    expect((await call(listRoute, { token: manager.token, query: { kind: "wrong", baseId: base } })).status).toBe(404);
  });

  it("show words their asker gave knowing who reads them, and of others only counts and causes", async () => {
    await missed();
    await disliked();
    const { items, total, states } = await list(manager);
    expect({ total, states }).toEqual({ total: 2, states: { active: 2, done: 0, dismissed: 0 } });
    expect(items).toMatchObject([
      {
        causes: ["dislike", "notFound"],
        reason: "other",
        question: `The price of the ${SECRET}?`,
        remark: "It says nothing of tax",
        asker: reader.account,
        closed: null,
      },
      { causes: ["notFound"], question: null, remark: null, asker: null, closed: "policy" },
    ]);
    // A keyword is looked for in words that may be read, and in no others.
    expect((await list(manager, { keyword: SECRET })).total).toBe(1);
    const [, closed] = items;
    expect(await opened(manager, closed!.id)).toMatchObject({ code: 403, data: { error: "wordsClosed" } });
    expect((await read(manager, closed!.id)).history).toEqual([]);

    await db()
      .insert(recordPolicies)
      .values({ departmentId: unit.id, retentionDays: null, mayDelete: true, adminAccess: "content" });
    expect((await list(manager, { keyword: SECRET })).total).toBe(2);
    expect((await opened(manager, closed!.id)).data).toMatchObject({
      question: `Where is the ${SECRET}?`,
      isTold: true,
    });
  });

  it("are opened with what the reader may see of the cited files, and their asker is told", async () => {
    const { id: fileId } = await makeKnowledgeFile(owner, base, "prices.txt", "A whale costs 12 euros.\n");
    const [slice] = await slicesOf(fileId!);
    const { sessionId } = await disliked({ used: [slice!], cited: [slice!] });
    const [finding] = (await list(manager)).items;
    const seen = await opened(manager, finding!.id);
    expect(seen.data!.citations).toMatchObject([{ fileName: "prices.txt", quote: slice!.text }]);
    await db().execute(`update knowledge_files set visibility = 'self' where id = '${fileId}'`);
    const narrowed = (await opened(manager, finding!.id)).data!;
    expect(narrowed.citations).toMatchObject([{ fileName: "", quote: "" }]);
    expect(JSON.stringify(narrowed)).not.toContain("12 euros");
    const reads = (await answer<ReadPage>(readsRoute, { token: reader.token })).data!.items;
    expect(reads[0]).toMatchObject({ reader: { account: manager.account } });
    expect((await read(manager, finding!.id)).history.map(({ event }) => event)).toEqual(["open", "open"]);

    await db().update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.id, sessionId));
    expect((await list(manager)).items).toMatchObject([{ question: null, remark: null, closed: "gone" }]);
    expect(await opened(manager, finding!.id)).toMatchObject({ code: 409, data: { error: "questionGone" } });
  });

  it("are given to people who manage the base, decided once, and opened again", async () => {
    await disliked();
    const [finding] = (await list(manager)).items;
    const id = finding!.id;
    const people = await answer<{ items: { id: string }[] }>(assigneesRoute, { token: manager.token, params: { id } });
    expect(people.data!.items.map((one) => one.id).sort()).toEqual([owner.id, manager.id].sort());
    const assign = (assigneeId: string | null, by = manager) => answer(assignRoute, at(by, id, { assigneeId }));
    expect(await assign(reader.id)).toMatchObject({ code: 422, data: { error: "notManager" } });
    expect((await assign(owner.id)).code).toBe(200);
    const told = await db()
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, owner.id), eq(notifications.kind, "wrongQuestionAssigned")));
    expect(told.map(({ href }) => href)).toEqual([expect.stringContaining(`open=${id}`)]);
    expect((await list(manager, { assigneeId: owner.id, state: "assigned" })).total).toBe(1);

    expect((await answer(dismissRoute, at(manager, id, { reason: "  " }))).code).toBe(400);
    expect((await answer(dismissRoute, at(manager, id, { reason: "Not about us" }))).code).toBe(200);
    expect(await answer(doneRoute, at(owner, id))).toMatchObject({ code: 409, data: { error: "findingDecided" } });
    expect((await list(manager, { state: "active" })).total).toBe(0);
    expect((await answer(reopenRoute, at(manager, id))).code).toBe(200);
    expect((await answer(doneRoute, at(owner, id))).code).toBe(200);
    const { history, state, mayChange } = await read(manager, id);
    expect({ state, mayChange }).toEqual({ state: "done", mayChange: true });
    expect(history.map(({ event, detail }) => [event, detail])).toEqual([
      ["assign", owner.account],
      ["dismiss", "Not about us"],
      ["reopen", ""],
      ["done", ""],
    ]);
  });
});

describe("what findings become", () => {
  it("is a pair of question and answer, and a question of a test set, where their words may be read", async () => {
    const { id: fileId } = await makeKnowledgeFile(owner, base, "whales.txt", "A whale costs 12 euros.\n");
    const [slice] = await slicesOf(fileId!);
    await disliked({ used: [slice!], cited: [slice!] });
    await missed();
    const { sessionId } = await disliked({ question: `And the ${SECRET} by post?` });
    const [deleted, closed, finding] = (await list(manager)).items;
    await db().update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.id, sessionId));
    const set = { baseId: base, name: "Prices" };
    const setId = (await answer<{ id: string }>(setsRoute, { token: manager.token, body: set })).data!.id;
    const pair = { question: "What does a whale cost?", answer: "12 euros." };
    const make = (person: Person, id: string) => answer<{ id: string }>(qaRoute, at(person, id, pair));
    const add = (person: Person, id: string) => answer<{ id: string }>(itemRoute, at(person, id, { setId }));
    const id = finding!.id;
    for (const attempt of [make, add]) {
      expect((await attempt(reader, id)).code).toBe(404);
      expect([403, 404]).toContain((await attempt(manager, closed!.id)).code);
      expect([404, 409]).toContain((await attempt(manager, deleted!.id)).code);
    }
    const item = (await add(manager, id)).data!;
    expect((await add(manager, id)).data).toEqual(item);
    const given = await make(manager, id);
    expect(given).toMatchObject({ code: 200 });
    const made = given.data!;
    const pairs = await db().select().from(knowledgeQas).where(eq(knowledgeQas.baseId, base));
    expect(pairs).toMatchObject([{ id: made.id, ...pair, state: "proposed" }]);
    expect(await read(manager, id)).toMatchObject({ qaId: made.id, recallItemId: item.id, state: "done" });
    expect(await db().select().from(recallItems).where(eq(recallItems.setId, setId))).toHaveLength(1);
  });
});

describe("findings of the center", () => {
  it("are those of bases its manager may read, and are not theirs to decide", async () => {
    const open = await makeBase(owner, { name: `Open ${Math.random()}`, visibility: "all" });
    await makeBaseAnswer(reader, { baseIds: [open, base], question: "Liked?", feedback: "like" });
    const { items } = await list(center, { kind: "good", baseId: open });
    expect(items).toMatchObject([{ base: { id: open }, causes: ["like"], question: "Liked?" }]);
    const all = (await answer<FindingsDto>(listRoute, { token: center.token, query: { kind: "good", pageSize: 100 } }))
      .data!;
    expect(all.items.some(({ base: of }) => of.id === open)).toBe(true);
    expect(all.items.some(({ base: of }) => of.id === base)).toBe(false);
    const id = items[0]!.id;
    expect((await read(center, id)).mayChange).toBe(false);
    expect((await opened(center, id)).code).toBe(200);
    for (const route of [doneRoute, reopenRoute]) expect((await call(route, at(center, id))).status).toBe(403);
    const [hidden] = (await list(manager, { kind: "good" })).items;
    expect((await call(readRoute, { token: center.token, params: { id: hidden!.id } })).status).toBe(404);
  });
});

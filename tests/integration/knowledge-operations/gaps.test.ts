import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PUT as assignRoute } from "@/app/api/knowledge-operations/gaps/[id]/assignment/route";
import { GET as filesRoute } from "@/app/api/knowledge-operations/gaps/[id]/files/route";
import { POST as fixRoute } from "@/app/api/knowledge-operations/gaps/[id]/fixed/route";
import { POST as mergeRoute } from "@/app/api/knowledge-operations/gaps/[id]/merge/route";
import { POST as moveRoute } from "@/app/api/knowledge-operations/gaps/[id]/move/route";
import { POST as recheckRoute, DELETE as stopRoute } from "@/app/api/knowledge-operations/gaps/[id]/recheck/route";
import { GET as detailRoute } from "@/app/api/knowledge-operations/gaps/[id]/route";
import { GET as boardRoute } from "@/app/api/knowledge-operations/gaps/board/route";
import { GET as exportRoute } from "@/app/api/knowledge-operations/gaps/export/route";
import { POST as findRoute, DELETE as stopFindRoute } from "@/app/api/knowledge-operations/gaps/finding/route";
import { GET as managersRoute } from "@/app/api/knowledge-operations/gaps/managers/route";
import { GET as listRoute } from "@/app/api/knowledge-operations/gaps/route";
import { closeDatabase, db } from "@/db/client";
import { chatSessions } from "@/db/schema/conversation";
import { knowledgeBases, knowledgeFiles } from "@/db/schema/knowledge";
import { gapEvents, knowledgeGaps } from "@/db/schema/knowledge-operations";
import { notifications } from "@/db/schema/notifications";
import { recordPolicies } from "@/db/schema/records";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, startOfDay } from "@/lib/config/time";
import type { GapBoardDto, GapDetailDto } from "@/lib/features/knowledge-operations/gap-dto";
import { findDueGaps } from "@/lib/features/knowledge-operations/service/gap-finding";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeDepartment, makeMember } from "@/tests/factories/conversations";
import { gapsOf, groupQuestions, makeFinding, storedGaps } from "@/tests/factories/gaps";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let owner: Person;
let colleague: Person;
let asker: Person;
let other: Person;
let outsider: Person;

const CENTER = ["KBCENTER:MANAGE", "KBCENTER:CHAT", "USER"];

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, colleague, asker, other, outsider] = [
    ...[await makePerson(), await makePerson(), await makePerson(), await makePerson(), await makePerson()],
  ] as [Person, Person, Person, Person, Person];
});
afterEach(() => db().delete(recordPolicies));
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const made = (input: object = {}) => makeBase(owner, { name: `Travel ${v7()}`, visibility: "all", ...input });
/** Shown to all, and managed by the colleague too. */
const shared = () =>
  made({ visibility: "partial", grants: [granted("user", colleague.id, "manage"), granted("user", asker.id)] });

const detail = async (person: Person, id: string) =>
  (await answer<GapDetailDto>(detailRoute, { token: person.token, params: { id } })).data!;
const assign = (person: Person, id: string, body: object) =>
  call(assignRoute, { token: person.token, method: "PUT", params: { id }, body });
const fix = (person: Person, id: string) => call(fixRoute, { token: person.token, method: "POST", params: { id } });

const VISA = ["Who pays for the visa of a business trip?", "Who pays the visa for a business trip abroad?"];
const FILE = "Who pays for the visa of a business trip: the company pays the visa of every business trip abroad.\n";

describe("questions that were answered badly", () => {
  it("are put together by meaning, each once, and say no more than the asker allows", async () => {
    const base = await made();
    await makeFinding(asker, base, VISA[0]!);
    await makeFinding(other, base, VISA[1]!);
    await makeFinding(other, base, "How long are meeting minutes kept in the archive?", { isByAsker: true });
    await groupQuestions(owner, base);
    await groupQuestions(owner, base);
    const cards = await gapsOf(owner, base);
    expect(cards.map(({ questions, title }) => [questions, title])).toEqual([
      [2, null],
      [1, "How long are meeting minutes kept in the archive?"],
    ]);
    expect(cards[0]).toMatchObject({
      state: "open",
      notFound: 2,
      lowSupport: 0,
      askers: 2,
      recent: 2,
      mayChange: true,
    });
    const seen = await detail(owner, cards[0]!.id);
    expect(seen.items.map(({ question, before }) => [question, before])).toEqual([
      [null, []],
      [null, []],
    ]);
    expect(JSON.stringify(seen)).not.toContain("visa");
    expect(seen.events.map(({ kind, facts }) => [kind, facts])).toEqual([["found", { count: 2 }]]);
  });

  it("show their words by the policy of the asker's department, and are found by them only then", async () => {
    const department = await makeDepartment();
    const member = await makeMember(department);
    const base = await made();
    await makeFinding(member, base, VISA[0]!);
    await groupQuestions(owner, base);
    const search = async () =>
      (
        await answer<{ total: number; items: unknown[] }>(listRoute, {
          token: owner.token,
          query: { baseId: base, keyword: "visa" },
        })
      ).data!.items.length;
    expect(await search()).toBe(0);
    await db().insert(recordPolicies).values({ departmentId: department.id, adminAccess: "content" });
    expect(await search()).toBe(1);
    const [card] = await gapsOf(owner, base);
    expect(card!.title).toBe(VISA[0]);
    await db().update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.userId, member.id));
    expect((await gapsOf(owner, base))[0]!.title).toBeNull();
    expect((await detail(owner, card!.id)).items).toEqual([expect.objectContaining({ question: null, isGone: true })]);
  });

  it("join the gap there is, and open one again that was verified a short while ago", async () => {
    const base = await made();
    await makeFinding(asker, base, VISA[0]!);
    await groupQuestions(owner, base);
    const [gap] = await storedGaps(base);
    await db().update(knowledgeGaps).set({ state: "verified", ownerId: owner.id }).where(eq(knowledgeGaps.id, gap!.id));
    await makeFinding(other, base, VISA[1]!);
    await groupQuestions(owner, base);
    expect(await storedGaps(base)).toEqual([expect.objectContaining({ id: gap!.id, state: "assigned" })]);
    const events = await db().select().from(gapEvents).where(eq(gapEvents.gapId, gap!.id)).orderBy(gapEvents.id);
    expect(events.map(({ kind }) => kind)).toEqual(["found", "reopened", "added"]);
    const old = new Date(Date.now() - 31 * 86_400_000);
    await db().update(knowledgeGaps).set({ state: "verified", stateAt: old }).where(eq(knowledgeGaps.id, gap!.id));
    await makeFinding(asker, base, VISA[0]!);
    await groupQuestions(owner, base);
    expect((await storedGaps(base)).map(({ state }) => state).sort()).toEqual(["open", "verified"]);
  });

  it("are looked at once a day by the clock, at six of the product's time zone", async () => {
    const base = await made();
    await makeFinding(asker, base, VISA[0]!);
    const { timeZone } = await loadConfig("customConfig");
    const tomorrow = startOfDay(addDays(dayIn(timeZone), 1), timeZone).getTime();
    const at = (hour: number) => new Date(tomorrow + hour * 3_600_000 + 120_000);
    await findDueGaps(at(14));
    await runTasksOf(base);
    expect(await storedGaps(base)).toEqual([]);
    await findDueGaps(at(6));
    await runTasksOf(base);
    expect(await storedGaps(base)).toHaveLength(1);
  });
});

describe("a gap", () => {
  it("is foreign to whoever does not manage its base; the center reads what its person may read", async () => {
    const base = await shared();
    await makeFinding(asker, base, VISA[0]!, { isByAsker: true });
    await makeFinding(asker, base, "Where is the archive of contracts?", { isByAsker: true });
    await groupQuestions(owner, base);
    const [gap, second] = await gapsOf(owner, base);
    const id = gap!.id;
    const center = await makePerson({ codes: CENTER });
    for (const person of [asker, outsider, center]) {
      const at = { token: person.token, params: { id } };
      const items = (await answer<{ items: unknown[] }>(listRoute, { token: person.token })).data!.items;
      expect(JSON.stringify(items)).not.toContain(id);
      expect((await call(listRoute, { token: person.token, query: { baseId: base } })).status).toBe(404);
      expect((await call(boardRoute, { token: person.token, query: { baseId: base } })).status).toBe(404);
      expect((await call(exportRoute, { token: person.token, query: { baseId: base, format: "csv" } })).status).toBe(
        404,
      );
      expect((await call(detailRoute, at)).status).toBe(404);
      expect((await call(filesRoute, at)).status).toBe(404);
      const closed = person === center ? 403 : 404;
      expect((await call(findRoute, { token: person.token, body: { baseId: base } })).status).toBe(404);
      expect(
        (await call(stopFindRoute, { token: person.token, method: "DELETE", query: { baseId: base } })).status,
      ).toBe(404);
      expect((await call(managersRoute, { token: person.token, query: { baseId: base } })).status).toBe(closed);
      expect((await assign(person, id, { ownerId: person.id })).status).toBe(closed);
      expect((await fix(person, id)).status).toBe(closed);
      expect((await call(recheckRoute, { ...at, method: "POST" })).status).toBe(closed);
      expect((await call(stopRoute, { ...at, method: "DELETE" })).status).toBe(closed);
      expect((await call(mergeRoute, { ...at, body: { intoId: second!.id } })).status).toBe(closed);
      expect((await call(moveRoute, { ...at, body: { findingId: v7(), toId: null } })).status).toBe(closed);
    }
    await db().update(knowledgeBases).set({ visibility: "all" }).where(eq(knowledgeBases.id, base));
    expect((await gapsOf(center, base)).map(({ mayChange, title }) => [mayChange, Boolean(title)])).toEqual([
      [false, true],
      [false, true],
    ]);
    await db().update(knowledgeBases).set({ visibility: "self" }).where(eq(knowledgeBases.id, base));
    expect((await call(detailRoute, { token: colleague.token, params: { id } })).status).toBe(404);
    expect((await fix(colleague, id)).status).toBe(404);
  });

  it("is given to somebody who manages the base, who is told", async () => {
    const base = await shared();
    await makeFinding(asker, base, VISA[0]!);
    await groupQuestions(owner, base);
    const [gap] = await gapsOf(owner, base);
    expect((await assign(owner, gap!.id, { ownerId: asker.id })).status).toBe(422);
    expect((await assign(owner, gap!.id, { ownerId: colleague.id, dueDay: "2026-12-24" })).status).toBe(200);
    const [card] = await gapsOf(colleague, base);
    expect(card).toMatchObject({ state: "assigned", owner: { id: colleague.id, isGone: false } });
    expect(card!.dueAt).toMatch(/^2026-12-2/);
    const told = await db().select().from(notifications).where(eq(notifications.userId, colleague.id));
    expect(told.map(({ kind }) => kind)).toEqual(["gapAssigned"]);
    await db().update(knowledgeBases).set({ visibility: "self" }).where(eq(knowledgeBases.id, base));
    expect((await gapsOf(owner, base))[0]!.owner).toMatchObject({ id: colleague.id, isGone: true });
    await assign(owner, gap!.id, { ownerId: null });
    expect((await gapsOf(owner, base))[0]).toMatchObject({ state: "open", owner: null, dueAt: null });
    const { data } = await answer<{ items: { id: string }[] }>(managersRoute, {
      token: owner.token,
      query: { baseId: base },
    });
    expect(data!.items.map(({ id }) => id)).toEqual([owner.id]);
  });

  it("takes in another, and lets a question go", async () => {
    const base = await made();
    const first = await makeFinding(asker, base, VISA[0]!);
    await makeFinding(asker, base, "How long are meeting minutes kept in the archive?");
    await groupQuestions(owner, base);
    const [one, two] = await gapsOf(owner, base);
    const foreign = await made();
    await makeFinding(asker, foreign, VISA[0]!);
    await groupQuestions(owner, foreign);
    const [elsewhere] = await gapsOf(owner, foreign);
    const merge = (id: string, intoId: string) =>
      call(mergeRoute, { token: owner.token, params: { id }, body: { intoId } });
    expect((await merge(one!.id, elsewhere!.id)).status).toBe(400);
    expect((await merge(one!.id, one!.id)).status).toBe(400);
    expect((await merge(one!.id, two!.id)).status).toBe(200);
    expect((await gapsOf(owner, base)).map(({ id, questions }) => [id, questions])).toEqual([[two!.id, 2]]);
    const moved = await answer<{ id: string }>(moveRoute, {
      token: owner.token,
      params: { id: two!.id },
      body: { findingId: first, toId: null },
    });
    expect((await gapsOf(owner, base)).map(({ id }) => id).sort()).toEqual([two!.id, moved.data!.id].sort());
    await call(moveRoute, {
      token: owner.token,
      params: { id: moved.data!.id },
      body: { findingId: first, toId: two!.id },
    });
    expect((await storedGaps(base)).map(({ id }) => id)).toEqual([two!.id]);
    const { events } = await detail(owner, two!.id);
    expect(events.map(({ kind }) => kind)).toEqual(["found", "found", "merged", "movedOut", "movedIn"]);
  });

  it("names only files the reader may read, and the board adds up", async () => {
    const base = await shared();
    await makeKnowledgeFile(owner, base, "visa.txt", FILE);
    const secret = await makeKnowledgeFile(owner, base, "secret-visa.txt", `${FILE} And a secret about the visa.\n`);
    await db().update(knowledgeFiles).set({ visibility: "self" }).where(eq(knowledgeFiles.id, secret.id!));
    await makeFinding(asker, base, VISA[0]!, { isByAsker: true });
    await makeFinding(asker, base, VISA[1]!, { isByAsker: true, causes: ["dislike"] });
    await groupQuestions(owner, base);
    const [gap] = await gapsOf(colleague, base);
    const names = async (person: Person) =>
      (
        await answer<{ items: { name: string }[] }>(filesRoute, { token: person.token, params: { id: gap!.id } })
      ).data!.items.map(({ name }) => name);
    expect((await names(owner)).sort()).toEqual(["secret-visa.txt", "visa.txt"]);
    expect(await names(colleague)).toEqual(["visa.txt"]);
    const board = (await answer<GapBoardDto>(boardRoute, { token: colleague.token, query: { baseId: base } })).data!;
    expect(board.columns[0]).toEqual({ state: "open", gaps: 1, questions: 2 });
    expect(board).toMatchObject({ wrong: 2, finding: null, mayFind: true });
    expect(board.foundAt).not.toBeNull();
    const csv = await (
      await call(exportRoute, { token: colleague.token, query: { baseId: base, format: "csv" } })
    ).text();
    expect(csv).toContain(gap!.title!);
  });
});

import { eq } from "drizzle-orm";
import { PUT as rateRoute } from "@/app/api/chat/messages/[id]/feedback/route";
import { GET as editFileRoute } from "@/app/api/knowledge/files/[id]/edit/route";
import { PATCH as changeFileRoute } from "@/app/api/knowledge/files/[id]/route";
import { POST as replaceRoute } from "@/app/api/knowledge/files/[id]/versions/route";
import { POST as openRoute } from "@/app/api/knowledge-operations/bases/[id]/answers/[messageId]/open/route";
import { GET as usageRoute } from "@/app/api/knowledge-operations/bases/[id]/usage/route";
import { GET as centerRoute } from "@/app/api/knowledge-operations/center/usage/route";
import { GET as slicesRoute } from "@/app/api/knowledge-operations/files/[id]/usage/route";
import { GET as exportRoute } from "@/app/api/knowledge-operations/usage/export/route";
import { GET as filesRoute } from "@/app/api/knowledge-operations/usage/files/route";
import { GET as questionsRoute } from "@/app/api/knowledge-operations/usage/questions/route";
import { GET as readsRoute } from "@/app/api/user/records/reads/route";
import { closeDatabase, db } from "@/db/client";
import { departments } from "@/db/schema/organisation";
import { recordPolicies } from "@/db/schema/records";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { NO_DEPARTMENT } from "@/lib/features/knowledge-operations/limits";
import type {
  OpenedAnswerDto,
  UsageDto,
  UsedFileDto,
  UsedQuestionDto,
  UsedSliceDto,
} from "@/lib/features/knowledge-operations/usage-dto";
import type { ReadPage } from "@/lib/features/records/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { makeBaseAnswer, slicesOf } from "@/tests/factories/base-answers";
import { answer, call } from "@/tests/factories/call";
import { makeDepartment, makeMember } from "@/tests/factories/conversations";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

const CENTER = ["KBCENTER", "KBCENTER:CHAT", "KBCENTER:MANAGE"];
const LEASE = "The lease of the north office ends on 31 March 2027.\n";
const SECRET = "blue whale";

let north: { id: string; path: string };
let south: { id: string; path: string };
let owner: Person;
let manager: Person;
let reader: Person;
let other: Person;
let center: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [north, south] = [await makeDepartment(), await makeDepartment()];
  [owner, manager] = [await makePerson(), await makePerson()];
  [reader, other] = [await makeMember(north), await makeMember(south)];
  center = await makePerson({ codes: CENTER });
});
beforeEach(() => db().delete(recordPolicies));
afterAll(async () => {
  await db().delete(recordPolicies);
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const at = (person: Person, id: string, query: Record<string, string | number> = {}) => ({
  token: person.token,
  params: { id },
  query,
});
const usage = async (person: Person, id: string, query: Record<string, string | number> = {}) =>
  (await answer<UsageDto>(usageRoute, at(person, id, query))).data!;
const status = async (person: Person, id: string) => (await call(usageRoute, at(person, id))).status;
const opens = (departmentId: string) =>
  db().insert(recordPolicies).values({ departmentId, retentionDays: null, mayDelete: true, adminAccess: "content" });

async function makeShared(name: string, more: object = {}) {
  const grants = [granted("user", manager.id, "manage"), granted("user", reader.id), granted("user", other.id)];
  const id = await makeBase(owner, { name, visibility: "partial", grants, ...more });
  const file = await makeKnowledgeFile(owner, id, "lease.txt", LEASE);
  return { id, fileId: file.id! };
}

describe("who sees the use of a base", () => {
  it("is whoever manages it, with the center's right whoever may use it, and nobody else", async () => {
    const { id, fileId } = await makeShared("Doors");
    const readingManager = await makePerson({ codes: CENTER });
    expect(await status(owner, id)).toBe(200);
    expect(await status(manager, id)).toBe(200);
    expect(await status(reader, id)).toBe(404);
    expect(await status(readingManager, id)).toBe(404);
    expect(await status(await makePerson({ codes: ["PERSONAL:CHAT"] }), id)).toBe(403);
    const query = { baseId: id };
    for (const route of [questionsRoute, filesRoute, exportRoute]) {
      expect((await call(route, { token: manager.token, query })).status).toBe(200);
      expect((await call(route, { token: reader.token, query })).status).toBe(404);
      // Without a base it is the center's.
      expect((await call(route, { token: manager.token })).status).toBe(403);
    }
    expect((await call(slicesRoute, at(manager, fileId))).status).toBe(200);
    expect((await call(slicesRoute, at(reader, fileId))).status).toBe(404);
    expect((await call(centerRoute, { token: manager.token })).status).toBe(403);
    expect((await call(centerRoute, { token: center.token })).status).toBe(200);
  });
});

describe("figures of use", () => {
  it("add up: departments to the whole, days to the period, and again after a rating changed", async () => {
    const { id, fileId } = await makeShared("Sums");
    const [slice] = await slicesOf(fileId);
    const good = { baseIds: [id], used: [slice!], cited: [slice!], costMicros: 3000 };
    const { id: liked } = await makeBaseAnswer(reader, { ...good, question: "When does it end?", feedback: "like" });
    await makeBaseAnswer(other, { ...good, question: "when does it END", daysAgo: 3 });
    await makeBaseAnswer(other, { baseIds: [id], question: "What is the rent?", daysAgo: 3 });
    await makeBaseAnswer(other, { ...good, question: "Before that", daysAgo: 10 });
    const nobody = await makePerson();
    await db().execute(`update users set department_id = null where id = '${nobody.id}'`);
    await makeBaseAnswer(nobody, { ...good, question: "Who am I?" });

    const week = await usage(manager, id, { days: 7 });
    expect(week.now).toMatchObject({
      questions: 4,
      people: 3,
      answered: 3,
      notFound: 1,
      cited: 3,
      supported: 3,
      likes: 1,
      dislikes: 0,
      costMicros: 9000,
    });
    expect(week.previous).toBeNull();
    expect(week.series).toHaveLength(7);
    expect(week.series.reduce((sum, day) => sum + day.answered + day.missed, 0)).toBe(4);
    expect(week.departments.reduce((sum, one) => sum + one.questions, 0)).toBe(4);
    expect(week.departments.map(({ id: of, questions }) => [of, questions])).toEqual(
      expect.arrayContaining([
        [south.id, 2],
        [north.id, 1],
        [NO_DEPARTMENT, 1],
      ]),
    );
    for (const { id: departmentId, questions } of week.departments) {
      const of = await usage(manager, id, { days: 7, departmentId: departmentId! });
      expect(of.now.questions).toBe(questions);
      expect(of.departments).toEqual(week.departments);
    }
    expect(week.questions).toMatchObject({ total: 4, well: 3, badly: 0, notFound: 1 });
    expect((await usage(manager, id, { days: 30 })).now.questions).toBe(5);

    await answer(rateRoute, {
      token: reader.token,
      params: { id: liked },
      method: "PUT",
      body: { value: "dislike", reason: "outdated", text: "" },
    });
    const rated = await usage(manager, id, { days: 7 });
    expect(rated.now).toMatchObject({ questions: 4, likes: 0, dislikes: 1 });
    expect(rated.reasons).toEqual([{ reason: "outdated", count: 1 }]);
    expect(rated.questions).toMatchObject({ total: 4, well: 2, badly: 1, notFound: 1 });
  });

  it("are compared once both periods have enough questions", async () => {
    const { id } = await makeShared("Compared");
    const asked = (daysAgo: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          makeBaseAnswer(reader, { baseIds: [id], question: `Question ${daysAgo} ${at}`, daysAgo }),
        ),
      );
    await asked(1, 20);
    await asked(8, 19);
    expect((await usage(manager, id, { days: 7 })).previous).toBeNull();
    await asked(9, 1);
    expect((await usage(manager, id, { days: 7 })).previous).toMatchObject({ questions: 20, people: 1 });
  });
});

describe("words of questions", () => {
  it("are shown to their asker and where the policy opens them; to others they are counted alone", async () => {
    const { id } = await makeShared("Words");
    await makeBaseAnswer(reader, { baseIds: [id], question: `Where is the ${SECRET}?` });
    const closed = await usage(manager, id);
    expect(JSON.stringify(closed)).not.toContain(SECRET);
    expect(closed.top).toEqual({ items: [], closed: { count: 1, questions: 1 } });
    const listed = async (person: Person) =>
      (await answer<{ items: UsedQuestionDto[] }>(questionsRoute, { token: person.token, query: { baseId: id } }))
        .data!;
    expect((await listed(manager)).items).toMatchObject([{ text: null, messageId: null, questions: 1, answered: 0 }]);
    const sheet = async () =>
      (await call(exportRoute, { token: manager.token, query: { baseId: id, format: "csv" } })).text();
    expect(await sheet()).not.toContain(SECRET);
    const reads = async () => (await answer<ReadPage>(readsRoute, { token: reader.token })).data!.items.length;
    expect(await reads()).toBe(0);

    await opens(north.id);
    const open = await usage(manager, id);
    expect(open.top.items).toMatchObject([{ text: `Where is the ${SECRET}?`, questions: 1 }]);
    expect(open.questions.items).toMatchObject([{ text: `Where is the ${SECRET}?`, state: "open" }]);
    // A file that leaves with words tells their owner.
    expect(await sheet()).toContain(SECRET);
    expect(await reads()).toBe(1);
  });

  it("of an answer are opened under the same rule, and their asker sees who read them", async () => {
    const { id } = await makeShared("Opened");
    const { id: messageId } = await makeBaseAnswer(reader, { baseIds: [id], question: `The ${SECRET}?` }, "My whale");
    const opened = (person: Person, baseId = id) =>
      answer<OpenedAnswerDto>(openRoute, { token: person.token, params: { id: baseId, messageId }, method: "POST" });
    expect(await opened(manager)).toMatchObject({ code: 403, data: { error: "wordsClosed" } });
    await opens(north.id);
    expect((await opened(manager)).data).toMatchObject({
      question: `The ${SECRET}?`,
      answer: "So it is.",
      isTold: true,
    });
    expect((await opened(other)).code).toBe(404);
    // A base the question was not put to leads nowhere.
    const { id: another } = await makeShared("Not asked");
    expect((await opened(manager, another)).code).toBe(404);
    const { items } = (await answer<ReadPage>(readsRoute, { token: reader.token })).data!;
    expect(items[0]).toMatchObject({ title: "My whale", reader: { account: manager.account } });
  });
});

describe("coverage", () => {
  it("tells used files and slices, and goes on counting over a new version that keeps their words", async () => {
    const text = `${LEASE}\n${"Parking is free for guests of the north office. ".repeat(60)}\n`;
    const id = await makeBase(owner, { name: "Coverage" });
    const { id: fileId } = await makeKnowledgeFile(owner, id, "lease.txt", text);
    await makeKnowledgeFile(owner, id, "quiet.txt", "Nobody asks about the cellar.\n");
    const slices = await slicesOf(fileId!);
    // Neighbours overlap: the last one is far from the cited words.
    expect(slices.length).toBeGreaterThan(2);
    const [first] = slices;
    const used = { baseIds: [id], used: [first!, slices.at(-1)!], cited: [first!] };
    await makeBaseAnswer(owner, { ...used, question: "When?", feedback: "like" });
    await makeBaseAnswer(owner, { ...used, question: "When again?", daysAgo: 20 });
    const { files, slices: cut } = await usage(owner, id, { days: 7 });
    expect(files).toMatchObject({ total: 2, cited: 1, hit: 0, untouched: 1, closed: 0 });
    expect(files.items).toMatchObject([{ name: "quiet.txt", hits: 0 }]);
    expect(cut).toMatchObject({ total: slices.length + 1, cited: 1, hit: 1, unused: slices.length - 1 });
    const counters = async (days: number) => {
      const query = { baseId: id, days, state: "cited" };
      return (await answer<{ items: UsedFileDto[] }>(filesRoute, { token: owner.token, query })).data!.items;
    };
    expect(await counters(7)).toMatchObject([{ id: fileId, hits: 1, cited: 1, likes: 1, citedSlices: 1 }]);
    expect(await counters(30)).toMatchObject([{ id: fileId, hits: 2, cited: 2, likes: 1, citedSlices: 1 }]);

    const raw = multipart([{ name: "file", filename: "lease.txt", bytes: `${text}\nIt has a lift.\n` }]);
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const replaced = await answer<KnowledgeFileDto>(replaceRoute, {
      ...at(owner, fileId!),
      raw: raw as unknown as BodyInit,
      headers,
    });
    await runTasksOf(replaced.data!.versionId);
    expect(await counters(7)).toMatchObject([{ id: fileId, hits: 1, cited: 1, likes: 1, citedSlices: 1 }]);
    const sliceUse = async (state: string) =>
      (
        await answer<{ items: UsedSliceDto[]; total: number }>(slicesRoute, {
          token: owner.token,
          params: { id: fileId! },
          query: { days: 7, state },
        })
      ).data!;
    const kept = await sliceUse("cited");
    expect(kept.items).toMatchObject([{ hits: 1, cited: 1, likes: 1 }]);
    expect(kept.items[0]!.text).toContain("31 March 2027");
    expect((await sliceUse("all")).total).toBe(
      kept.total + (await sliceUse("hit")).total + (await sliceUse("unused")).total,
    );
  });

  it("names no file that is not open to the reader, and counts it", async () => {
    const { id, fileId } = await makeShared("Narrow");
    const { revision } = (await answer<{ revision: string }>(editFileRoute, at(owner, fileId))).data!;
    const body = { visibility: "self", revision };
    const narrowed = await answer(changeFileRoute, { ...at(owner, fileId), method: "PATCH", body });
    expect(narrowed.code).toBe(200);
    const mine = await usage(owner, id);
    expect(mine.files).toMatchObject({ total: 1, closed: 0, items: [{ name: "lease.txt" }] });
    const theirs = await usage(manager, id);
    expect(theirs.files).toMatchObject({ total: 1, untouched: 1, closed: 1, items: [] });
    expect(JSON.stringify(theirs)).not.toContain("lease.txt");
    const query = { baseId: id };
    expect((await answer(filesRoute, { token: manager.token, query })).data).toEqual({ items: [], total: 0 });
    const csv = await (await call(exportRoute, { token: manager.token, query: { ...query, format: "csv" } })).text();
    expect(csv).not.toContain("lease.txt");
    expect((await call(slicesRoute, at(manager, fileId))).status).toBe(404);
  });
});

describe("the center", () => {
  it("counts bases of others without a name, and names those its manager may read", async () => {
    const open = await makeBase(owner, { name: "Open to all", visibility: "all" });
    const own = await makeBase(owner, { name: "Only mine", visibility: "self" });
    await makeKnowledgeFile(owner, own, "diary.txt", "Nobody reads this.\n");
    const before = (await answer<UsageDto>(centerRoute, { token: center.token })).data!;
    await makeBaseAnswer(reader, { baseIds: [open], question: "An open question" });
    await makeBaseAnswer(owner, { baseIds: [own], question: "A question of my own" });
    const { now, bases, top, files } = (await answer<UsageDto>(centerRoute, { token: center.token })).data!;
    expect(now.questions - before.now.questions).toBe(2);
    expect(bases.find(({ id }) => id === open)).toMatchObject({ name: "Open to all", questions: 1 });
    expect(bases.some(({ id }) => id === own)).toBe(false);
    expect(bases.reduce((sum, { questions }) => sum + questions, 0)).toBe(now.questions);
    expect(JSON.stringify({ bases, top, files })).not.toMatch(/Only mine|diary|of my own/);
    expect(files.closed).toBeGreaterThan(0);
    expect(await status(center, open)).toBe(200);
    expect(await status(center, own)).toBe(404);
    const csv = await (await call(exportRoute, { token: center.token, query: { format: "csv" } })).text();
    expect(csv).toContain("Open to all");
    expect(csv).not.toMatch(/Only mine|diary/);
  });

  it("sums departments that are gone under others", async () => {
    const gone = await makeDepartment();
    const person = await makeMember(gone);
    const base = await makeBase(owner, { name: "Leaving", visibility: "all" });
    await makeBaseAnswer(person, { baseIds: [base], question: "Before we go" });
    await db().execute(`update users set department_id = null where department_id = '${gone.id}'`);
    await db().delete(departments).where(eq(departments.id, gone.id));
    const { departments: shares } = await usage(owner, base);
    expect(shares).toEqual([{ id: null, name: "", questions: 1, answered: 0 }]);
  });
});

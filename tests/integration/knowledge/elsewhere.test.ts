import { eq } from "drizzle-orm";
import { GET as recordsRoute } from "@/app/api/admin/records/route";
import { GET as tokensRoute } from "@/app/api/admin/report/tokens/[dimension]/route";
import { GET as collectedRoute, POST as collectRoute } from "@/app/api/collected/route";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { PATCH as changeRoute, GET as readBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { GET as basesRoute } from "@/app/api/knowledge/bases/route";
import { GET as paletteRoute } from "@/app/api/palette/route";
import { GET as ownRecordsRoute } from "@/app/api/user/records/route";
import { closeDatabase, db } from "@/db/client";
import { knowledgeFiles } from "@/db/schema/knowledge";
import { notifications } from "@/db/schema/notifications";
import { recordPolicies } from "@/db/schema/records";
import { backgroundIdle } from "@/lib/background";
import type { CollectedDto } from "@/lib/collected/dto";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { KNOWLEDGE_OWNED } from "@/lib/features/knowledge/owned";
import { tellOfFailures } from "@/lib/features/knowledge/service/failures";
import type { RecordPage } from "@/lib/features/records/dto";
import type { TokensPage } from "@/lib/features/reports/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { refreshRollups } from "@/lib/models/jobs";
import type { FoundGroupDto } from "@/lib/palette/dto";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeDepartment, makeMember } from "@/tests/factories/conversations";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/* What other parts of the product know of bases, their files and the questions put to them. */
const QUESTION = "When does the lease of the vault end?";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let reader: Person;
let boss: Person;
let department: { id: string };
let base: string;
let name: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  model = await makeModel(fake.url, "fake-reader");
  [owner, boss] = [await makePerson(), await makePerson({ roles: ["administrator"] })];
});
beforeEach(async () => {
  await db().delete(recordPolicies);
  department = await makeDepartment();
  reader = await makeMember(department);
  name = unique("Vault");
  base = await makeBase(owner, { name, visibility: "partial", grants: [granted("user", reader.id)] });
  await makeKnowledgeFile(owner, base, "lease.txt", "The lease of the vault ends on 31 March 2027.\n");
});
afterAll(async () => {
  await db().delete(recordPolicies);
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function asked(person: Person) {
  const body = { baseIds: [base], question: QUESTION, modelId: model };
  const stream = await readStream(await call(askRoute, { token: person.token, body }));
  expect(stream.finish).toEqual({ status: "done", error: null });
  await backgroundIdle(10_000);
  return stream.start;
}
const withdraw = () =>
  answer(changeRoute, { token: owner.token, method: "PATCH", params: { id: base }, body: { visibility: "self" } });

it("the palette finds bases and files by their names, as far as they are reached", async () => {
  const found = async (person: Person) => {
    const query = { keyword: name };
    const bases = await answer<{ items: { id: string }[] }>(basesRoute, { token: person.token, query });
    const { data } = await answer<{ items: FoundGroupDto[] }>(paletteRoute, {
      token: person.token,
      query: { keyword: "lease.txt" },
    });
    const files = data!.items.flatMap(({ items }) => items);
    return [bases.data!.items.some(({ id }) => id === base), files.some(({ detail }) => detail === name)];
  };
  expect(await found(reader)).toEqual([true, true]);
  expect(await found(await makePerson())).toEqual([false, false]);
  await withdraw();
  expect(await found(reader)).toEqual([false, false]);
});

it("a base, a file and an answer are collected, and lead back only while that is theirs", async () => {
  const { answerId } = await asked(reader);
  const collect = (person: Person, kind: string, refId: string) =>
    answer(collectRoute, { token: person.token, body: { kind, refId } });
  const kept = async (person: Person) =>
    (await answer<{ items: CollectedDto[] }>(collectedRoute, { token: person.token })).data!.items;
  expect((await collect(reader, "base", base)).code).toBe(200);
  expect((await collect(reader, "answer", answerId)).code).toBe(200);
  const [file] = await db().select().from(knowledgeFiles).where(eq(knowledgeFiles.baseId, base));
  expect((await collect(reader, "baseFile", file!.id)).code).toBe(200);
  const stranger = await makePerson();
  expect((await collect(stranger, "base", base)).code).toBe(404);
  expect((await collect(stranger, "answer", answerId)).code).toBe(404);
  expect((await collect(stranger, "baseFile", file!.id)).code).toBe(404);
  expect(await kept(stranger)).toEqual([]);
  const hrefs = async () => new Map((await kept(reader)).map(({ kind, href }) => [kind, href]));
  expect((await hrefs()).get("base")).toContain(base);
  expect((await hrefs()).get("answer")).toContain("/knowledge-center/knowledge-qa");
  expect((await hrefs()).get("baseFile")).toBe(`/knowledge-center/kb-doc-preview/${file!.id}`);
  await withdraw();
  const left = (await kept(reader)).filter(({ kind }) => kind !== "answer");
  expect(left.map(({ title, excerpt, href }) => [title, excerpt, href])).toEqual([
    ["", "", null],
    ["", "", null],
  ]);
});

it("questions stand in one's own records, and in the console's with words only where the department opens them", async () => {
  const { answerId } = await asked(reader);
  const row = async (route: typeof recordsRoute, person: Person) =>
    (await answer<RecordPage>(route, { token: person.token, query: { userId: reader.id, app: "knowledge" } })).data!
      .items;
  expect(await row(ownRecordsRoute, reader)).toMatchObject([{ id: answerId, app: "knowledge", question: QUESTION }]);
  expect(await row(ownRecordsRoute, owner)).toEqual([]);
  const [closed] = await row(recordsRoute, boss);
  expect(closed).toMatchObject({ id: answerId, question: null, title: null });
  expect(closed!.inputTokens).toBeGreaterThan(0);
  await db().insert(recordPolicies).values({ departmentId: department.id, adminAccess: "content" });
  expect(await row(recordsRoute, boss)).toMatchObject([{ id: answerId, question: QUESTION }]);
  expect((await answer(recordsRoute, { token: reader.token })).code).toBe(403);
});

it("what questions use is reported under their own app", async () => {
  await asked(reader);
  await refreshRollups(100_000);
  const today = dayIn((await loadConfig("customConfig")).timeZone);
  const report = async (app: string) => {
    const query = { period: "custom", from: today, to: today, user: reader.id, app };
    const { data } = await answer<TokensPage>(tokensRoute, {
      token: boss.token,
      params: { dimension: "user" },
      query,
    });
    return data!.items.reduce((sum, { figures }) => sum + figures.tokens, 0);
  };
  expect(await report("knowledge")).toBeGreaterThan(0);
  expect(await report("chat")).toBe(0);
});

it("the bell tells who answers for files that failed, once for each failure and all of a base together", async () => {
  const fail = (failure: string, at = new Date()) =>
    db()
      .update(knowledgeFiles)
      .set({ status: "parse_failed", failure, finishedAt: at })
      .where(eq(knowledgeFiles.baseId, base));
  const heard = async (person: Person) => {
    const rows = await db().select().from(notifications).where(eq(notifications.userId, person.id));
    return rows.filter(({ kind, args }) => kind === "filesFailed" && args.baseId === base).map(({ args }) => args);
  };
  await makeKnowledgeFile(owner, base, "second.txt", "Another lease ends in May.\n");
  await fail("documentCancelled");
  await tellOfFailures();
  expect(await heard(owner)).toEqual([]);
  await fail("documentBroken");
  await tellOfFailures();
  await tellOfFailures();
  const told = { count: 2, base: name, name: "lease.txt", baseId: base };
  expect(await heard(owner)).toEqual([told]);
  expect(await heard(reader)).toEqual([]);
  // Another failure of one of them, whose owner may no longer see it.
  await db().update(knowledgeFiles).set({ ownerId: reader.id }).where(eq(knowledgeFiles.baseId, base));
  await withdraw();
  await fail("documentBroken");
  await tellOfFailures();
  expect(await heard(reader)).toEqual([]);
  await db().update(knowledgeFiles).set({ ownerId: null }).where(eq(knowledgeFiles.baseId, base));
  await tellOfFailures();
  expect(await heard(owner)).toEqual([told, told]);
});

it("files one answers for are handed on, and one's bases stand in the archive of one's own data", async () => {
  const heir = await makePerson();
  const files = KNOWLEDGE_OWNED.things!.find(({ key }) => key === "knowledgeFiles")!;
  await db().update(knowledgeFiles).set({ ownerId: reader.id }).where(eq(knowledgeFiles.baseId, base));
  expect(await files.list(db(), reader.id)).toEqual({ count: 1, names: ["lease.txt"] });
  await db().transaction((tx) => files.transfer(tx, reader.id, heir.id));
  expect(await files.list(db(), reader.id)).toEqual({ count: 0, names: [] });
  expect(await files.list(db(), heir.id)).toEqual({ count: 1, names: ["lease.txt"] });
  // Who answers for a file may read it only where the base is shown to them.
  expect((await answer(readBaseRoute, { token: heir.token, params: { id: base } })).code).toBe(404);
  const part = KNOWLEDGE_OWNED.ownData!.find((one) => one.name === "knowledge-bases")!;
  const read = part.content as (context: object) => Promise<unknown>;
  const content = async (person: Person) => JSON.stringify(await read({ actor: person.actor }));
  expect(await content(owner)).toContain(name);
  expect(await content(owner)).toContain("lease.txt");
  expect(await content(reader)).not.toContain(name);
});

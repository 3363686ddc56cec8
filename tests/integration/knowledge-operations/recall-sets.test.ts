import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PUT as rateRoute } from "@/app/api/chat/messages/[id]/feedback/route";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { PATCH as changeBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { PATCH as changeFileRoute } from "@/app/api/knowledge/files/[id]/route";
import {
  DELETE as deleteItemRoute,
  GET as itemRoute,
  PUT as putItemRoute,
} from "@/app/api/knowledge-operations/recall-items/[id]/route";
import { POST as decideRoute } from "@/app/api/knowledge-operations/recall-sets/[id]/items/decide/route";
import { POST as importRoute } from "@/app/api/knowledge-operations/recall-sets/[id]/items/import/route";
import { POST as addRoute, GET as itemsRoute } from "@/app/api/knowledge-operations/recall-sets/[id]/items/route";
import {
  POST as proposeRoute,
  DELETE as stopRoute,
} from "@/app/api/knowledge-operations/recall-sets/[id]/proposals/route";
import {
  DELETE as deleteRoute,
  PATCH as renameRoute,
  GET as setRoute,
} from "@/app/api/knowledge-operations/recall-sets/[id]/route";
import { POST as createRoute, GET as setsRoute } from "@/app/api/knowledge-operations/recall-sets/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { knowledgeFindings, recallItems } from "@/db/schema/knowledge-operations";
import { backgroundIdle } from "@/lib/background";
import { invalidateConfig } from "@/lib/config/system-config";
import type {
  OpenedRecallItemDto,
  OpenedRecallSetDto,
  RecallImportedDto,
  RecallItemDto,
  RecallSetDto,
} from "@/lib/features/knowledge-operations/recall-dto";
import { RECALL_ITEMS_MAX, RECALL_SETS_MAX } from "@/lib/features/knowledge-operations/recall-limits";
import { addRecordedItem } from "@/lib/features/knowledge-operations/service/recall-items";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { resetCenter } from "@/tests/factories/knowledge-center";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let manager: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  model = await makeModel(fake.url, "fake-reader");
  [owner, manager, reader, stranger] = [await makePerson(), await makePerson(), await makePerson(), await makePerson()];
});
afterAll(async () => {
  await resetCenter();
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const LEASE = "The lease of the north office ends on 31 March 2027. The rent is 48,120 euros a month.\n";
const at = (person: Person, id: string) => ({ token: person.token, params: { id } });

async function makeShared(): Promise<string> {
  return makeBase(owner, {
    visibility: "partial",
    grants: [granted("user", manager.id, "manage"), granted("user", reader.id)],
  });
}
const makeSet = async (person: Person, baseId: string, name = "Set") =>
  (await answer<{ id: string }>(createRoute, { token: person.token, body: { baseId, name } })).data!.id;
const add = (person: Person, setId: string, question: string, expected: object[]) =>
  answer<{ id: string }>(addRoute, { ...at(person, setId), body: { question, expected } });
const itemsOf = async (person: Person, setId: string) =>
  (await answer<{ items: RecallItemDto[]; total: number }>(itemsRoute, at(person, setId))).data!;

async function importTable(person: Person, setId: string, bytes: string, skip = false) {
  const raw = multipart([{ name: "file", filename: "questions.csv", bytes }]) as unknown as BodyInit;
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return answer<RecallImportedDto>(importRoute, { ...at(person, setId), raw, headers, query: { skip } });
}

describe("test sets of a base", () => {
  it("are made, named, listed with counts and deleted by whoever manages it", async () => {
    const base = await makeShared();
    const file = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const id = await makeSet(manager, base, "Leases");
    await add(manager, id, "When does the lease end?", [{ fileId: file.id, words: "ends on 31 March" }]);
    expect(
      await answer(renameRoute, { ...at(owner, id), method: "PATCH", body: { name: "All leases" } }),
    ).toMatchObject({
      code: 200,
    });
    const { data } = await answer<{ items: RecallSetDto[] }>(setsRoute, {
      token: owner.token,
      query: { baseId: base },
    });
    expect(data!.items).toEqual([
      expect.objectContaining({
        id,
        name: "All leases",
        active: 1,
        proposed: 0,
        lastRun: null,
        author: manager.account,
      }),
    ]);
    expect(await answer(deleteRoute, { ...at(owner, id), method: "DELETE" })).toMatchObject({ code: 200 });
    expect(await db().select().from(recallItems).where(eq(recallItems.setId, id))).toEqual([]);
  });

  it("are foreign to whoever only reads the base, and to everybody else", async () => {
    const base = await makeShared();
    const file = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const id = await makeSet(owner, base);
    const item = (await add(owner, id, "When?", [{ fileId: file.id }])).data!.id;
    const body = { question: "Mine?", expected: [{ fileId: file.id }] };
    for (const person of [reader, stranger]) {
      const refused = await Promise.all([
        answer(createRoute, { token: person.token, body: { baseId: base, name: "Mine" } }),
        answer(setsRoute, { token: person.token, query: { baseId: base } }),
        answer(setRoute, at(person, id)),
        answer(renameRoute, { ...at(person, id), method: "PATCH", body: { name: "Mine" } }),
        answer(deleteRoute, { ...at(person, id), method: "DELETE" }),
        answer(itemsRoute, at(person, id)),
        answer(addRoute, { ...at(person, id), body }),
        answer(decideRoute, { ...at(person, id), body: { action: "reject", ids: "all" } }),
        answer(proposeRoute, { ...at(person, id), body: { count: 1 } }),
        answer(stopRoute, { ...at(person, id), method: "DELETE" }),
        importTable(person, id, "question,file\nMine?,lease.txt\n"),
        answer(itemRoute, at(person, item)),
        answer(putItemRoute, { ...at(person, item), method: "PUT", body }),
        answer(deleteItemRoute, { ...at(person, item), method: "DELETE" }),
      ]);
      expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 404));
    }
    const chatter = await makePerson({ codes: ["KBCENTER:CHAT"] });
    expect(await answer(setRoute, at(chatter, id))).toMatchObject({ code: 403 });
    expect((await itemsOf(owner, id)).items.map(({ question }) => question)).toEqual(["When?"]);
  });

  it("are lost to a manager whose right is withdrawn", async () => {
    const base = await makeShared();
    const id = await makeSet(manager, base);
    const grants = [granted("user", reader.id)];
    await answer(changeBaseRoute, { ...at(owner, base), method: "PATCH", body: { grants } });
    expect(await answer(setRoute, at(manager, id))).toMatchObject({ code: 404 });
    expect(await answer(setRoute, at(owner, id))).toMatchObject({ code: 200 });
  });

  it(`are at most ${RECALL_SETS_MAX}, also when two are made at the same time`, async () => {
    const base = await makeBase(owner);
    for (let made = 1; made < RECALL_SETS_MAX; made++) await makeSet(owner, base, `Set ${made}`);
    const body = { baseId: base, name: "Last" };
    const both = await Promise.all([1, 2].map(() => answer(createRoute, { token: owner.token, body })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  });
});

describe("questions of a set", () => {
  it("expect files of the base alone, and files one may read", async () => {
    const [base, other] = [await makeShared(), await makeBase(owner)];
    const foreign = await makeKnowledgeFile(owner, other, "other.txt", LEASE);
    const id = await makeSet(manager, base);
    for (const fileId of [foreign.id, v7()]) {
      const refused = await add(manager, id, "When?", [{ fileId }]);
      expect(refused).toMatchObject({ code: 400, data: { fields: { expected: "invalid" } } });
    }
    expect(await add(manager, id, "When?", [])).toMatchObject({ code: 400 });
    expect(await add(manager, id, " ", [{ fileId: foreign.id }])).toMatchObject({ code: 400 });
  });

  it("show nothing of a file that is kept from a manager, and keep its places through their edits", async () => {
    const base = await makeShared();
    const [open, hidden] = [
      await makeKnowledgeFile(owner, base, "open.txt", LEASE),
      await makeKnowledgeFile(owner, base, "salaries.txt", "The director earns 9,000 a month."),
    ];
    const id = await makeSet(owner, base);
    const secret = { fileId: hidden.id, words: "director earns 9,000" };
    const item = (await add(owner, id, "Who earns what?", [{ fileId: open.id }, secret])).data!.id;
    await answer(changeFileRoute, { ...at(owner, hidden.id!), method: "PATCH", body: { visibility: "self" } });
    const seen = await answer<OpenedRecallItemDto>(itemRoute, at(manager, item));
    expect(seen.data!.expected[1]).toEqual({ fileId: hidden.id, fileName: null, words: null });
    expect(JSON.stringify(seen)).not.toMatch(/salaries|9,000/);
    const body = { question: "Who earns how much?", expected: [{ fileId: open.id, words: "rent" }] };
    expect(await answer(putItemRoute, { ...at(manager, item), method: "PUT", body })).toMatchObject({ code: 200 });
    const [row] = await db().select().from(recallItems).where(eq(recallItems.id, item));
    expect(row).toMatchObject({
      question: "Who earns how much?",
      expected: [{ fileId: open.id, words: "rent" }, secret],
    });
  });

  it("come from a table, all or none unless rows are left out, with the row of each problem", async () => {
    const base = await makeShared();
    const [one, two] = [
      await makeKnowledgeFile(owner, base, "lease.txt", LEASE),
      await makeKnowledgeFile(owner, base, "plan.txt", "The plan has three parts."),
    ];
    const id = await makeSet(manager, base);
    const long = `Long ${"question ".repeat(200)}?`;
    const table = `问题,File,words\nWhen does it end?,LEASE.txt,31 March 2027\nWhen does it end?,plan.txt,\n${long},plan.txt,\nLost?,nowhere.txt,\n`;
    const refused = await importTable(manager, id, table);
    expect(refused.data).toEqual({
      ...{ rows: 4, added: 0, problemCount: 1 },
      problems: [{ row: 5, column: "file", problem: "unknownFile" }],
    });
    expect((await itemsOf(manager, id)).total).toBe(0);
    expect((await importTable(manager, id, table, true)).data).toMatchObject({ added: 2, problemCount: 1 });
    const { items } = await itemsOf(manager, id);
    expect(items.map(({ question, origin }) => [question, origin])).toEqual(
      expect.arrayContaining([
        ["When does it end?", "imported"],
        [long, "imported"],
      ]),
    );
    expect(items.find(({ question }) => question.startsWith("When"))!.expected).toEqual([
      { fileId: one.id, fileName: "lease.txt", words: "31 March 2027" },
      { fileId: two.id, fileName: "plan.txt", words: null },
    ]);
    // The same file once more: its questions are there.
    expect((await importTable(manager, id, table)).data).toMatchObject({ added: 0, problemCount: 4 });
    expect(await importTable(manager, id, "a,b\n1,2\n")).toMatchObject({ code: 422 });
  });

  it(`are at most ${RECALL_ITEMS_MAX}`, async () => {
    const base = await makeBase(owner);
    const file = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const id = await makeSet(owner, base);
    const expected = [{ fileId: file.id! }];
    await db()
      .insert(recallItems)
      .values(
        Array.from({ length: RECALL_ITEMS_MAX - 1 }, (_, index) => ({ setId: id, question: `${index}?`, expected })),
      );
    const both = await Promise.all(["one", "two"].map((question) => add(owner, id, question, expected)));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect((await importTable(owner, id, "question,file\nMore?,lease.txt\n")).code).toBe(409);
  });
});

describe("questions a model proposes", () => {
  it("wait for a decision, with the words of the slice they come from", async () => {
    await upsertConfig(db(), "knowledgeChat", { modelId: model });
    invalidateConfig("knowledgeChat");
    const base = await makeShared();
    const file = await makeKnowledgeFile(
      owner,
      base,
      "lease.txt",
      "Leases of the north office end on 31 March 2027, unless both sides agree in writing to go on for another year.\n",
    );
    const id = await makeSet(manager, base);
    expect(await answer(proposeRoute, { ...at(manager, id), body: { count: 5 } })).toMatchObject({ code: 200 });
    await runTasksOf(id);
    const { data: set } = await answer<OpenedRecallSetDto>(setRoute, at(manager, id));
    expect(set).toMatchObject({ active: 0, proposed: 1, proposals: { status: "done", done: 1, total: 1 } });
    const [item] = (await itemsOf(manager, id)).items;
    expect(item).toMatchObject({ question: "What is said of Leases?", state: "proposed", origin: "generated" });
    expect(item!.expected).toEqual([expect.objectContaining({ fileId: file.id, fileName: "lease.txt" })]);
    expect(item!.expected[0]!.words).toMatch(/^Leases of the north office/);
    // Asked again, the same question is not proposed twice.
    await answer(proposeRoute, { ...at(manager, id), body: { count: 5 } });
    await runTasksOf(id);
    expect((await itemsOf(manager, id)).total).toBe(1);
    const decided = await answer(decideRoute, { ...at(manager, id), body: { action: "approve", ids: "all" } });
    expect(decided.data).toEqual({ decided: 1, left: 0 });
    expect((await itemsOf(manager, id)).items[0]).toMatchObject({ state: "active" });
  });

  it("are asked of no model that only quotes, and end with the right of whoever asked", async () => {
    await upsertConfig(db(), "knowledgeChat", {});
    invalidateConfig("knowledgeChat");
    const base = await makeShared();
    await makeKnowledgeFile(owner, base, "lease.txt", `${LEASE}${LEASE}`);
    const id = await makeSet(manager, base);
    expect(await answer(proposeRoute, { ...at(manager, id), body: { count: 5 } })).toMatchObject({ code: 422 });
    await upsertConfig(db(), "knowledgeChat", { modelId: model });
    invalidateConfig("knowledgeChat");
    expect(await answer(proposeRoute, { ...at(manager, id), body: { count: 5 } })).toMatchObject({ code: 200 });
    await answer(changeBaseRoute, { ...at(owner, base), method: "PATCH", body: { grants: [] } });
    await runTasksOf(id);
    const { data } = await answer<OpenedRecallSetDto>(setRoute, at(owner, id));
    expect(data).toMatchObject({ proposed: 0, proposals: { status: "failed", error: "knowledgeRightGone" } });
  });
});

describe("a question of a record", () => {
  async function asked(base: string, question: string): Promise<string> {
    const body = { modelId: model, baseIds: [base], question };
    const { lines } = await readStream(await call(askRoute, { token: reader.token, body }));
    await backgroundIdle(5000);
    const [start] = lines;
    if (start?.type !== "start") throw new Error("no start");
    return (start.messageMetadata as { answerId: string }).answerId;
  }
  const findingOf = async (base: string) =>
    (await db().select().from(knowledgeFindings).where(eq(knowledgeFindings.baseId, base)))[0]!;
  const rate = (id: string, body: object) => call(rateRoute, { ...at(reader, id), body });

  it("comes with the search of then; a good answer says what to find, a wrong one waits for somebody to say it", async () => {
    const base = await makeShared();
    const file = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const id = await makeSet(manager, base);
    const answerId = await asked(base, "When does the lease of the north office end?");
    await rate(answerId, { value: "like" });
    await backgroundIdle(5000);
    const good = await addRecordedItem(manager.actor, (await findingOf(base)).id, id);
    // Asked again, the same one.
    expect(await addRecordedItem(manager.actor, (await findingOf(base)).id, id)).toEqual(good);
    const { data } = await answer<OpenedRecallItemDto>(itemRoute, at(manager, good.id));
    expect(data).toMatchObject({ state: "active", origin: "record", expected: [{ fileId: file.id }] });
    const selection = data!.trace!.find(({ step }) => step === "selection");
    expect(selection!.found).toContainEqual(expect.objectContaining({ fileName: "lease.txt", isKept: true }));
    const [row] = await db().select().from(recallItems).where(eq(recallItems.id, good.id));
    await answer(changeFileRoute, { ...at(owner, file.id!), method: "PATCH", body: { visibility: "self" } });
    const hidden = await answer<OpenedRecallItemDto>(itemRoute, at(manager, good.id));
    expect(JSON.stringify(hidden.data!.trace)).not.toContain("lease.txt");
    expect(JSON.stringify(row!.trace)).toContain("lease.txt");
  });

  it("is nobody's to take whose words they may not read, nor of another base", async () => {
    const base = await makeShared();
    await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const id = await makeSet(manager, base);
    const answerId = await asked(base, "Wie hoch ist der Mount Everest?");
    const finding = await findingOf(base);
    expect(finding.isByAsker).toBe(false);
    await expect(addRecordedItem(manager.actor, finding.id, id)).rejects.toMatchObject({ key: "notFound" });
    await rate(answerId, { value: "dislike", reason: "outdated" });
    await backgroundIdle(5000);
    const elsewhere = await makeSet(manager, await makeBase(manager));
    await expect(addRecordedItem(manager.actor, finding.id, elsewhere)).rejects.toMatchObject({ key: "notFound" });
    for (const person of [reader, stranger])
      await expect(addRecordedItem(person.actor, finding.id, id)).rejects.toMatchObject({ key: "notFound" });
    const taken = await addRecordedItem(manager.actor, finding.id, id);
    const [item] = (await itemsOf(manager, id)).items;
    expect(item).toMatchObject({ id: taken.id, state: "proposed", expected: [] });
    // It cannot be approved before somebody says what should be found.
    const decided = await answer(decideRoute, { ...at(manager, id), body: { action: "approve", ids: "all" } });
    expect(decided.data).toEqual({ decided: 0, left: 1 });
  });
});

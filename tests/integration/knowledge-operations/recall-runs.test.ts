import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as retrievalRoute } from "@/app/api/knowledge/bases/[id]/retrieval/route";
import { PATCH as changeBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { PATCH as changeFileRoute } from "@/app/api/knowledge/files/[id]/route";
import { GET as backupsRoute } from "@/app/api/knowledge-operations/parameter-backups/route";
import { POST as applyRoute } from "@/app/api/knowledge-operations/recall-runs/[id]/apply/route";
import { POST as cancelRoute } from "@/app/api/knowledge-operations/recall-runs/[id]/cancel/route";
import { GET as foundRoute } from "@/app/api/knowledge-operations/recall-runs/[id]/results/[itemId]/route";
import { GET as resultsRoute } from "@/app/api/knowledge-operations/recall-runs/[id]/results/route";
import { GET as runRoute } from "@/app/api/knowledge-operations/recall-runs/[id]/route";
import { POST as addRoute } from "@/app/api/knowledge-operations/recall-sets/[id]/items/route";
import { DELETE as deleteSetRoute } from "@/app/api/knowledge-operations/recall-sets/[id]/route";
import { GET as runsRoute, POST as startRoute } from "@/app/api/knowledge-operations/recall-sets/[id]/runs/route";
import { POST as createRoute, GET as setsRoute } from "@/app/api/knowledge-operations/recall-sets/route";
import { closeDatabase, db } from "@/db/client";
import { recallItems, recallResults, recallRuns } from "@/db/schema/knowledge-operations";
import { tasks } from "@/db/schema/tasks";
import type { RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import type {
  BackupDto,
  OpenedRecallRunDto,
  RecallFoundDto,
  RecallResultDto,
  RecallSetDto,
} from "@/lib/features/knowledge-operations/recall-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTask } from "@/lib/tasks/run";
import { answer } from "@/tests/factories/call";
import { addFiles, granted, makeBase } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

const BOOK = [
  "Alpha opens the yard at dawn.",
  "Bravo counts the lorries at the gate.",
  "Charlie paints the harbour lanterns red.",
  "Delta waters the northern garden.",
  "Echo sweeps the long corridor.",
  "Foxtrot mends harbour ropes in winter.",
  "Golf locks the yard at night.",
];

let owner: Person;
let manager: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, manager, reader, stranger] = [await makePerson(), await makePerson(), await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const at = (person: Person, id: string) => ({ token: person.token, params: { id } });

/** A base of one file whose slices begin with letters, and a set that is to be asked of it. */
async function makeBook(person = owner) {
  const grants = [granted("user", manager.id, "manage"), granted("user", reader.id)];
  const base = await makeBase(person, { visibility: "partial", grants });
  const segmentation = JSON.stringify({ mode: "separator", separators: [{ text: "---" }] });
  const { data } = await addFiles(person, base, [{ name: "book.txt", bytes: BOOK.join("---") }], { segmentation });
  const file = data!.items[0]!;
  await runTasksOf(file.versionId!);
  const made = await answer<{ id: string }>(createRoute, { token: person.token, body: { baseId: base, name: "Book" } });
  return { base, file: file.id!, set: made.data!.id };
}
const add = async (set: string, question: string, expected: object[]) =>
  (await answer<{ id: string }>(addRoute, { ...at(owner, set), body: { question, expected } })).data!.id;
const start = (person: Person, set: string, body: object = { settings: null, others: null }) =>
  answer<{ id: string }>(startRoute, { ...at(person, set), body });
const read = async (person: Person, id: string) => (await answer<OpenedRecallRunDto>(runRoute, at(person, id))).data!;
const results = async (person: Person, id: string, query = {}) =>
  (await answer<{ items: RecallResultDto[]; total: number }>(resultsRoute, { ...at(person, id), query })).data!;

async function ran(person: Person, set: string, body?: object): Promise<OpenedRecallRunDto> {
  const { data, message } = await start(person, set, body);
  if (!data) throw new Error(message);
  await runTasksOf(set);
  return read(person, data.id);
}

describe("a run", () => {
  it("measures the base as it is set, tells where each place stands and what cut it", async () => {
    const { file, set, base } = await makeBook();
    const lanterns = await add(set, "Who paints the harbour lanterns?", [
      { fileId: file, words: "paints the harbour" },
    ]);
    const both = await add(set, "Who works at the harbour?", [
      { fileId: file, words: "Charlie paints" },
      { fileId: file, words: "Foxtrot mends" },
    ]);
    const lost = await add(set, "Who waters the garden in the north?", [{ fileId: file, words: "parking permit" }]);
    const run = await ran(manager, set, { settings: { selectedCount: 1 }, others: null });
    expect(run).toMatchObject({
      state: "done",
      questions: 3,
      isCompared: false,
      setName: "Book",
      work: { status: "done" },
    });
    // Found first of one, first of two, none of one.
    expect(run.figures).toMatchObject({ counted: 3, left: 0, second: null, differences: null });
    expect(run.figures!.first.recall1).toBeCloseTo((1 + 0.5 + 0) / 3, 6);
    expect(run.figures!.first.mrr).toBeCloseTo(2 / 3, 6);
    expect(run.figures!.first.answered).toBeCloseTo(2 / 3, 6);
    const { items } = await results(owner, run.id);
    // Worst first.
    expect(items.map(({ itemId }) => itemId)).toEqual([lost, both, lanterns]);
    expect(items[0]!.first.places).toEqual([expect.objectContaining({ state: "missed", rank: null })]);
    const [first, second] = items[1]!.first.places;
    expect([first!.state, second!.state].sort()).toEqual(["cut", "selected"]);
    expect([first!, second!].find(({ state }) => state === "cut")!.cut).toBe("selection");
    expect((await results(owner, run.id, { show: "lost" })).items.map(({ itemId }) => itemId)).toEqual([lost]);
    const { data } = await answer<RecallFoundDto>(foundRoute, {
      token: owner.token,
      params: { id: run.id, itemId: both },
    });
    expect(data!.first.found[0]).toMatchObject({
      cut: null,
      fileName: "book.txt",
      text: expect.stringMatching(/harbour/),
    });
    expect(data!.first.found.slice(1).every(({ cut }) => cut !== null)).toBe(true);
    const list = await answer<{ items: RecallSetDto[] }>(setsRoute, { token: owner.token, query: { baseId: base } });
    expect(list.data!.items[0]!.lastRun).toMatchObject({ id: run.id, state: "done" });
  });

  it("asks two settings beside each other, changed questions first, and counts what goes along with a slice", async () => {
    const { file, set } = await makeBook();
    const same = await add(set, "Who paints the harbour lanterns?", [{ fileId: file, words: "Charlie paints" }]);
    const beside = await add(set, "Who paints lanterns red?", [{ fileId: file, words: "Delta waters" }]);
    const run = await ran(owner, set, { settings: { selectedCount: 1 }, others: { selectedCount: 1, distance: 1 } });
    expect(run.figures!.first.recallK).toBe(0.5);
    expect(run.figures!.second!.recallK).toBe(1);
    expect(run.figures!.differences!.recallK).toMatchObject({ mean: 0.5, verdict: "tooFew" });
    const { items } = await results(owner, run.id);
    expect(items.map(({ itemId }) => itemId)).toEqual([beside, same]);
    expect(items[0]!.second!.places).toEqual([expect.objectContaining({ state: "beside", rank: 1 })]);
    expect((await results(owner, run.id, { show: "changed" })).items.map(({ itemId }) => itemId)).toEqual([beside]);
  });

  it("needs questions, one run at a time, settings that fit", async () => {
    const { file, set } = await makeBook();
    expect(await start(owner, set)).toMatchObject({ code: 422 });
    await add(set, "Who?", [{ fileId: file }]);
    expect(await start(owner, set, { settings: { topK: 0 }, others: null })).toMatchObject({ code: 400 });
    const foreign = await start(owner, set, { settings: null, others: { rerankModelId: v7() } });
    expect(foreign).toMatchObject({ code: 400, data: { fields: { rerankModelId: "invalid" } } });
    const both = await Promise.all([start(owner, set), start(manager, set)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await db().select().from(recallRuns).where(eq(recallRuns.setId, set))).toHaveLength(1);
    await runTasksOf(set);
  });

  it("goes on behind what was kept when its worker was killed, and asks no question twice", async () => {
    const { file, set } = await makeBook();
    const expected = [{ fileId: file }];
    await db()
      .insert(recallItems)
      .values(
        Array.from({ length: 25 }, (_, index) => ({ setId: set, question: `Who works at gate ${index}?`, expected })),
      );
    const { data } = await start(owner, set);
    const [task] = await db().select().from(tasks).where(eq(tasks.subject, set));
    const kept = () => db().select().from(recallResults).where(eq(recallResults.runId, data!.id));
    const working = runTask(task!.id);
    while ((await kept()).length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    // The worker is gone: another may take it up.
    const lost = { leaseId: v7(), leaseUntil: new Date(0), status: "running" as const };
    await db().update(tasks).set(lost).where(eq(tasks.id, task!.id));
    await working;
    const before = await kept();
    expect(before.length).toBeLessThan(25);
    expect(await read(owner, data!.id)).toMatchObject({ state: "running", figures: null });
    const marked = before.map(({ itemId }) => itemId);
    await db()
      .update(recallResults)
      .set({ first: { ...(before[0]!.first as object), queries: ["kept"] } })
      .where(eq(recallResults.runId, data!.id));
    await runTask(task!.id);
    const after = await kept();
    expect(after).toHaveLength(25);
    for (const { itemId, first } of after)
      expect((first as { queries: string[] }).queries[0] === "kept").toBe(marked.includes(itemId));
    expect(await read(owner, data!.id)).toMatchObject({ state: "done", questions: 25, work: { done: 25, total: 25 } });
  });

  it("is stopped by whoever manages the base; what was asked stays", async () => {
    const { file, set } = await makeBook();
    await add(set, "Who?", [{ fileId: file }]);
    const { data } = await start(owner, set);
    expect(await answer(cancelRoute, { ...at(reader, data!.id), method: "POST" })).toMatchObject({ code: 404 });
    expect(await answer(cancelRoute, { ...at(manager, data!.id), method: "POST" })).toMatchObject({ code: 200 });
    expect(await read(owner, data!.id)).toMatchObject({ state: "cancelled", work: { status: "cancelled" } });
    expect((await ran(owner, set)).state).toBe("done");
  });

  it("ends with the right of whoever began it, and with its set", async () => {
    const { base, file, set } = await makeBook();
    await add(set, "Who?", [{ fileId: file }]);
    const { data } = await start(manager, set);
    await answer(changeBaseRoute, { ...at(owner, base), method: "PATCH", body: { grants: [] } });
    await runTasksOf(set);
    expect(await answer(runRoute, at(manager, data!.id))).toMatchObject({ code: 404 });
    expect(await read(owner, data!.id)).toMatchObject({ state: "failed", work: { error: "knowledgeRightGone" } });
    const next = await start(owner, set);
    expect(await answer(deleteSetRoute, { ...at(owner, set), method: "DELETE" })).toMatchObject({ code: 200 });
    await runTasksOf(set);
    expect(await answer(runRoute, at(owner, next.data!.id))).toMatchObject({ code: 404 });
  });

  it("is foreign to whoever does not manage the base", async () => {
    const { file, set } = await makeBook();
    const item = await add(set, "Who?", [{ fileId: file }]);
    const { id } = await ran(owner, set);
    for (const person of [reader, stranger]) {
      const refused = await Promise.all([
        start(person, set),
        answer(runsRoute, at(person, set)),
        answer(runRoute, at(person, id)),
        answer(resultsRoute, at(person, id)),
        answer(foundRoute, { token: person.token, params: { id, itemId: item } }),
        answer(applyRoute, { ...at(person, id), body: { side: "first" } }),
      ]);
      expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 404));
    }
  });

  it("shows a manager nothing of a file that is kept from them, and does not count what they cannot find", async () => {
    const { file, set } = await makeBook();
    const item = await add(set, "Who paints the harbour lanterns?", [{ fileId: file, words: "Charlie paints" }]);
    const seen = await ran(owner, set);
    await answer(changeFileRoute, { ...at(owner, file), method: "PATCH", body: { visibility: "self" } });
    const [result] = (await results(manager, seen.id)).items;
    expect(result!.first.places[0]).toMatchObject({ fileName: null, words: null });
    const { data } = await answer<RecallFoundDto>(foundRoute, {
      token: manager.token,
      params: { id: seen.id, itemId: item },
    });
    expect(data!.first).toMatchObject({ found: [], gone: expect.any(Number) });
    expect(JSON.stringify(data)).not.toMatch(/Charlie|book\.txt/);
    const own = await ran(manager, set);
    expect(own.figures).toMatchObject({ counted: 0, left: 1 });
    expect((await results(manager, own.id)).items[0]!.first).toMatchObject({ ndcg: null, places: [{ state: "gone" }] });
  });
});

describe("settings of a run", () => {
  it("become the base's own where they differ from the center, and the former ones are backed up", async () => {
    const { base, file, set } = await makeBook();
    await add(set, "Who?", [{ fileId: file }]);
    const run = await ran(owner, set, { settings: null, others: { selectedCount: 2, distance: 1 } });
    expect(run).toMatchObject({
      settings: { selectedCount: 8, distance: 0 },
      others: { selectedCount: 2, distance: 1 },
    });
    expect(await answer(applyRoute, { ...at(manager, run.id), body: { side: "second" } })).toMatchObject({ code: 200 });
    const own = async () => (await answer<RetrievalDto>(retrievalRoute, at(owner, base))).data!.own;
    expect(await own()).toEqual({ selectedCount: 2, distance: 1 });
    // Back to the other side: what the base set of its own stays its own.
    expect(await answer(applyRoute, { ...at(owner, run.id), body: { side: "first" } })).toMatchObject({ code: 200 });
    expect(await own()).toEqual({ selectedCount: 8, distance: 0 });
    const { data } = await answer<{ items: BackupDto[] }>(backupsRoute, {
      token: owner.token,
      query: { baseId: base },
    });
    expect(data!.items.map(({ kind, settings, author }) => [kind, settings, author])).toEqual([
      ["beforeApply", { selectedCount: 2, distance: 1 }, owner.account],
      ["beforeApply", {}, manager.account],
    ]);
  });

  it("have no second side where there was one setting", async () => {
    const { file, set } = await makeBook();
    await add(set, "Who?", [{ fileId: file }]);
    const run = await ran(owner, set);
    expect(await answer(applyRoute, { ...at(owner, run.id), body: { side: "second" } })).toMatchObject({ code: 404 });
  });
});

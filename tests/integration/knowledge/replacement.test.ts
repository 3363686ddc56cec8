import { eq } from "drizzle-orm";
import { POST as batchRoute } from "@/app/api/knowledge/bases/[id]/files/batch/route";
import { GET as listRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { POST as cancelRoute } from "@/app/api/knowledge/files/[id]/cancel/route";
import { GET as downloadRoute } from "@/app/api/knowledge/files/[id]/download/route";
import { POST as encodingRoute } from "@/app/api/knowledge/files/[id]/encoding/route";
import { GET as readRoute } from "@/app/api/knowledge/files/[id]/route";
import { POST as replaceRoute, GET as versionsRoute } from "@/app/api/knowledge/files/[id]/versions/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { closeDatabase, db } from "@/db/client";
import { sliceSets } from "@/db/schema/retrieval";
import { APP } from "@/lib/areas/apps";
import type {
  FileBatchDto,
  KnowledgeFileDto,
  KnowledgeFilesDto,
  KnowledgeFileVersionDto,
  RecallDto,
} from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { search } from "@/lib/retrieval/search";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTask } from "@/lib/tasks/run";
import { answer, call } from "@/tests/factories/call";
import { encoded } from "@/tests/factories/encodings";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { addFiles, granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let owner: Person;
let manager: Person;
let reader: Person;
let base: string;
beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  [owner, manager, reader] = [await makePerson(), await makePerson(), await makePerson()];
  const grants = [granted("user", manager.id, "manage"), granted("user", reader.id)];
  base = await makeBase(owner, { visibility: "partial", grants });
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const at = (person: Person, id: string) => ({ token: person.token, params: { id } });
const OLD = "The lease of the north office ends in March 2027.\n";
const NEW = "The lease of the north office ends in June 2031.\n";

async function replace(person: Person, id: string, text: string, name = "lease.txt") {
  const raw = multipart([{ name: "file", filename: name, bytes: text }]) as unknown as BodyInit;
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return answer<KnowledgeFileDto>(replaceRoute, { ...at(person, id), raw, headers });
}
const answers = async (baseIds = [base]) =>
  (await answer<RecallDto>(recallRoute, { token: reader.token, body: { baseIds, query: "lease" } })).data!.hits.map(
    ({ text }) => text.trim(),
  );
const read = async (id: string) => (await answer<KnowledgeFileDto>(readRoute, at(owner, id))).data!;

describe("a newer version of a file", () => {
  it("takes the place of the older in one step: whoever asks finds one of them, never both or none", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", OLD);
    const seen: string[][] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) seen.push(await answers());
    })();
    const { data } = await replace(manager, id, NEW);
    expect(data).toMatchObject({ status: "uploaded", isAnswering: true });
    expect(await answers()).toEqual([OLD.trim()]);
    await runTasksOf(data!.versionId);
    isOver = true;
    await asking;
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.filter((found) => found.length !== 1 || ![OLD, NEW].includes(`${found[0]}\n`))).toEqual([]);
    expect(await answers()).toEqual([NEW.trim()]);
    const { items } = (await answer<{ items: KnowledgeFileVersionDto[] }>(versionsRoute, at(reader, id))).data!;
    expect(items).toMatchObject([
      { number: 2, isCurrent: true, isAnswering: true },
      { number: 1, isCurrent: false, isAnswering: false },
    ]);
    const bytes = async (query = {}) => (await call(downloadRoute, { ...at(reader, id), query })).text();
    expect(await bytes()).toBe(NEW);
    expect(await bytes({ versionId: items[1]!.versionId })).toBe(OLD);
  });

  it("is made of its own bytes in another encoding by whoever manages the base, and answers once it is whole", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "short.csv", encoded("lease 升,120\n", "big5"));
    const choose = (person: Person) =>
      answer<KnowledgeFileDto>(encodingRoute, { ...at(person, id), body: { encoding: "big5" } });
    expect((await choose(reader)).code).toBe(404);
    expect((await answers())[0]).not.toContain("升");
    const { data } = await choose(manager);
    expect(data).toMatchObject({ status: "uploaded", isAnswering: true });
    expect((await answers())[0]).not.toContain("升");
    await runTasksOf(data!.versionId);
    expect((await answers())[0]).toContain("升");
    // Asked for what it is in already, nothing happens.
    expect((await choose(manager)).data).toMatchObject({ versionId: data!.versionId, status: "ready" });
  });

  it("leaves the older one answering where it fails, and says so", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", OLD);
    await replace(owner, id, NEW);
    await answer(cancelRoute, { ...at(owner, id), method: "POST" });
    expect(await read(id)).toMatchObject({ status: "parse_failed", error: "documentCancelled", isAnswering: true });
    expect(await answers()).toEqual([OLD.trim()]);
  });

  it("is not answered for by the work on one that it replaced", async () => {
    const { data } = await addFiles(owner, base, [{ name: "lease.txt", bytes: OLD }]);
    const { id, versionId } = data!.items[0]!;
    const next = (await replace(owner, id, NEW)).data!;
    await runTasksOf(versionId);
    expect(await answers()).toEqual([]);
    await runTasksOf(next.versionId);
    expect(await answers()).toEqual([NEW.trim()]);
  });

  it("is for those who manage the base, and refused where the base has it already", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", OLD);
    await makeKnowledgeFile(owner, base, "other.txt", NEW);
    expect((await replace(reader, id, "x")).code).toBe(404);
    expect((await replace(owner, id, NEW)).code).toBe(409);
    expect((await replace(owner, id, "MZ", "lease.exe")).code).toBe(415);
    expect(await read(id)).toMatchObject({ status: "ready", name: "lease.txt" });
    const stranger = await makePerson();
    for (const route of [versionsRoute, downloadRoute]) expect((await call(route, at(stranger, id))).status).toBe(404);
  });
});

describe("many files at once", () => {
  const batch = async (person: Person, body: object, id = base) =>
    answer<FileBatchDto>(batchRoute, { ...at(person, id), body });
  const list = async (query = {}) =>
    (await answer<KnowledgeFilesDto>(listRoute, { ...at(owner, base), query })).data!.items;

  it("are tagged, moved, deleted and taken back by one call, each by itself", async () => {
    const a = await makeKnowledgeFile(owner, base, "a.txt", "lease a");
    const b = await makeKnowledgeFile(owner, base, "b.txt", "lease b");
    const ids = [a.id, b.id];
    expect((await batch(reader, { ids, action: { kind: "delete" } })).code).toBe(404);
    await batch(manager, { ids, action: { kind: "tag", add: ["rent"], remove: [] } });
    await batch(manager, { ids: [a.id], action: { kind: "move", folder: "deep/down" } });
    expect((await list({ tag: "rent" })).map(({ folder }) => folder).sort()).toEqual(["", "deep/down"]);
    const deleted = await batch(manager, { filter: { tag: "rent" }, action: { kind: "delete" } });
    expect(deleted.data).toMatchObject({ taskId: null, total: 2, done: 2, refused: [] });
    expect(await answers()).toEqual([]);
    expect((await batch(manager, { ids, action: { kind: "restore" } })).data!.done).toBe(2);
    expect((await answers()).length).toBe(2);
    const retried = await batch(manager, { ids, action: { kind: "retry" } });
    expect(retried.data).toMatchObject({
      done: 0,
      refused: [{ id: expect.any(String), message: expect.any(String) }, {}],
    });
    for (const wrong of [{ action: { kind: "delete" } }, { ids, filter: {}, action: { kind: "delete" } }]) {
      expect((await batch(owner, wrong)).code).toBe(400);
    }
  });

  it("go on in a task where they are many", async () => {
    const names = Array.from({ length: 21 }, (_, index) => `${index}.txt`);
    for (let from = 0; from < 21; from += 10) {
      await addFiles(
        owner,
        base,
        names.slice(from, from + 10).map((name) => ({ name, bytes: name })),
      );
    }
    const { data } = await batch(owner, { filter: {}, action: { kind: "tag", add: ["all"], remove: [] } });
    expect(data).toMatchObject({ taskId: expect.any(String), total: 21, done: 0 });
    await runTask(data!.taskId!);
    expect((await list({ tag: "all", pageSize: 100 })).length).toBe(21);
  });

  it("move to another base with what answers, unless that has the same", async () => {
    const other = await makeBase(owner, { visibility: "partial", grants: [granted("user", reader.id)] });
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", OLD);
    const action = { kind: "move", folder: "", baseId: other };
    // Who manages only the one may not move into the other.
    expect((await batch(manager, { ids: [id], action })).data).toMatchObject({ done: 0 });
    expect((await batch(owner, { ids: [id], action })).data).toMatchObject({ done: 1 });
    expect(await answers([base])).toEqual([]);
    expect(await answers([other])).toEqual([OLD.trim()]);
    const again = await makeKnowledgeFile(owner, base, "again.txt", OLD);
    expect((await batch(owner, { ids: [again.id], action })).data).toMatchObject({ done: 0 });
  });

  it("are cut anew while they answer", async () => {
    const { id, versionId } = await makeKnowledgeFile(owner, base, "lease.txt", `${OLD}---\n${NEW}`);
    const segmentation = { mode: "separator", maxTokens: 320, overlap: 0, separators: [{ text: "---" }] };
    await batch(manager, { ids: [id], action: { kind: "resegment", segmentation } });
    expect((await answers()).length).toBe(1);
    const [named] = await db().select({ id: sliceSets.id }).from(sliceSets).where(eq(sliceSets.versionId, versionId));
    await runTasksOf(versionId);
    expect((await answers()).length).toBe(2);
    // A search that named the slices before the switch, and reads them after it, finds what it would have found.
    const late = { app: APP.KNOWLEDGE, setIds: [named!.id], query: "lease", topK: 5, mode: "lexical" as const };
    expect((await search(reader.actor, late)).hits).toHaveLength(1);
  });
});

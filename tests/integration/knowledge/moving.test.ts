import { count } from "drizzle-orm";
import { POST as copyBaseRoute } from "@/app/api/knowledge/bases/[id]/copy/route";
import { POST as archiveRoute } from "@/app/api/knowledge/bases/[id]/files/archive/route";
import { POST as batchRoute } from "@/app/api/knowledge/bases/[id]/files/batch/route";
import { GET as listRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { GET as baseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { PATCH as fileRoute } from "@/app/api/knowledge/files/[id]/route";
import { GET as slicesRoute } from "@/app/api/knowledge/files/[id]/slices/route";
import { GET as versionsRoute } from "@/app/api/knowledge/files/[id]/versions/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { POST as changeRoute, GET as sliceRoute } from "@/app/api/knowledge/slices/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { embeddingCache } from "@/db/schema/retrieval";
import type {
  BaseDto,
  FileBatchDto,
  KnowledgeFileDto,
  KnowledgeFilesDto,
  KnowledgeFileVersionDto,
  RecallDto,
  SliceDto,
  SlicesDto,
} from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { addFiles, granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { unzip } from "@/tests/factories/unzip";

let owner: Person;
let manager: Person;
let base: string;
let other: string;
beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  [owner, manager] = [await makePerson(), await makePerson()];
  base = await makeBase(owner, { visibility: "partial", grants: [granted("user", manager.id, "manage")] });
  other = await makeBase(owner);
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const OLD = "The lease of the north office ends in March 2027.\n";
const NEW = "The lease of the north office ends in June 2031.\n";
const at = (id: string, person = owner) => ({ token: person.token, params: { id } });

/** Asks for one thing with one file, as a batch does. */
async function act(id: string, action: object, person = owner) {
  const { data } = await answer<FileBatchDto>(batchRoute, { ...at(base, person), body: { ids: [id], action } });
  return data!.refused.length > 0 ? "refused" : "done";
}
const copyTo = (id: string, more: object = {}, person = owner) =>
  act(id, { kind: "copy", folder: "", baseId: other, ...more }, person);
const moveTo = (id: string, more: object = {}) => act(id, { kind: "move", folder: "", baseId: other, ...more });
const list = async (baseId: string) => (await answer<KnowledgeFilesDto>(listRoute, at(baseId))).data!.items;
const fileCount = async (baseId: string) => (await answer<BaseDto>(baseRoute, at(baseId))).data!.fileCount;
const slices = async (id: string) => (await answer<SlicesDto>(slicesRoute, at(id))).data!;
const versions = async (id: string) =>
  (await answer<{ items: KnowledgeFileVersionDto[] }>(versionsRoute, at(id))).data!.items;
const recalled = async (baseId: string) =>
  (await answer<RecallDto>(recallRoute, { token: owner.token, body: { baseIds: [baseId], query: "lease" } })).data!
    .hits;
const answers = async (baseId: string) => (await recalled(baseId)).map(({ text }) => text.trim());
const bought = async () => (await db().select({ count: count() }).from(embeddingCache))[0]!.count;

async function edit(file: KnowledgeFileDto, text: string) {
  const [line] = (await slices(file.id)).items;
  const { revision } = (await answer<SliceDto>(sliceRoute, at(line!.id))).data!;
  expect((await answer(changeRoute, { ...at(line!.id), body: { kind: "edit", text, revision } })).code).toBe(200);
}
async function built(baseId: string): Promise<KnowledgeFileDto[]> {
  for (const { versionId } of await list(baseId)) await runTasksOf(versionId);
  return list(baseId);
}

describe("a file that is copied", () => {
  it("says the same there with what people changed, and nothing is bought again", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", OLD);
    await edit(file, "The lease of the north office ends in April.");
    await runTasksOf((await slices(file.id)).file.versionId!);
    expect(await copyTo(file.id, { folder: "rent" })).toBe("done");
    const before = await bought();
    const [copy] = await built(other);
    expect(copy).toMatchObject({ name: "lease.txt", folder: "rent", status: "ready", sliceCount: 1 });
    expect(await answers(other)).toEqual(["The lease of the north office ends in April."]);
    expect((await slices(copy!.id)).counts).toMatchObject({ all: 1, hand: 1, open: 0 });
    // The changed slice was never embedded by its own task here; the copy's is the first.
    expect((await bought()) - before).toBeLessThanOrEqual(1);
    expect(await fileCount(base)).toBe(1);
    // It is there already.
    expect(await copyTo(file.id)).toBe("refused");
    expect(await act(file.id, { kind: "copy", folder: "x", baseId: base })).toBe("refused");
  });

  it("needs both bases to be one's own to change", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", OLD);
    expect(await copyTo(file.id, {}, manager)).toBe("refused");
    expect(await list(other)).toEqual([]);
  });

  it("stands beside one of its name, or becomes its newest version without a gap, as it was said", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", NEW);
    const there = await makeKnowledgeFile(owner, other, "lease.txt", OLD);
    expect(await copyTo(file.id)).toBe("refused");
    expect(await copyTo(file.id, { sameName: "replace" })).toBe("done");
    expect(await answers(other)).toEqual([OLD.trim()]);
    const [now] = await built(other);
    expect(now).toMatchObject({ id: there.id, name: "lease.txt" });
    expect(await answers(other)).toEqual([NEW.trim()]);
    expect((await versions(there.id)).length).toBe(2);
    expect(await fileCount(base)).toBe(1);
    const third = await makeKnowledgeFile(owner, base, "next.txt", "The lease of the south office ends in May.");
    await answer(fileRoute, { ...at(third.id), method: "PATCH", body: { name: "lease.txt", folder: "deep" } });
    expect(await copyTo(third.id, { sameName: "keep" })).toBe("done");
    expect((await list(other)).map(({ name }) => name).sort()).toEqual(["lease (2).txt", "lease.txt"]);
  });

  it("comes along with its base, with what people changed in it", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", OLD);
    await edit(file, "The lease of the north office ends in April.");
    const { data } = await answer<{ id: string }>(copyBaseRoute, {
      ...at(base),
      body: { name: "Copy", withFiles: true },
    });
    await runTasksOf(data!.id);
    const [copy] = await built(data!.id);
    expect((await slices(copy!.id)).counts).toMatchObject({ all: 1, hand: 1 });
    expect(await answers(data!.id)).toEqual(["The lease of the north office ends in April."]);
  });
});

describe("a file that is moved", () => {
  it("keeps its versions and what people changed, and both bases count right", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", OLD);
    await edit(file, "The lease of the north office ends in April.");
    expect(await moveTo(file.id)).toBe("done");
    expect([await fileCount(base), await fileCount(other)]).toEqual([0, 1]);
    expect(await answers(base)).toEqual([]);
    expect(await answers(other)).toEqual(["The lease of the north office ends in April."]);
    expect((await list(other))[0]).toMatchObject({ id: file.id, sliceCount: 1, status: "ready" });
    expect((await slices(file.id)).counts).toMatchObject({ hand: 1 });
    expect((await versions(file.id)).length).toBe(1);
  });

  it("onto one of its name waits for a word, then becomes its newest version and leaves its place", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", NEW);
    await edit(file, "The lease of the north office ends in July 2031.");
    const there = await makeKnowledgeFile(owner, other, "lease.txt", OLD);
    expect(await moveTo(file.id)).toBe("refused");
    expect(await fileCount(base)).toBe(1);
    expect(await moveTo(file.id, { sameName: "replace" })).toBe("done");
    expect([await fileCount(base), await fileCount(other)]).toEqual([0, 1]);
    expect(await answers(other)).toEqual([OLD.trim()]);
    await built(other);
    expect(await answers(other)).toEqual(["The lease of the north office ends in July 2031."]);
    expect((await slices(there.id)).counts).toMatchObject({ hand: 1, open: 0 });
    // Taken back from the trash it stands where it was.
    expect(await act(file.id, { kind: "restore" })).toBe("done");
    expect(await answers(base)).toEqual(["The lease of the north office ends in July 2031."]);
  });

  it("within its base does not stand twice under one name either", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", NEW);
    await addFiles(owner, base, [{ name: "lease.txt", bytes: OLD }], { folder: "rent" });
    expect(await moveTo(file.id, { baseId: base, folder: "rent" })).toBe("refused");
    expect(await moveTo(file.id, { baseId: base, folder: "rent", sameName: "keep" })).toBe("done");
    expect((await list(base)).map(({ name, folder }) => `${folder}/${name}`).sort()).toEqual([
      "rent/lease (2).txt",
      "rent/lease.txt",
    ]);
  });
});

describe("several files as one archive", () => {
  const archive = (person: Person, body: object) => call(archiveRoute, { ...at(base, person), method: "POST", body });

  it("hold what a person may see in their folders, each under a name of its own", async () => {
    await addFiles(owner, base, [
      { name: "lease.txt", bytes: OLD },
      { name: "合同.txt", bytes: "租约" },
    ]);
    await addFiles(owner, base, [{ name: "lease.txt", bytes: NEW }], { folder: "rent" });
    const [hidden] = (await addFiles(owner, base, [{ name: "hidden.txt", bytes: "secret" }])).data!.items;
    await answer(fileRoute, { ...at(hidden!.id), method: "PATCH", body: { visibility: "self" } });
    const twin = (await list(base)).find(({ folder }) => folder === "rent")!;
    await answer(fileRoute, { ...at(twin.id), method: "PATCH", body: { name: "Lease.txt", folder: "" } });
    const response = await archive(manager, { filter: {} });
    expect(response.status).toBe(200);
    const read = unzip(Buffer.from(await response.arrayBuffer()));
    expect(Object.fromEntries(read)).toEqual({
      "lease.txt": OLD,
      "合同.txt": "租约",
      "Lease (2).txt": NEW,
    });
    expect((await archive(manager, { ids: [hidden!.id] })).status).toBe(404);
    expect((await archive(await makePerson(), { filter: {} })).status).toBe(404);
    expect((await archive(owner, { ids: [hidden!.id] })).status).toBe(200);
  });
});

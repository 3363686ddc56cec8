import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as deleteOwnFile, GET as readOwnFile } from "@/app/api/files/[id]/route";
import { GET as listRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { PATCH as changeBase, DELETE as deleteBase, GET as readBase } from "@/app/api/knowledge/bases/[id]/route";
import { POST as cancelRoute } from "@/app/api/knowledge/files/[id]/cancel/route";
import { POST as retryRoute } from "@/app/api/knowledge/files/[id]/retry/route";
import { DELETE as deleteRoute, GET as readRoute } from "@/app/api/knowledge/files/[id]/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { GET as readerRoute } from "@/app/api/reader/[versionId]/route";
import { closeDatabase, db } from "@/db/client";
import { knowledgeFiles } from "@/db/schema/knowledge";
import type { BaseDto, KnowledgeFileDto, RecallDto } from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { addFiles, granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let owner: Person;
let other: Person;
let base: string;
beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
  base = await makeBase(owner);
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const list = async (person: Person, id: string, query = {}) =>
  await answer<{ items: KnowledgeFileDto[]; total: number }>(listRoute, { token: person.token, params: { id }, query });
const read = (person: Person, id: string) =>
  answer<KnowledgeFileDto>(readRoute, { token: person.token, params: { id } });
const act = (route: Parameters<typeof call>[0], person: Person, id: string, method = "POST") =>
  answer(route, { token: person.token, method, params: { id } });
const recall = (person: Person, body: object) => answer<RecallDto>(recallRoute, { token: person.token, body });
const found = async (person: Person, query: string, baseIds = [base]) =>
  (await recall(person, { baseIds, query })).data!.hits.map(({ fileName }) => fileName);

const LEASE = "The lease of the north office ends on 31 March 2027.\n";
const TRAVEL = "Travel costs are paid back within ten days.\n";

describe("files of a base", () => {
  it("are taken in each by itself, made searchable, counted, and found", async () => {
    const { data } = await addFiles(owner, base, [
      { name: "lease.txt", bytes: LEASE },
      { name: "program.exe", bytes: "MZ" },
      { name: "empty.txt", bytes: "" },
      { name: "travel.md", bytes: TRAVEL },
      { name: "again.txt", bytes: LEASE },
    ]);
    expect(data!.items.map(({ name, status, error }) => [name, status, error])).toEqual([
      ["lease.txt", "uploaded", null],
      ["program.exe", "upload_failed", "documentType"],
      ["empty.txt", "upload_failed", "fileEmpty"],
      ["travel.md", "uploaded", null],
      ["again.txt", "upload_failed", "knowledgeFileExists"],
    ]);
    for (const { versionId } of data!.items) if (versionId) await runTasksOf(versionId);
    const { data: listed } = await list(owner, base, { sort: "name" });
    expect(listed).toMatchObject({
      total: 2,
      items: [{ name: "lease.txt", status: "ready", sliceCount: 1 }, { name: "travel.md" }],
    });
    const { data: counted } = await answer<BaseDto>(readBase, { token: owner.token, params: { id: base } });
    expect(counted).toMatchObject({ fileCount: 2, size: LEASE.length + TRAVEL.length });
    const { hits, timings } = (await recall(owner, { baseIds: [base], query: "When does the lease end?" })).data!;
    expect(hits[0]).toMatchObject({ fileName: "lease.txt", baseId: base, page: 1, fileId: data!.items[0]!.id });
    expect(hits[0]!.text).toContain("31 March 2027");
    expect(hits[0]!.scores.lexical).toBeGreaterThan(0);
    expect(Object.keys(timings).sort()).toEqual(["fuse", "lexical", "rerank", "vector"]);
  });

  it("are at most ten at a time; of more none is kept", async () => {
    const files = Array.from({ length: 11 }, (_, at) => ({ name: `${at}.txt`, bytes: `text ${at}` }));
    expect(await addFiles(owner, base, files)).toMatchObject({ code: 422 });
    expect((await list(owner, base)).data!.total).toBe(0);
    expect((await addFiles(owner, base, files.slice(1))).data!.items).toHaveLength(10);
  });

  it("are passed over where they are too large, and the next is still read", async () => {
    const large = new Uint8Array(50 * 1024 ** 2 + 1).fill(97);
    const { data } = await addFiles(owner, base, [
      { name: "large.txt", bytes: large },
      { name: "lease.txt", bytes: LEASE },
    ]);
    expect(data!.items.map(({ name, error }) => [name, error])).toEqual([
      ["large.txt", "fileTooLarge"],
      ["lease.txt", null],
    ]);
  });

  it("are cut as their form says, and refused where it says nonsense", async () => {
    const text = "one. two---three. four---five";
    const by = (segmentation: unknown) =>
      addFiles(owner, base, [{ name: `${v7()}.txt`, bytes: `${text} ${v7()}` }], {
        segmentation: typeof segmentation === "string" ? segmentation : JSON.stringify(segmentation),
      });
    for (const wrong of ["{", { mode: "separator" }, { mode: "single", overlap: 400 }, { mode: "single", x: 1 }]) {
      expect((await by(wrong)).data!.items[0]).toMatchObject({ status: "upload_failed", error: "invalidInput" });
    }
    const { data } = await by({ mode: "separator", separators: [{ text: "---" }] });
    await runTasksOf(data!.items[0]!.versionId);
    expect((await read(owner, data!.items[0]!.id)).data).toMatchObject({ status: "ready", sliceCount: 3 });
  });

  it("leave nothing behind for anybody once they are taken out", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    expect(await found(owner, "lease")).toEqual(["lease.txt"]);
    expect((await act(deleteRoute, owner, file.id, "DELETE")).code).toBe(200);
    expect(await found(owner, "lease")).toEqual([]);
    expect((await read(owner, file.id)).code).toBe(404);
    expect((await addFiles(owner, base, [{ name: "lease.txt", bytes: LEASE }])).data!.items[0]).toMatchObject({
      error: null,
    });
  });

  it("can be stopped, and go on", async () => {
    const { data } = await addFiles(owner, base, [{ name: "lease.txt", bytes: LEASE }]);
    const { id, versionId } = data!.items[0]!;
    expect((await act(retryRoute, owner, id)).code).toBe(409);
    expect(await act(cancelRoute, owner, id)).toMatchObject({
      data: { status: "parse_failed", error: "documentCancelled" },
    });
    expect(await found(owner, "lease")).toEqual([]);
    expect(await act(retryRoute, owner, id)).toMatchObject({ code: 200, data: { status: "parsing", error: null } });
    await runTasksOf(versionId);
    expect(await found(owner, "lease")).toEqual(["lease.txt"]);
  });
});

describe("whose a base's files are", () => {
  it("everybody's who reaches the base, at every door, as long as they do", async () => {
    const file = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const doors = async (person: Person) => [
      (await list(person, base)).code,
      (await read(person, file.id)).code,
      (await recall(person, { baseIds: [base], query: "lease" })).code,
    ];
    const changes = async (person: Person) => [
      (await act(retryRoute, person, file.id)).code,
      (await act(cancelRoute, person, file.id)).code,
      (await act(deleteRoute, person, file.id, "DELETE")).code,
      (await addFiles(person, base, [{ name: "x.txt", bytes: v7() }])).code,
    ];
    expect(await doors(other)).toEqual([404, 404, 404]);
    expect(await changes(other)).toEqual([404, 404, 404, 404]);
    const share = (body: object) =>
      answer(changeBase, { token: owner.token, method: "PATCH", params: { id: base }, body });
    await share({ visibility: "partial", grants: [granted("user", other.id)] });
    expect(await doors(other)).toEqual([200, 200, 200]);
    expect(await found(other, "lease")).toEqual(["lease.txt"]);
    expect(await changes(other)).toEqual([404, 404, 404, 404]);
    await share({ grants: [] });
    expect(await doors(other)).toEqual([404, 404, 404]);
    await share({ visibility: "all" });
    await act(deleteBase, owner, base, "DELETE");
    expect(await doors(other)).toEqual([404, 404, 404]);
    expect(await doors(owner)).toEqual([404, 404, 404]);
  });

  it("not their uploader's: no door of own files leads to them, and the reader asks the base", async () => {
    const share = (body: object) =>
      answer(changeBase, { token: owner.token, method: "PATCH", params: { id: base }, body });
    await share({ visibility: "partial", grants: [granted("user", other.id, "manage")] });
    const file = await makeKnowledgeFile(other, base, "lease.txt", LEASE);
    expect((await call(readOwnFile, { token: other.token, params: { id: file.fileId } })).status).toBe(404);
    expect((await act(deleteOwnFile, other, file.fileId, "DELETE")).code).toBe(404);
    const read = async () =>
      (await call(readerRoute, { token: other.token, params: { versionId: file.versionId } })).status;
    expect(await read()).toBe(200);
    await share({ grants: [] });
    expect(await read()).toBe(404);
    expect(await found(owner, "lease")).toEqual(["lease.txt"]);
  });

  it("is asked again when an upload ends: a right withdrawn meanwhile refuses it", async () => {
    const slow = addFiles(owner, base, [{ name: "lease.txt", bytes: LEASE }]);
    await act(deleteBase, owner, base, "DELETE");
    const { code, data } = await slow;
    expect([code, data?.items?.[0]?.error]).not.toEqual([200, null]);
    expect(await db().select().from(knowledgeFiles).where(eq(knowledgeFiles.baseId, base))).toEqual([]);
  });
});

it("searches one to three bases, none twice", async () => {
  const more = [await makeBase(owner), await makeBase(owner), await makeBase(owner)];
  await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
  await makeKnowledgeFile(owner, more[0]!, "travel.txt", `${TRAVEL}${LEASE}`);
  const names = await found(owner, "When does the lease end?", [base, more[0]!]);
  expect(names.sort()).toEqual(["lease.txt", "travel.txt"]);
  for (const baseIds of [[], [base, base], [base, ...more], [v7(), "x"]]) {
    expect((await recall(owner, { baseIds, query: "lease" })).code).toBe(400);
  }
  expect((await recall(owner, { baseIds: [v7()], query: "lease" })).code).toBe(404);
  expect((await recall(owner, { baseIds: [base], query: " " })).code).toBe(400);
});

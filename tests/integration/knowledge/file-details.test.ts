import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as namesRoute } from "@/app/api/knowledge/bases/[id]/files/names/route";
import { GET as listRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { PATCH as changeBase, GET as readBase } from "@/app/api/knowledge/bases/[id]/route";
import { GET as editRoute } from "@/app/api/knowledge/files/[id]/edit/route";
import { POST as restoreRoute } from "@/app/api/knowledge/files/[id]/restore/route";
import { PATCH as changeRoute, DELETE as deleteRoute, GET as readRoute } from "@/app/api/knowledge/files/[id]/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { closeDatabase, db } from "@/db/client";
import { notifications } from "@/db/schema/notifications";
import { addDays, dayIn } from "@/lib/config/time";
import type { BaseDto, KnowledgeFileDetailDto, KnowledgeFilesDto, RecallDto } from "@/lib/features/knowledge/dto";
import { remindOwners } from "@/lib/features/knowledge/jobs";
import { REVIEW_DAYS } from "@/lib/features/knowledge/limits";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { addFiles, granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

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

/** Of the configuration as it begins. */
const TIME_ZONE = "Asia/Shanghai";
const LEASE = "The lease of the north office ends on 31 March 2027.\n";
const at = (person: Person, id: string) => ({ token: person.token, params: { id } });
const list = async (person: Person, query = {}) =>
  (await answer<KnowledgeFilesDto>(listRoute, { ...at(person, base), query })).data!;
const names = async (person: Person, query = {}) => (await list(person, query)).items.map(({ name }) => name).sort();
const change = (person: Person, id: string, body: object) =>
  answer<KnowledgeFileDetailDto>(changeRoute, { ...at(person, id), method: "PATCH", body });
const found = async (person: Person) =>
  (await answer<RecallDto>(recallRoute, { token: person.token, body: { baseIds: [base], query: "lease" } })).data!.hits
    .length;

/** What each door tells a person of a file: whether it is listed, read, found, counted. */
async function doors(person: Person, id: string) {
  return {
    listed: (await names(person)).length,
    counted: (await answer<BaseDto>(readBase, at(person, base))).data!.fileCount,
    read: (await answer(readRoute, at(person, id))).code,
    found: await found(person),
  };
}
const OPEN = { listed: 1, counted: 1, read: 200, found: 1 };
const SHUT = { listed: 0, counted: 0, read: 404, found: 0 };

describe("a file that narrows its base", () => {
  it("is there for those it names, its owner and the base's, at every door, and for nobody else", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    expect(await doors(reader, id)).toEqual(OPEN);
    expect((await change(owner, id, { visibility: "partial", grants: [granted("user", manager.id)] })).code).toBe(200);
    expect(await doors(reader, id)).toEqual(SHUT);
    expect(await doors(manager, id)).toEqual(OPEN);
    expect(await doors(owner, id)).toEqual(OPEN);
    await change(owner, id, { visibility: "self" });
    expect(await doors(manager, id)).toEqual(SHUT);
    expect(await doors(owner, id)).toEqual(OPEN);
    // Handed on, it is the new owner's as well.
    await change(owner, id, { ownerId: manager.id });
    expect(await doors(manager, id)).toEqual(OPEN);
    expect(await doors(reader, id)).toEqual(SHUT);
  });

  it("never widens it: whom it names without the base does not reach it", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const stranger = await makePerson();
    await change(owner, id, { visibility: "partial", grants: [granted("user", stranger.id)] });
    expect((await answer(readRoute, at(stranger, id))).code).toBe(404);
    expect((await answer(recallRoute, { token: stranger.token, body: { baseIds: [base], query: "lease" } })).code).toBe(
      404,
    );
    await answer(changeBase, { ...at(owner, base), method: "PATCH", body: { visibility: "all" } });
    expect((await answer(readRoute, at(stranger, id))).code).toBe(200);
  });

  it("is changed by none it is kept from, and kept from others by its owner or the base's alone", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    expect((await change(manager, id, { visibility: "self" })).code).toBe(403);
    expect((await change(manager, id, { ownerId: manager.id })).code).toBe(403);
    expect((await change(manager, id, { tags: ["rent"] })).code).toBe(200);
    expect((await change(reader, id, { tags: [] })).code).toBe(404);
    await change(owner, id, { visibility: "self" });
    for (const route of [editRoute, restoreRoute]) expect((await answer(route, at(manager, id))).code).toBe(404);
    expect((await change(manager, id, { tags: [] })).code).toBe(404);
    expect((await answer(deleteRoute, { ...at(manager, id), method: "DELETE" })).code).toBe(404);
    expect((await change(owner, id, { ownerId: v7() })).code).toBe(400);
  });

  it("is not named to whom it is kept from when they upload the same", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "secret.txt", LEASE);
    const upload = async () =>
      JSON.stringify((await addFiles(manager, base, [{ name: "mine.txt", bytes: LEASE }])).data);
    expect(await upload()).toContain("secret.txt");
    await change(owner, id, { visibility: "self" });
    expect(await upload()).not.toContain("secret");
  });
});

describe("what is said of a file", () => {
  it("lets it answer within its days only", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const today = dayIn(TIME_ZONE);
    const within = async (validFrom: string | null, validUntil: string | null) => {
      const { data } = await change(owner, id, { validFrom, validUntil });
      expect(data).toMatchObject({ validFrom, validUntil });
      return found(reader);
    };
    expect(await within(addDays(today, 1), null)).toBe(0);
    expect(await within(today, today)).toBe(1);
    expect(await within(null, addDays(today, -1))).toBe(0);
    expect(await within(null, null)).toBe(1);
    expect((await change(owner, id, { validFrom: today, validUntil: addDays(today, -1) })).code).toBe(400);
    await change(owner, id, { validFrom: today });
    expect((await change(owner, id, { validUntil: addDays(today, -1) })).code).toBe(400);
  });

  it("is among those to review before its end, of which its owner hears once", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    await makeKnowledgeFile(owner, base, "for-ever.txt", "Travel costs are paid back.\n");
    const today = dayIn(TIME_ZONE);
    const remind = () => remindOwners.execute({}, { jobId: v7(), signal: new AbortController().signal });
    const heard = async (person: Person) =>
      (await db().select().from(notifications).where(eq(notifications.userId, person.id))).map(({ kind, args }) => [
        kind,
        args,
      ]);
    await change(owner, id, { validUntil: addDays(today, REVIEW_DAYS + 1) });
    await remind();
    expect([await names(owner, { review: "true" }), await heard(owner)]).toEqual([[], []]);
    await change(owner, id, { validUntil: addDays(today, 3) });
    for (const _ of [1, 2]) await remind();
    expect(await names(owner, { review: "true" })).toEqual(["lease.txt"]);
    expect(await heard(owner)).toEqual([["filesEnding", expect.objectContaining({ count: 1, base: "Rules" })]]);
    // Another end is told of anew; nobody but the owner hears of it.
    await change(owner, id, { validUntil: addDays(today, -1) });
    await remind();
    expect(await heard(owner)).toHaveLength(2);
    expect(await heard(reader)).toEqual([]);
  });

  it("is not named to an owner the base is no longer shown to", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    await change(owner, id, { ownerId: reader.id, validUntil: addDays(dayIn(TIME_ZONE), 3) });
    const grants = [granted("user", manager.id, "manage")];
    expect((await answer(changeBase, { ...at(owner, base), method: "PATCH", body: { grants } })).code).toBe(200);
    await remindOwners.execute({}, { jobId: v7(), signal: new AbortController().signal });
    const told = await db().select().from(notifications).where(eq(notifications.userId, reader.id));
    expect(told).toEqual([]);
  });

  it("sorts it into folders and tags, by which files are found", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    await addFiles(owner, base, [{ name: "deep.txt", bytes: "deep" }], { folder: "/rules//2026/" });
    expect((await change(owner, id, { tags: ["rent", "rent", "north"], name: "Lease.pdf" })).data).toMatchObject({
      tags: ["rent", "north"],
      name: "Lease.pdf.txt",
    });
    expect(await names(reader, { tag: "north" })).toEqual(["Lease.pdf.txt"]);
    expect(await names(reader, { folder: "/" })).toEqual(["Lease.pdf.txt"]);
    expect(await names(reader, { folder: "rules/2026" })).toEqual(["deep.txt"]);
    expect(await names(reader, { uploaderId: reader.id })).toEqual([]);
    expect((await list(reader, { status: "ready" })).states).toEqual({ all: 2, running: 1, failed: 0, ready: 1 });
    expect((await change(owner, id, { folder: "a/b/c/d/e/f/g/h/i/j/k" })).code).toBe(400);
  });

  it("is not overwritten by who saw an older state", async () => {
    const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const { revision } = (await answer<KnowledgeFileDetailDto>(editRoute, at(manager, id))).data!;
    expect((await change(owner, id, { tags: ["rent"], revision })).code).toBe(200);
    expect((await change(manager, id, { tags: [], revision })).code).toBe(409);
  });
});

it("asks what is to become of two files of one name, and can keep both", async () => {
  await addFiles(owner, base, [{ name: "lease.txt", bytes: "one" }], { folder: "a" });
  const again = async (bytes: string, fields = {}) =>
    (await addFiles(owner, base, [{ name: "lease.txt", bytes }], { folder: "a", ...fields })).data!.items[0];
  expect(await again("two")).toMatchObject({ id: null, error: "knowledgeFileNameTaken" });
  expect(await again("two", { sameName: "keep" })).toMatchObject({ name: "lease (2).txt" });
  expect(await again("three", { sameName: "keep" })).toMatchObject({ name: "lease (3).txt" });
  expect(await again("three", { sameName: "keep" })).toMatchObject({ error: "knowledgeFileExists" });
  const files = ["a", "b"].map((folder) => ({ folder, name: "lease.txt" }));
  const ask = (person: Person) =>
    answer<{ items: { folder: string }[] }>(namesRoute, { ...at(person, base), body: { files } });
  expect((await ask(manager)).data!.items.map(({ folder }) => folder)).toEqual(["a"]);
  expect((await ask(reader)).code).toBe(404);
});

it("takes a deleted file back, unless the same came in meanwhile", async () => {
  const { id } = await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
  await answer(deleteRoute, { ...at(owner, id), method: "DELETE" });
  expect(await found(reader)).toBe(0);
  expect((await answer(restoreRoute, at(reader, id))).code).toBe(404);
  expect((await answer(restoreRoute, { ...at(manager, id), method: "POST" })).code).toBe(200);
  expect(await found(reader)).toBe(1);
  await answer(deleteRoute, { ...at(owner, id), method: "DELETE" });
  await makeKnowledgeFile(owner, base, "again.txt", LEASE);
  expect((await answer(restoreRoute, { ...at(owner, id), method: "POST" })).code).toBe(409);
});

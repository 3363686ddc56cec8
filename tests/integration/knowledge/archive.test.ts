import { desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as exportRoute, GET as takeRoute } from "@/app/api/knowledge/bases/[id]/export/route";
import { GET as stateRoute } from "@/app/api/knowledge/bases/[id]/export/state/route";
import { GET as filesRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { GET as baseRoute, PATCH as changeRoute } from "@/app/api/knowledge/bases/[id]/route";
import { POST as importRoute } from "@/app/api/knowledge/bases/import/route";
import { PATCH as changeFileRoute } from "@/app/api/knowledge/files/[id]/route";
import { GET as slicesRoute } from "@/app/api/knowledge/files/[id]/slices/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { POST as changeSliceRoute } from "@/app/api/knowledge/slices/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { systemConfig } from "@/db/schema/config";
import { files, fileVersions } from "@/db/schema/files";
import { notifications } from "@/db/schema/notifications";
import { sliceSets } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import { BASE_ARCHIVE_SIZE_MAX, USER_VOLUME_MAX } from "@/lib/config/constants";
import { invalidateConfig } from "@/lib/config/system-config";
import type { ArchivedSlice } from "@/lib/features/knowledge/base-archive";
import type { BaseDto, KnowledgeFileDto, RecallDto, SlicesDto } from "@/lib/features/knowledge/dto";
import type { BaseExportDto } from "@/lib/features/knowledge/export-dto";
import { sizeLimit } from "@/lib/files/volume";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { retryTask } from "@/lib/tasks/tasks";
import { answer, call } from "@/tests/factories/call";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { addFiles, granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { unzip } from "@/tests/factories/unzip";
import { zip } from "@/tests/factories/zip";

/*
 * A base leaves as an archive others can read and comes back as a new one that is cut and answers the same (spec P4).
 */
const RULES = "# Hotels\n\nHotels cost 600 yuan a night.\n\n# Trains\n\nTrains are second class. Ask for a receipt.\n";
const HAND = "Trains are second class; first class needs a signature.";

let owner: Person;
let manager: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, manager] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const segmentation = { mode: "separator", maxTokens: 320, overlap: 0, separators: [{ text: "a night." }] };
const json = (value: unknown) => JSON.stringify(value);

async function makeFile(baseId: string, name: string, bytes: string, fields: Record<string, string> = {}) {
  const { data } = await addFiles(owner, baseId, [{ name, bytes }], fields);
  const file = data!.items[0]!;
  if (!file.id) throw new Error(JSON.stringify(file));
  await runTasksOf(file.versionId);
  return file;
}

async function slicesOf(person: Person, fileId: string) {
  const { data } = await answer<SlicesDto>(slicesRoute, { token: person.token, params: { id: fileId } });
  return data!.items;
}
const told = (items: SlicesDto["items"]) =>
  items
    .map(({ id: _, ...slice }) => slice)
    .map(({ text, isHand, isDisabled, reason }) => [text, isHand, isDisabled, reason]);

const changeSlice = (id: string, body: object) =>
  answer(changeSliceRoute, { token: owner.token, method: "POST", params: { id }, body });

async function exported(person: Person, baseId: string): Promise<BaseExportDto> {
  const begun = await answer<BaseExportDto>(exportRoute, {
    token: person.token,
    method: "POST",
    params: { id: baseId },
  });
  expect(begun.code).toBe(200);
  await runTasksOf(`${baseId} ${person.id}`);
  return (await answer<BaseExportDto>(stateRoute, { token: person.token, params: { id: baseId } })).data!;
}

const take = (person: Person, baseId: string) => call(takeRoute, { token: person.token, params: { id: baseId } });
async function archiveOf(person: Person, baseId: string): Promise<Buffer> {
  const response = await take(person, baseId);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const bring = (person: Person, bytes: Uint8Array) => {
  const raw = multipart([{ name: "file", filename: "base.zip", bytes }]) as unknown as BodyInit;
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, "accept-language": "en" };
  return call(importRoute, { token: person.token, raw, headers });
};

async function brought(person: Person, bytes: Uint8Array): Promise<string> {
  const response = await bring(person, bytes);
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { id: string } };
  const [task] = await db()
    .select()
    .from(tasks)
    .where(eq(tasks.kind, "knowledgeBaseImport"))
    .orderBy(desc(tasks.id))
    .limit(1);
  await runTasksOf(task!.subject);
  return data.id;
}

const filesOf = async (person: Person, baseId: string) =>
  (await answer<{ items: KnowledgeFileDto[] }>(filesRoute, { token: person.token, params: { id: baseId } })).data!
    .items;

/** A file of so many bytes, as far as the rows say. */
async function uploadedFile(person: Person, size: number): Promise<string> {
  const [id, versionId] = [v7(), v7()];
  await db()
    .insert(files)
    .values({ id, ownerId: person.id, name: "large.bin", status: "uploaded", purpose: "general" });
  await db()
    .insert(fileVersions)
    .values({ id: versionId, fileId: id, sha256: versionId, size, type: "text/plain", storageKey: versionId });
  return id;
}

describe("an exported base", () => {
  it("comes back with its settings, files, hand-made slices and answers", async () => {
    const baseId = await makeBase(owner, { name: "Travel", description: "Rules of travel", icon: "globe" });
    const file = await makeFile(baseId, "rules.md", RULES, { segmentation: json(segmentation), folder: "staff/2026" });
    await makeFile(baseId, "other.txt", "The canteen opens at noon.\n");
    const days = { tags: ["travel"], validFrom: "2020-01-01", validUntil: "2090-12-31" };
    await answer(changeFileRoute, { token: owner.token, method: "PATCH", params: { id: file.id }, body: days });
    const before = await slicesOf(owner, file.id);
    const train = before.find(({ text }) => text.includes("second class"))!;
    expect((await changeSlice(train.id, { kind: "edit", text: HAND })).code).toBe(200);
    const hotel = before.find(({ text }) => text.includes("600 yuan"))!;
    expect((await changeSlice(hotel.id, { kind: "disable", reason: "Out of date" })).code).toBe(200);
    const edited = told(await slicesOf(owner, file.id));
    // Vectors of changed slices follow in a task of their set.
    const sets = await db().select({ id: sliceSets.id }).from(sliceSets).where(eq(sliceSets.owner, baseId));
    for (const { id } of sets) await runTasksOf(id);

    const state = await exported(owner, baseId);
    expect(state).toMatchObject({ status: "done", files: 2, leftOut: 0 });
    const archive = await archiveOf(owner, baseId);
    const entries = unzip(archive);
    const manifest = JSON.parse(entries.get("manifest.json")!);
    expect(manifest.base).toMatchObject({
      name: "Travel",
      description: "Rules of travel",
      icon: "globe",
      type: "general",
    });
    expect(manifest.files.map(({ name, folder, tags }: Record<string, unknown>) => [name, folder, tags])).toEqual([
      ["rules.md", "staff/2026", ["travel"]],
      ["other.txt", "", []],
    ]);
    expect(entries.get(manifest.files[0].path)).toBe(RULES);
    const lines = entries.get(manifest.files[0].slices)!.trim().split("\n");
    const slices = lines.map((line) => JSON.parse(line) as ArchivedSlice);
    expect(slices.map(({ order, text, isDisabled }) => [order, text.trim(), isDisabled])).toEqual(
      edited.map(([text, , isDisabled], at) => [at + 1, String(text).trim(), isDisabled]),
    );
    expect(slices.find(({ text }) => text === HAND)!.hand).toMatchObject({
      anchor: expect.stringContaining("second class"),
    });

    const copy = await brought(manager, archive);
    const { data: base } = await answer<BaseDto>(baseRoute, { token: manager.token, params: { id: copy } });
    expect(base).toMatchObject({ name: "Travel", icon: "globe", isOwn: true, visibility: "self", fileCount: 2 });
    for (const { versionId } of await filesOf(manager, copy)) await runTasksOf(versionId);
    const twin = (await filesOf(manager, copy)).find(({ name }) => name === "rules.md")!;
    expect(twin).toMatchObject({ status: "ready", folder: "staff/2026", ...days });
    expect(told(await slicesOf(manager, twin.id))).toEqual(edited);
    const recall = async (person: Person, id: string) => {
      const body = { baseIds: [id], query: "first class signature" };
      const { data } = await answer<RecallDto>(recallRoute, { token: person.token, body });
      return data!.hits.map(({ text, fileName, score }) => [text, fileName, score]);
    };
    expect(await recall(manager, copy)).toEqual(await recall(owner, baseId));
    expect((await recall(manager, copy))[0]![0]).toBe(HAND);
  });

  it("comes back with every name a file may have, and what people changed behind lines that are far too long", async () => {
    const baseId = await makeBase(owner, { name: "Long names" });
    const name = `${"租".repeat(490)}.txt`;
    const file = await makeFile(baseId, name, "The lease ends in March.\n");
    const [slice] = await slicesOf(owner, file.id);
    expect((await changeSlice(slice!.id, { kind: "edit", text: "The lease ends in May." })).code).toBe(200);
    await exported(owner, baseId);
    const entries = unzip(await archiveOf(owner, baseId));
    const { slices } = JSON.parse(entries.get("manifest.json")!).files[0];
    entries.set(slices, `${"x".repeat(5 * 1024 ** 2)}\n${entries.get(slices)}`);
    const copy = await brought(manager, zip([...entries]));
    const [twin] = await filesOf(manager, copy);
    expect(twin?.name).toBe(name);
    await runTasksOf(twin!.versionId);
    expect((await slicesOf(manager, twin!.id)).map(({ text }) => text)).toEqual(["The lease ends in May."]);
  });

  it("comes back however full its keeper's volume is: the import stops there with the reason, and goes on later", async () => {
    const baseId = await makeBase(owner, { name: "Full" });
    await makeFile(baseId, "first.txt", "The lease ends in March.\n");
    await exported(owner, baseId);
    const archive = await archiveOf(owner, baseId);
    const keeper = await makePerson();
    // As many bytes as one may have; what an administrator says of single files does not count for archives.
    const full = await uploadedFile(keeper, USER_VOLUME_MAX);
    await upsertConfig(db(), "uploadConfig", { fileMb: 1 });
    invalidateConfig("uploadConfig");
    expect(await sizeLimit("knowledge-base")).toBe(BASE_ARCHIVE_SIZE_MAX);
    expect(await sizeLimit("knowledge")).toBe(1024 ** 2);
    await db().delete(systemConfig).where(eq(systemConfig.type, "uploadConfig"));
    invalidateConfig("uploadConfig");
    const copy = await brought(keeper, archive);
    const [task] = await db().select().from(tasks).where(eq(tasks.ownerId, keeper.id)).orderBy(desc(tasks.id)).limit(1);
    expect(task).toMatchObject({ kind: "knowledgeBaseImport", status: "failed", failure: "volumeExceeded" });
    expect(await filesOf(keeper, copy)).toEqual([]);
    await db().delete(files).where(eq(files.id, full));
    await db().transaction((tx) => retryTask(tx, task!.id));
    await runTasksOf(task!.subject);
    expect((await filesOf(keeper, copy)).map(({ name }) => name)).toEqual(["first.txt"]);
  });

  it("is its maker's alone, while they manage the base, and leaves out what is kept from them", async () => {
    const grants = [granted("user", manager.id, "manage")];
    const baseId = await makeBase(owner, { name: "Shared", visibility: "partial", grants });
    await makeKnowledgeFile(owner, baseId, "seen.txt", "Everybody may read this.\n");
    const hidden = await makeKnowledgeFile(owner, baseId, "hidden.txt", "The heliotrope is kept from the others.\n");
    const body = { visibility: "self" };
    await answer(changeFileRoute, { token: owner.token, method: "PATCH", params: { id: hidden.id }, body });
    expect(await exported(manager, baseId)).toMatchObject({ status: "done", files: 1, leftOut: 1 });
    const told = [...unzip(await archiveOf(manager, baseId)).values()].join("\n");
    expect(told).toContain("seen.txt");
    expect(told).not.toMatch(/hidden|heliotrope/);
    expect((await take(owner, baseId)).status).toBe(404);
    const stranger = await makePerson();
    expect((await take(stranger, baseId)).status).toBe(404);
    const begun = await answer(exportRoute, { token: stranger.token, method: "POST", params: { id: baseId } });
    expect(begun.code).toBe(404);
    await answer(changeRoute, { token: owner.token, method: "PATCH", params: { id: baseId }, body: { grants: [] } });
    expect((await take(manager, baseId)).status).toBe(404);
  });
});

describe("an archive from outside", () => {
  const manifest = (more: object = {}) => ({
    format: "knowledge-base",
    version: 1,
    exportedAt: "2026-11-24T10:00:00.000Z",
    base: {
      name: "Outside",
      description: "",
      icon: "book",
      type: "general",
      segmentation,
      retrieval: {},
      embeddingModel: null,
    },
    leftOut: 0,
    files: [],
    ...more,
  });
  const file = (path: string) => ({
    ...{ path, slices: "slices/00001.jsonl", name: "a.txt", format: "txt", size: 5, sha256: "0".repeat(64) },
    ...{ folder: "", tags: [], validFrom: null, validUntil: null, segmentation: null, sliceCount: 0 },
  });

  it.each([
    ["no archive", Buffer.from("not a zip at all, but long enough to be looked at")],
    ["without a manifest", zip([["files/00001-a.txt", "hello"]])],
    ["of another format", zip([["manifest.json", json(manifest({ format: "other" }))]])],
    ["of a newer version", zip([["manifest.json", json(manifest({ version: 2 }))]])],
    ["that leads elsewhere", zip([["manifest.json", json(manifest({ files: [file("../../etc/passwd")] }))]])],
    ["that unpacks to far more than it is", zip([["manifest.json", " ".repeat(20 * 1024 ** 2)]])],
  ])("is refused: %s", async (_, bytes) => {
    const response = await bring(owner, bytes);
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      422,
      expect.stringMatching(/not a knowledge base export|too large/),
    ]);
  });

  it("brings what can be taken in; a missing file, or one of no known kind, is left out", async () => {
    const files = [
      file("files/00001-a.txt"),
      { ...file("files/00002-b.exe"), name: "b.exe" },
      file("files/00003-c.txt"),
    ];
    const entries = [
      ["manifest.json", json(manifest({ files }))],
      ["files/00001-a.txt", "hello there"],
      ["files/00002-b.exe", "MZ"],
      ["slices/00001.jsonl", '{"hand": {nonsense}\n'],
    ] as const;
    const id = await brought(owner, zip(entries));
    expect((await filesOf(owner, id)).map(({ name }) => name)).toEqual(["a.txt"]);
    const told = await db().select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(told.map(({ kind, args }) => [kind, args])).toContainEqual([
      "baseImported",
      { name: "Outside", count: 1, refused: 2 },
    ]);
  });
});

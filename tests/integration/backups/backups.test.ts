import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { desc, eq, sql } from "drizzle-orm";
import { extract } from "tar-stream";
import { v7 } from "uuid";
import { POST as cancelRoute } from "@/app/api/admin/backups/[id]/cancel/route";
import { GET as downloadRoute } from "@/app/api/admin/backups/[id]/download/route";
import { DELETE as deleteRoute } from "@/app/api/admin/backups/[id]/route";
import { GET as listRoute, POST as startRoute } from "@/app/api/admin/backups/route";
import { PATCH as settingsRoute } from "@/app/api/admin/backups/settings/route";
import { db, engine, pool } from "@/db/client";
import { insertBackup } from "@/db/queries/backups/backups";
import { findConfig, upsertConfig } from "@/db/queries/config/system-config";
import { listStoredObjects, type StoredObject } from "@/db/queries/files/stored-objects";
import { backups } from "@/db/schema/backups";
import { systemConfig } from "@/db/schema/config";
import { operationLogs } from "@/db/schema/operation-log";
import { tasks } from "@/db/schema/tasks";
import { backupFile, backupFolder, sizeOnDisk } from "@/lib/backups/files";
import { readPassphrase } from "@/lib/backups/passphrase";
import { env } from "@/lib/config/env";
import { encrypt } from "@/lib/encryption";
import type { BackupsDto } from "@/lib/features/backups/dto";
import { fileStore } from "@/lib/files/storage";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeDocumentFile } from "@/tests/factories/documents";
import { eventually } from "@/tests/factories/eventually";
import { makePerson, type Person } from "@/tests/factories/people";
import { pictureDocx } from "@/tests/factories/picture-docx";
import { runTasksOf } from "@/tests/factories/tasks";
import { removeRunFile, writeRunFile } from "../../../scripts/lib/run-file.mjs";
import { takeLock } from "../../../scripts/lib/socket-lock.mjs";

const PASSPHRASE = "four words and one more";
const isEmbedded = engine() === "pglite";
let keeper: Person;
let stranger: Person;
let administrator: Person;
/** What a document leaves in the file store, by its listing. */
let stored: StoredObject[] = [];
let lock: Awaited<ReturnType<typeof takeLock>> | undefined;
const dataDir = path.resolve(env().DATA_DIR);

jest.setTimeout(60_000);

beforeAll(async () => {
  keeper = await makePerson({ codes: ["SYSTEM:CONFIG:BASIC"] });
  stranger = await makePerson({ codes: ["SYSTEM:ORG:USER", "PERSONAL:DOCUMENT"] });
  administrator = await makePerson({ roles: ["administrator"] });
  await startJobs(TASK_JOBS, false);
  if (!isEmbedded) return;
  // What the start script leaves in the data folder of a running product.
  lock = await takeLock(dataDir);
  await writeRunFile(dataDir, { pid: process.pid, socketDir: env().DATABASE_SOCKET });
  if (!(await findConfig(db(), "keyCheck")))
    await upsertConfig(db(), "keyCheck", { sealed: encrypt("keyCheck", "fits") });
});
afterAll(async () => {
  await stopJobs(100);
  await removeRunFile(dataDir);
  await lock?.release?.();
});

const read = async ({ token }: Person) => (await answer<BackupsDto>(listRoute, { token, method: "GET" })).data!;
const start = ({ token }: Person) => answer<{ id: string }>(startRoute, { token, body: {} });
const remove = ({ token }: Person, id: string) => answer(deleteRoute, { token, params: { id }, method: "DELETE" });
const cancel = ({ token }: Person, id: string) => answer(cancelRoute, { token, params: { id }, body: {} });
const download = ({ token }: Person, id: string, headers = {}) =>
  call(downloadRoute, { token, params: { id }, method: "GET", headers });
const save = ({ token }: Person, body: object) => answer(settingsRoute, { token, body, method: "PATCH" });
const logged = async (targetId: string) => {
  const rows = await db()
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.targetId, targetId))
    .orderBy(operationLogs.id);
  return rows.map(({ action, result }) => `${action} ${result}`).sort();
};

/** A finished backup as the command leaves it. */
async function madeBackup(content = "archive"): Promise<{ id: string; fileName: string }> {
  const id = v7();
  const fileName = `meridian-${id}.tar`;
  await mkdir(backupFolder(), { recursive: true });
  await writeFile(backupFile(fileName), content);
  const counts = { rows: 12, files: 3, lost: 1 };
  await insertBackup(db(), { id, fileName, kind: "manual", status: "done", counts });
  return { id, fileName };
}

/** Entries of an archive by name. */
async function entriesOf(archive: Uint8Array): Promise<Map<string, Buffer>> {
  const tar = extract();
  tar.end(archive);
  const entries = new Map<string, Buffer>();
  for await (const entry of tar) entries.set(entry.header.name, await buffer(entry));
  return entries;
}

async function settle(id: string) {
  await runTasksOf(id);
  for (;;) {
    const [row] = await db().select().from(backups).where(eq(backups.id, id));
    if (row?.status !== "running") return row;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("backups", () => {
  it("are seen by those who keep the configuration, taken and deleted by administrators alone", async () => {
    const { id, fileName } = await madeBackup("all of it");
    expect((await answer(listRoute, { token: stranger.token, method: "GET" })).code).toBe(403);
    expect((await download(stranger, id)).status).toBe(403);
    const seen = await read(keeper);
    expect(seen.isAdministrator).toBe(false);
    expect(seen.items.find((item) => item.id === id)).toMatchObject({ rows: 12, files: 3, lost: 1, isThere: true });
    expect((await download(keeper, id)).status).toBe(403);
    expect((await remove(keeper, id)).code).toBe(403);

    const file = await download(administrator, id);
    expect(file.headers.get("content-disposition")).toContain(fileName);
    expect(await file.text()).toBe("all of it");
    const rest = await download(administrator, id, { range: "bytes=4-" });
    expect([rest.status, await rest.text()]).toEqual([206, "of it"]);
    expect((await remove(administrator, id)).code).toBe(200);
    expect(await sizeOnDisk(fileName)).toBeNull();
    expect((await download(administrator, id)).status).toBe(404);
    expect((await remove(administrator, v7())).code).toBe(404);
    // What was refused names the backup as well: another person's tries, and those after it was gone.
    expect(await logged(id)).toEqual([
      "backup.delete refused",
      "backup.delete success",
      ...Array(3).fill("backup.download refused"),
      "backup.download success",
      "backup.download success",
    ]);
  });

  it("whose file somebody took away are told as gone", async () => {
    const id = v7();
    await insertBackup(db(), { id, fileName: `meridian-${id}.tar`, kind: "scheduled", status: "done" });
    expect((await read(keeper)).items.find((item) => item.id === id)).toMatchObject({ isThere: false, status: "done" });
    expect((await download(administrator, id)).status).toBe(404);
  });

  it("whose process died are begun anew, keep others out, and end after the third time", async () => {
    if (!isEmbedded) return;
    const { data } = await start(keeper);
    const [row] = await db().select().from(backups).where(eq(backups.id, data!.id));
    const { id, fileName } = row!;
    await mkdir(backupFolder(), { recursive: true });
    await writeFile(backupFile(fileName), "half");
    expect((await start(administrator)).data).toMatchObject({ error: "backupRunning" });
    expect((await remove(administrator, id)).code).toBe(409);
    expect((await download(administrator, id)).status).toBe(404);
    // Killed in the middle: its lease is over, and what it wrote is no archive.
    const killed = { status: "running", leaseId: v7(), leaseUntil: new Date(0) } as const;
    await db().update(tasks).set(killed).where(eq(tasks.subject, id));
    await runTasksOf(id);
    const [made] = await db().select().from(backups).where(eq(backups.id, id));
    expect(made).toMatchObject({ status: "done", failure: null });
    expect((await readFile(backupFile(fileName))).subarray(0, 13).toString()).toBe("meridian.json");
    await remove(administrator, id);

    const again = (await start(keeper)).data!.id;
    await db()
      .update(tasks)
      .set({ ...killed, attempts: 3 })
      .where(eq(tasks.subject, again));
    await runTasksOf(again);
    expect(await settle(again)).toMatchObject({ status: "failed", failure: "interrupted" });
  });

  it("list everything in the file store: files, the text read from them, its pictures", async () => {
    const { fileId, versionId } = await makeDocumentFile(stranger, "picture.docx", pictureDocx(), "docx");
    const put = jest.spyOn(await fileStore(), "put");
    const again = await makeDocumentFile(administrator, "again.docx", pictureDocx("Another:"), "docx");
    for (const id of [versionId, again.versionId]) await runTasksOf(id);
    const written = put.mock.calls.map(([key]) => key);
    put.mockRestore();
    const objects = await listStoredObjects(pool());
    const listed = new Map(objects.map((object) => [object.key, object]));
    // Whatever was stored is listed with its hash and size; there is no other way to the store.
    expect(written.length).toBe(5);
    for (const key of written)
      expect(listed.get(key)).toMatchObject({ sha256: expect.any(String), size: expect.any(Number) });

    // A row of an older version names no objects: their keys are the same.
    await db().execute(sql`update parsed_versions set index = index - 'objects' where version_id = ${versionId}`);
    const older = (await listStoredObjects(pool())).filter((object) => object.versionId === versionId);
    expect(older.map(({ kind }) => kind).sort()).toEqual(["picture", "piece", "version"]);
    for (const { key } of older) expect(key.startsWith(fileId.replaceAll("-", ""))).toBe(true);
    expect(older.map(({ key }) => key)).toEqual(
      objects.filter((object) => object.versionId === versionId).map(({ key }) => key),
    );

    closeIdleChildren();
    stored = [...older, ...written.map((key) => listed.get(key)!)];
  });

  it("are made one at a time, whole, while the product runs", async () => {
    if (!isEmbedded) {
      expect((await start(keeper)).data).toMatchObject({ error: "backupOnPostgres" });
      expect((await read(keeper)).isManaged).toBe(false);
      return;
    }
    const both = await Promise.all([start(keeper), start(administrator)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    const id = both.find(({ code }) => code === 200)!.data!.id;
    const row = await settle(id);
    expect(row).toMatchObject({ status: "done", failure: null });
    expect((await read(keeper)).items.find((item) => item.id === id)).toMatchObject({ progress: 100 });
    expect(row!.size).toBe(await sizeOnDisk(row!.fileName));
    const archive = await readFile(backupFile(row!.fileName));
    expect(archive.subarray(0, 13).toString()).toBe("meridian.json");
    expect(archive.includes(env().ENCRYPTION_KEY!)).toBe(false);
    const entries = await entriesOf(archive);
    const { files } = JSON.parse(entries.get("manifest.json")!.toString()) as { files: StoredObject[] };
    // Words of slices are made anew where they are missing.
    expect([entries.has("tables/slices.ndjson"), entries.has("tables/set_words.ndjson")]).toEqual([true, false]);
    const carried = new Map(files.map((file) => [file.key, file.kind]));
    expect(stored.length).toBe(8);
    for (const { key, kind } of stored) {
      expect(carried.get(key)).toBe(kind);
      expect(entries.has(`files/${key}`)).toBe(true);
    }
    expect(await logged(id)).toEqual(["backup.create success"]);
    await remove(administrator, id);
  });

  it("end when they are cancelled, and leave no file", async () => {
    if (!isEmbedded) return;
    const { data } = await start(keeper);
    expect((await cancel(stranger, data!.id)).code).toBe(403);
    const made = runTasksOf(data!.id);
    await eventually(
      () => db().select().from(tasks).where(eq(tasks.subject, data!.id)),
      ([task]) => task?.status === "running",
      5,
    );
    expect((await cancel(keeper, data!.id)).code).toBe(200);
    await made;
    const row = await settle(data!.id);
    expect(row).toMatchObject({ status: "cancelled", failure: null });
    expect((await readdir(backupFolder())).filter((name) => name === row!.fileName)).toEqual([]);
    expect((await cancel(keeper, data!.id)).data).toMatchObject({ error: "backupEnded" });
  });

  it("that fail say so and leave nothing", async () => {
    if (!isEmbedded) return;
    await removeRunFile(dataDir);
    const { data } = await start(keeper);
    const row = await settle(data!.id);
    expect(row).toMatchObject({ status: "failed", failure: "backupFailed" });
    expect(await sizeOnDisk(row!.fileName)).toBeNull();
  });
});

describe("settings of backups", () => {
  it("are kept; the passphrase is write-only, encrypted and the administrators' alone", async () => {
    const settings = { enabled: true, hour: 4, keep: 9 };
    expect((await save(keeper, settings)).code).toBe(200);
    expect((await save(keeper, { ...settings, passphrase: PASSPHRASE })).code).toBe(403);
    expect((await save(administrator, { ...settings, passphrase: PASSPHRASE })).code).toBe(200);
    const seen = await read(keeper);
    expect(seen).toMatchObject({ ...settings, hasPassphrase: true });
    expect(JSON.stringify(seen)).not.toContain(PASSPHRASE);
    expect(await readPassphrase(db())).toBe(PASSPHRASE);
    const stored = await db().select().from(systemConfig);
    const events = await db().select().from(operationLogs).orderBy(desc(operationLogs.id)).limit(20);
    expect(JSON.stringify([stored, events])).not.toContain(PASSPHRASE);

    expect((await save(administrator, settings)).code).toBe(200);
    expect((await read(keeper)).hasPassphrase).toBe(true);
    expect((await save(administrator, { ...settings, enabled: false, passphrase: null })).code).toBe(200);
    expect(await readPassphrase(db())).toBeNull();
  });

  it("refuse what is no hour, no number of backups and no passphrase", async () => {
    const base = { enabled: true, hour: 4, keep: 9 };
    for (const [wrong, field] of [
      [{ hour: 24 }, "hour"],
      [{ keep: 0 }, "keep"],
      [{ keep: 31 }, "keep"],
      [{ passphrase: "short" }, "passphrase"],
      [{ passphrase: "with a \u0000 in the middle" }, "passphrase"],
    ] as const) {
      const { code, data } = await save(administrator, { ...base, ...wrong });
      expect([code, Object.keys((data as { fields: object }).fields)]).toEqual([400, [field]]);
    }
  });
});

it("the folder of backups is not the store of files", async () => {
  const { id, fileName } = await madeBackup();
  expect(backupFile("../../etc/passwd")).toBe(`${backupFolder()}/passwd`);
  expect(await readFile(backupFile(fileName), "utf8")).toBe("archive");
  await remove(administrator, id);
});

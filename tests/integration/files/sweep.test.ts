import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as ticketRoute } from "@/app/api/files/[id]/ticket/route";
import { closeDatabase, db } from "@/db/client";
import { files, fileTickets, fileVersions } from "@/db/schema/files";
import { env } from "@/lib/config/env";
import { sweepFiles, sweepUploadsAtStart } from "@/lib/files/jobs";
import { fileStore, newStorageKey } from "@/lib/files/storage";
import { answer } from "@/tests/factories/call";
import { makeFile } from "@/tests/factories/files";
import { makePerson, type Person } from "@/tests/factories/people";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let person: Person;

beforeAll(async () => {
  person = await makePerson();
});
afterAll(closeDatabase);

const run = () => sweepFiles.execute({}, { jobId: "", signal: new AbortController().signal });
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** An upload that was cut off: bytes stored, row never finished. */
async function cutOff(age: number): Promise<{ id: string; key: string }> {
  const id = v7();
  const key = newStorageKey(id);
  await (await fileStore()).put(key, Readable.from([Buffer.from("half")]));
  await db()
    .insert(files)
    .values({ id, ownerId: person.id, name: "cut", createdAt: ago(age) });
  return { id, key };
}
const statusOf = async (id: string) => (await db().select().from(files).where(eq(files.id, id)))[0]?.status;

describe("the sweep", () => {
  it("gives up uploads after an hour with their bytes, and leaves younger ones", async () => {
    const [old, young] = [await cutOff(HOUR + 60_000), await cutOff(HOUR - 60_000)];
    await run();
    const store = await fileStore();
    expect([await statusOf(old.id), await store.exists(old.key)]).toEqual(["upload_failed", false]);
    expect([await statusOf(young.id), await store.exists(young.key)]).toEqual(["uploading", true]);
  });

  it("purges the trash after 30 days, bytes and rows, and nothing else", async () => {
    const [old, young, kept] = [
      await makeFile(person.token),
      await makeFile(person.token),
      await makeFile(person.token),
    ];
    await db()
      .update(files)
      .set({ deletedAt: ago(31 * DAY) })
      .where(eq(files.id, old.id));
    await db()
      .update(files)
      .set({ deletedAt: ago(29 * DAY) })
      .where(eq(files.id, young.id));
    const versions = await db()
      .select()
      .from(fileVersions)
      .where(inArray(fileVersions.fileId, [old.id, young.id, kept.id]));
    await run();
    await run();
    expect(await statusOf(old.id)).toBeUndefined();
    expect([await statusOf(young.id), await statusOf(kept.id)]).toEqual(["uploaded", "uploaded"]);
    const store = await fileStore();
    for (const { fileId, storageKey } of versions) expect(await store.exists(storageKey)).toBe(fileId !== old.id);
  });

  it("removes expired tickets only", async () => {
    const { id } = await makeFile(person.token);
    const make = () => answer(ticketRoute, { token: person.token, params: { id }, method: "POST" });
    await make();
    await db()
      .update(fileTickets)
      .set({ expiresAt: ago(1000) });
    await make();
    await run();
    expect(await db().select().from(fileTickets)).toHaveLength(1);
  });
});

it("the start gives up whatever was cut off by the stop, temporary files included", async () => {
  const { id, key } = await cutOff(1000);
  const incoming = path.resolve(env().DATA_DIR, "files/.incoming");
  await mkdir(incoming, { recursive: true });
  await writeFile(path.join(incoming, newStorageKey(id)), "half");
  await sweepUploadsAtStart();
  const embedded = !env().DATABASE_URL;
  expect(await statusOf(id)).toBe(embedded ? "upload_failed" : "uploading");
  expect(await (await fileStore()).exists(key)).toBe(!embedded);
});

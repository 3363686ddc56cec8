/** @runs once: bytes on a disk and in a bucket. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { v7 } from "uuid";
import { closeDatabase } from "@/db/client";
import { resetEnv } from "@/lib/config/env";
import type { FileStore } from "@/lib/files/file-store";
import { fileStore, invalidateFileStore, newStorageKey } from "@/lib/files/storage";
import { diskStore } from "@/lib/files/store/disk";
import { s3Store } from "@/lib/files/store/s3";
import { makeFile, sha256 } from "@/tests/factories/files";
import { makePerson } from "@/tests/factories/people";
import { startS3Server } from "@/tests/fakes/s3-server.mjs";

let s3: Awaited<ReturnType<typeof startS3Server>>;
let folder: string;

beforeAll(async () => {
  s3 = await startS3Server();
  folder = await mkdtemp(path.join(os.tmpdir(), "files-"));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
  await closeDatabase();
});

const bucket = () =>
  s3Store({ endpoint: s3.url, bucket: "files", region: "us-east-1", accessKey: "id", secretKey: "secret" });
const stores: [string, () => FileStore][] = [
  ["disk", () => diskStore(folder)],
  ["S3", bucket],
];

/** Bytes in chunks; fails after them when told to. */
function source(bytes: Buffer, failure?: Error): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      if (failure) throw failure;
    })(),
  );
}

describe.each(stores)("the %s store", (_name, open) => {
  it.each([10, 12 * 1024 ** 2])("keeps %i bytes, whole and in parts, until they are removed", async (size) => {
    const [store, key, bytes] = [open(), newStorageKey(v7()), randomBytes(size)];
    await store.put(key, source(bytes));
    expect(await store.exists(key)).toBe(true);
    expect(sha256(await buffer(await store.read(key)))).toBe(sha256(bytes));
    expect(await buffer(await store.read(key, { start: 3, end: 6 }))).toEqual(bytes.subarray(3, 7));
    await store.remove(key);
    await store.remove(key);
    expect(await store.exists(key)).toBe(false);
    await expect(store.read(key)).rejects.toThrow();
  });

  it("keeps bytes that are in memory", async () => {
    const [store, key, bytes] = [open(), newStorageKey(v7()), randomBytes(100_000)];
    await store.put(key, bytes);
    expect(sha256(await buffer(await store.read(key)))).toBe(sha256(bytes));
    await store.remove(key);
  });

  it.each([10, 12 * 1024 ** 2])("keeps nothing of a source that fails after %i bytes", async (size) => {
    const [store, key] = [open(), newStorageKey(v7())];
    await expect(store.put(key, source(randomBytes(size), new Error("cut")))).rejects.toThrow("cut");
    expect(await store.exists(key)).toBe(false);
    expect(s3.uploads.size).toBe(0);
    expect(await readdir(path.join(folder, ".incoming"))).toEqual([]);
  });

  it("removes everything of one file and nothing of others", async () => {
    const [store, id] = [open(), v7()];
    const [a, b, other] = [newStorageKey(id), newStorageKey(id), newStorageKey(v7())];
    for (const key of [a, b, other]) await store.put(key, source(Buffer.from("x")));
    await store.removeAllOf(id);
    expect(await Promise.all([a, b, other].map((key) => store.exists(key)))).toEqual([false, false, true]);
  });
});

it("the disk makes the folders it misses, also those that go away", async () => {
  const own = path.join(folder, "later");
  const [store, bytes] = [diskStore(own), Buffer.from("x")];
  for (const keep of [bytes, source(bytes)]) {
    const key = newStorageKey(v7());
    await store.put(key, keep);
    expect(await buffer(await store.read(key))).toEqual(bytes);
    await rm(own, { recursive: true });
  }
});

it("the disk's leftovers go when they are older than the given time", async () => {
  const [old, young] = ["old", "young"].map((name) => path.join(folder, ".incoming", name));
  for (const part of [old!, young!]) await writeFile(part, "x");
  await utimes(old!, new Date(0), new Date(0));
  await diskStore(folder).sweepTemporary(new Date(Date.now() - 3_600_000));
  expect(await readdir(path.join(folder, ".incoming"))).toEqual(["young"]);
  await rm(young!);
});

it("the bucket's unfinished uploads go when they are older than the given time", async () => {
  s3.uploads.set("old", { name: "files/a", parts: new Map(), at: new Date(0) });
  s3.uploads.set("young", { name: "files/b", parts: new Map(), at: new Date() });
  await bucket().sweepTemporary(new Date(Date.now() - 3_600_000));
  expect([...s3.uploads.keys()]).toEqual(["young"]);
  s3.uploads.clear();
});

describe("FILES_S3_*", () => {
  afterEach(() => {
    for (const name of ["ENDPOINT", "BUCKET", "ACCESS_KEY", "SECRET_KEY"]) delete process.env[`FILES_S3_${name}`];
    resetEnv();
    invalidateFileStore();
  });
  const configure = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) process.env[`FILES_S3_${name}`] = value;
    resetEnv();
    invalidateFileStore();
  };

  it("send uploads to the bucket", async () => {
    configure({ ENDPOINT: s3.url, BUCKET: "bucket", ACCESS_KEY: "id", SECRET_KEY: "secret" });
    const before = s3.objects.size;
    await makeFile((await makePerson()).token, "../a.txt", "text");
    expect(s3.objects.size).toBe(before + 1);
    expect([...s3.objects.keys()].at(-1)).toMatch(/^bucket\/[0-9a-f]{64}$/);
  });

  it("stop the start when one of address and bucket is missing", async () => {
    configure({ ENDPOINT: s3.url });
    await expect(fileStore()).rejects.toThrow("FILES_S3_BUCKET");
  });
});

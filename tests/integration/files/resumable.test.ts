import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as chatFiles } from "@/app/api/chat/files/route";
import { POST as replaceRoute } from "@/app/api/documents/[id]/versions/route";
import { POST as documentsRoute, GET as listRoute } from "@/app/api/documents/route";
import { GET as fileRoute } from "@/app/api/files/[id]/route";
import { POST as filesRoute } from "@/app/api/files/route";
import { closeDatabase, db } from "@/db/client";
import { files, fileVersions } from "@/db/schema/files";
import { operationLogs } from "@/db/schema/operation-log";
import { USER_VOLUME_MAX } from "@/lib/config/constants";
import { env } from "@/lib/config/env";
import type { Handler } from "@/lib/endpoint/route";
import type { UploadedFile } from "@/lib/files/dto";
import { sweepFiles, sweepUploadsAtStart } from "@/lib/files/jobs";
import { invalidateRoom } from "@/lib/files/room";
import { fileStore } from "@/lib/files/storage";
import { createUnfinished } from "@/lib/files/unfinished";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { P } from "@/lib/permissions/codes";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeFile, sha256 } from "@/tests/factories/files";
import { makePerson, type Person } from "@/tests/factories/people";
import { begin, begun, giveUp, metadata, piece, stateOf } from "@/tests/factories/resumable";
import { cookieOf } from "@/tests/factories/sessions";

const MB = 1024 ** 2;
const HOUR = 3_600_000;

let owner: Person;
let other: Person;

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  owner = await makePerson();
  other = await makePerson();
});
beforeEach(invalidateRoom);
afterEach(() => {
  jest.restoreAllMocks();
  invalidateRoom();
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const folder = () => path.resolve(env().DATA_DIR, "files/.unfinished");
const plain = (id: string) => id.replaceAll("-", "");
const leftOf = async (id: string) =>
  (await fs.readdir(folder()).catch(() => [] as string[])).filter((name) => name.includes(plain(id)));
const errorOf = async (response: Response) => {
  const { code, data } = (await response.json()) as { code: number; data: { error: string } };
  return [code, data.error];
};
const finish = <T = UploadedFile>(
  person: Person,
  uploadId: string,
  fields = {},
  handler: Handler = filesRoute,
  id = "",
) =>
  answer<T & { error?: string }>(handler, {
    token: person.token,
    body: { uploadId, filename: "report.bin", ...fields },
    ...(id ? { params: { id } } : {}),
  });
const bytesOf = async (id: string) => {
  const response = await call(fileRoute, { token: owner.token, params: { id } });
  return new Uint8Array(await response.arrayBuffer());
};
const versionsOf = (uploadId: string) => db().select().from(fileVersions).where(eq(fileVersions.id, uploadId));

/** A text that is read as a document: every one has bytes of its own. */
const text = (size: number) => Buffer.alloc(size, `${randomBytes(8).toString("hex")} words of a long text\n`);

describe("a resumable upload", () => {
  it("arrives in pieces, says how far it is, and becomes a file by the rules of every upload", async () => {
    const bytes = randomBytes(9 * MB);
    const id = await begun(owner.token, { size: bytes.length });
    expect(await stateOf(owner.token, id)).toEqual({ status: 200, offset: 0 });
    const first = await piece(owner.token, id, 0, bytes.subarray(0, 4 * MB));
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, String(4 * MB)]);
    expect(first.headers.get("access-control-allow-origin")).toBeNull();
    expect((await finish(owner, id)).data).toMatchObject({ error: "uploadIncomplete" });
    expect(await stateOf(owner.token, id)).toEqual({ status: 200, offset: 4 * MB });
    await piece(owner.token, id, 4 * MB, bytes.subarray(4 * MB));
    const { code, data } = await finish(owner, id, { filename: "季度 报告.bin" });
    expect([code, data]).toEqual([
      200,
      { id: expect.any(String), name: "季度 报告.bin", size: bytes.length, type: "application/octet-stream" },
    ]);
    expect(sha256(await bytesOf(data!.id))).toBe(sha256(bytes));
    expect((await versionsOf(id))[0]).toMatchObject({ fileId: data!.id, sha256: sha256(bytes) });
    expect(await leftOf(id)).toEqual([]);
    const [event] = await db().select().from(operationLogs).where(eq(operationLogs.targetId, data!.id));
    expect(event).toMatchObject({ action: "file.upload", result: "success" });
  });

  it("keeps what arrived when the connection is lost in the middle, and goes on from there", async () => {
    const bytes = randomBytes(3 * MB);
    const id = await begun(owner.token, { size: bytes.length });
    let sent = 0;
    const cut = new ReadableStream({
      async pull(controller) {
        // Network and disk are never so quick that nothing has been written by then.
        if (sent === 2) await new Promise((resolve) => setTimeout(resolve, 200));
        if (sent === 2) return controller.error(new Error("ECONNRESET"));
        controller.enqueue(bytes.subarray(sent * MB, (sent + 1) * MB));
        sent++;
      },
    });
    const lost = await piece(owner.token, id, 0, cut);
    expect(await errorOf(lost)).toEqual([400, "uploadIncomplete"]);
    const { offset } = await stateOf(owner.token, id);
    expect(offset).toBeGreaterThan(0);
    expect((await piece(owner.token, id, offset!, bytes.subarray(offset!))).status).toBe(204);
    const { data } = await finish(owner, id);
    expect(sha256(await bytesOf(data!.id))).toBe(sha256(bytes));
  });

  it("goes on after the start of a new process, which knows nothing of it but what is on disk", async () => {
    const bytes = randomBytes(2 * MB);
    const id = await begun(owner.token, { size: bytes.length });
    await piece(owner.token, id, 0, bytes.subarray(0, MB));
    await sweepUploadsAtStart();
    await jest.isolateModulesAsync(async () => {
      const again = await import("@/tests/factories/resumable");
      expect(await again.stateOf(owner.token, id)).toEqual({ status: 200, offset: MB });
      expect((await again.piece(owner.token, id, MB, bytes.subarray(MB))).status).toBe(204);
    });
    const { data } = await finish(owner, id);
    expect(sha256(await bytesOf(data!.id))).toBe(sha256(bytes));
  });

  it("takes no piece twice, and two windows at once leave the right bytes", async () => {
    const bytes = randomBytes(2 * MB);
    const id = await begun(owner.token, { size: bytes.length });
    const halves = await Promise.all([
      piece(owner.token, id, 0, bytes.subarray(0, MB)),
      piece(owner.token, id, 0, bytes.subarray(0, MB)),
    ]);
    expect(halves.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await errorOf(halves.find(({ status }) => status === 409)!)).toEqual([409, "uploadBusy"]);
    expect(await errorOf(await piece(owner.token, id, 5, bytes.subarray(5)))).toEqual([409, "uploadBusy"]);
    await piece(owner.token, id, MB, bytes.subarray(MB));
    const { data } = await finish(owner, id);
    expect(sha256(await bytesOf(data!.id))).toBe(sha256(bytes));
  });

  it("is taken over by the person's next connection when the first one hangs", async () => {
    const bytes = randomBytes(2 * MB);
    const id = await begun(owner.token, { size: bytes.length });
    let hang: ReadableStreamDefaultController | undefined;
    const stuck = new ReadableStream({
      start(controller) {
        hang = controller;
        controller.enqueue(bytes.subarray(0, MB));
      },
    });
    const first = piece(owner.token, id, 0, stuck);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await stateOf(owner.token, id)).toEqual({ status: 200, offset: MB });
    expect((await piece(owner.token, id, MB, bytes.subarray(MB))).status).toBe(204);
    hang?.close();
    await first;
    expect(sha256(await bytesOf((await finish(owner, id)).data!.id))).toBe(sha256(bytes));
  }, 20_000);

  it("is finished once, however often and however fast that is asked for", async () => {
    const id = await begun(owner.token, { size: 4 });
    await piece(owner.token, id, 0, "text");
    const answers = await Promise.all([finish(owner, id), finish(owner, id), finish(owner, id)]);
    const ids = new Set(answers.map(({ data }) => data?.id));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(ids.size).toBe(1);
    expect((await finish(owner, id)).data?.id).toBe([...ids][0]);
    expect(await versionsOf(id)).toHaveLength(1);
    expect((await stateOf(owner.token, id)).status).toBe(404);
  });

  it("may be finished once more when the store failed the first time", async () => {
    const id = await begun(owner.token, { size: 4 });
    await piece(owner.token, id, 0, "text");
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    jest.spyOn(await fileStore(), "put").mockRejectedValueOnce(full);
    expect((await finish(owner, id)).code).toBe(507);
    expect(await stateOf(owner.token, id)).toEqual({ status: 200, offset: 4 });
    expect((await finish(owner, id)).code).toBe(200);
  });

  it("can be given up with its bytes", async () => {
    const id = await begun(owner.token, { size: 4 });
    expect((await giveUp(owner.token, id)).status).toBe(204);
    expect(await leftOf(id)).toEqual([]);
    expect((await giveUp(owner.token, id)).status).toBe(404);
  });
});

describe("areas", () => {
  it("make of an upload what they make of a form: a file of a question, a document, a newer version", async () => {
    const chat = await begun(owner.token, { size: MB, purpose: "chat" });
    await piece(owner.token, chat, 0, text(MB));
    const file = await finish(owner, chat, { filename: "notes.txt" }, chatFiles);
    expect(file).toMatchObject({ code: 200, data: { name: "notes.txt", format: "txt", size: MB } });

    const made = await begun(owner.token, { size: MB, purpose: "document" });
    await piece(owner.token, made, 0, text(MB));
    const document = await finish(owner, made, { filename: "book.txt" }, documentsRoute);
    expect(document).toMatchObject({ code: 200, data: { name: "book.txt" } });
    expect((await finish(owner, made, { filename: "book.txt" }, documentsRoute)).data?.id).toBe(document.data?.id);

    const newer = await begun(owner.token, { size: MB, purpose: "document" });
    await piece(owner.token, newer, 0, text(MB));
    const id = document.data!.id;
    const replaced = await finish(owner, newer, { filename: "book 2.txt" }, replaceRoute, id);
    expect(replaced).toMatchObject({ code: 200, data: { id, name: "book 2.txt" } });
    expect((await finish(owner, newer, {}, replaceRoute, id)).data?.id).toBe(id);
    const { data } = await answer<{ total: number }>(listRoute, { token: owner.token });
    expect(data?.total).toBe(1);
  });

  it("refuse what they refuse in a form, and leave no bytes of it", async () => {
    const id = await begun(owner.token, { size: 4, purpose: "document" });
    await piece(owner.token, id, 0, randomBytes(4));
    expect(await finish(owner, id, { filename: "run.exe" }, documentsRoute)).toMatchObject({
      code: 415,
      data: { error: "documentType" },
    });
    expect(await leftOf(id)).toEqual([]);
  });

  it("take no upload that was begun for another", async () => {
    const id = await begun(owner.token, { size: 4 });
    await piece(owner.token, id, 0, "text");
    expect((await finish(owner, id, { filename: "a.txt" }, chatFiles)).code).toBe(404);
    expect((await finish(owner, id)).code).toBe(200);
    expect((await finish(owner, id, { filename: "a.txt" }, chatFiles)).code).toBe(404);
  });

  it("ask for their permission when an upload begins, and at every request after it", async () => {
    const reader = await makePerson({ codes: [P.DOCUMENT] });
    expect((await begin(reader.token, { purpose: "document" })).status).toBe(201);
    expect(await errorOf(await begin(reader.token, { purpose: "chat" }))).toEqual([403, "noPermission"]);
    // Begun while they still held the code.
    const upload = {
      id: v7(),
      ownerId: reader.id,
      purpose: "chat",
      size: 4,
      createdAt: new Date().toISOString(),
    } as const;
    await createUnfinished(upload);
    expect((await stateOf(reader.token, upload.id)).status).toBe(403);
    expect(await errorOf(await piece(reader.token, upload.id, 0, "text"))).toEqual([403, "noPermission"]);
    expect((await finish(reader, upload.id, {}, chatFiles)).code).toBe(403);
  });
});

describe("an upload of another person", () => {
  it("is not there: to look at, to go on with, to finish or to give up", async () => {
    const id = await begun(owner.token, { size: 4 });
    const before = await leftOf(id);
    expect((await stateOf(other.token, id)).status).toBe(404);
    expect(await errorOf(await piece(other.token, id, 0, "evil"))).toEqual([404, "notFound"]);
    expect((await finish(other, id)).code).toBe(404);
    expect((await giveUp(other.token, id)).status).toBe(404);
    expect((await stateOf("", id)).status).toBe(401);
    expect(await stateOf(owner.token, id)).toEqual({ status: 200, offset: 0 });
    expect(await leftOf(id)).toEqual(before);
    await piece(owner.token, id, 0, "text");
    expect((await finish(owner, id)).code).toBe(200);
    expect((await finish(other, id)).code).toBe(404);
  });

  it("is not begun from a foreign page", async () => {
    const { cookie } = await cookieOf(owner);
    const from = (origin?: string) => begin("", { cookie, headers: origin ? { origin } : {} });
    expect((await from("https://evil.test")).status).toBe(403);
    expect((await from()).status).toBe(403);
    expect((await from("http://product.test")).status).toBe(201);
  });
});

describe("an upload is refused before a byte is sent", () => {
  it.each([
    ["one byte over the limit of its area", { size: 20 * MB + 1, purpose: "chat" }, [413, "fileTooLarge"]],
    ["of nothing", { size: 0 }, [422, "fileEmpty"]],
    ["without a length", { size: "" }, [400, "invalidInput"]],
    ["of a length that is no number", { size: "1e9" }, [400, "invalidInput"]],
    ["for an unknown purpose", { purpose: "../../etc" }, [400, "invalidInput"]],
    [
      "with metadata nobody asked for",
      { headers: { "upload-metadata": metadata({ purpose: "general", path: "/etc/passwd" }) } },
      [400, "invalidInput"],
    ],
    ["without metadata", { headers: { "upload-metadata": "%%%" } }, [400, "invalidInput"]],
    ["of another protocol", { headers: { "tus-resumable": "0.2.2" } }, [400, "invalidInput"]],
  ])("%s", async (_name, options, expected) => {
    expect(await errorOf(await begin(owner.token, options))).toEqual(expected);
  });

  it("says the limit in words", async () => {
    const response = await begin(owner.token, { size: 20 * MB + 1, purpose: "chat" });
    expect(((await response.json()) as { message: string }).message).toContain("20 MB");
  });

  it("without room on the disk, or midway when there is none any more", async () => {
    const id = await begun(owner.token, { size: 4 });
    const figures = { bsize: 4096, blocks: (100 * 1024 * MB) / 4096, bavail: 1000 };
    invalidateRoom();
    jest.spyOn(fs, "statfs").mockResolvedValue(figures as Awaited<ReturnType<typeof fs.statfs>>);
    expect(await errorOf(await begin(owner.token))).toEqual([507, "storageFull"]);
    expect(await errorOf(await piece(owner.token, id, 0, "text"))).toEqual([507, "storageFull"]);
  });

  it("over what a person may keep, begun ones included", async () => {
    const person = await makePerson();
    const { id, size } = await makeFile(person.token);
    const setSize = (to: number) => db().update(fileVersions).set({ size: to }).where(eq(fileVersions.fileId, id));
    await setSize(USER_VOLUME_MAX - 3 * MB);
    expect((await begin(person.token, { size: 2 * MB })).status).toBe(201);
    expect(await errorOf(await begin(person.token, { size: 2 * MB }))).toEqual([422, "volumeExceeded"]);
    // What else reads this database, a backup say, must not meet a file of gigabytes that is none.
    await setSize(size);
  });
});

it("twenty uploads of a person are begun at most; the one that rested longest gives way", async () => {
  const person = await makePerson();
  const ids: string[] = [];
  for (let count = 0; count < 22; count++) ids.push(await begun(person.token));
  const states = await Promise.all(ids.map(async (id) => (await stateOf(person.token, id)).status));
  expect(states).toEqual([404, 404, ...Array(20).fill(200)]);
});

describe("a piece", () => {
  it.each([
    ["longer than what is missing", "too long", {}],
    ["of another type", "text", { "content-type": "text/plain" }],
    ["without an offset", "text", { "upload-offset": "x" }],
  ])("%s is refused, and nothing of it stays", async (_name, raw, headers) => {
    const id = await begun(owner.token, { size: 4 });
    const response = await piece(owner.token, id, 0, raw, headers as Record<string, string>);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect((await stateOf(owner.token, id)).offset).toBeLessThanOrEqual(4);
  });
});

describe("an upload nobody goes on with", () => {
  const age = async (id: string, hours: number) => {
    for (const name of await leftOf(id)) {
      const file = path.join(folder(), name);
      const at = new Date(Date.now() - hours * HOUR);
      if (name.endsWith(".json")) {
        const state = JSON.parse(await fs.readFile(file, "utf8")) as object;
        await fs.writeFile(file, JSON.stringify({ ...state, createdAt: at.toISOString() }));
      }
      await fs.utimes(file, at, at);
    }
  };

  it("is not there after a day, and swept with its bytes; a younger one stays", async () => {
    const [old, young] = [await begun(owner.token), await begun(owner.token)];
    await age(old, 25);
    await age(young, 23);
    expect((await stateOf(owner.token, old)).status).toBe(404);
    expect((await stateOf(owner.token, young)).status).toBe(200);
    await sweepFiles.execute({}, { jobId: "", signal: new AbortController().signal });
    expect(await leftOf(old)).toEqual([]);
    expect(await leftOf(young)).toHaveLength(2);
  });

  it("leaves no file behind in its owner's list", async () => {
    await begun(other.token);
    const rows = await db()
      .select()
      .from(files)
      .where(and(eq(files.ownerId, other.id), eq(files.status, "uploading")));
    expect(rows).toEqual([]);
  });
});

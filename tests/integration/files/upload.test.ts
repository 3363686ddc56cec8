import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { GET as fileRoute } from "@/app/api/files/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { files, fileVersions } from "@/db/schema/files";
import { operationLogs } from "@/db/schema/operation-log";
import { FILE_SIZE_MAX, USER_VOLUME_MAX } from "@/lib/config/constants";
import { env } from "@/lib/config/env";
import { call } from "@/tests/factories/call";
import { BOUNDARY, makeFile, multipart, post, sha256, upload } from "@/tests/factories/files";
import { makePerson, type Person } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";

let u1: Person;

beforeEach(async () => {
  u1 = await makePerson();
});
afterAll(closeDatabase);

const rowsOf = (person: Person) => db().select().from(files).where(eq(files.ownerId, person.id));
const errorOf = async (response: Response) => ((await response.json()) as { data: { error: string } }).data.error;

/** Every name below the store's folder. */
async function stored(): Promise<string[]> {
  const all = await readdir(path.resolve(env().DATA_DIR, "files"), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe("an upload", () => {
  it("of 11 MB arrives whole, and comes back whole", async () => {
    const bytes = randomBytes(11 * 1024 ** 2);
    const file = await makeFile(u1.token, "数据.bin", bytes);
    expect(file).toMatchObject({ name: "数据.bin", size: bytes.length, type: "application/octet-stream" });
    const [version] = await db().select().from(fileVersions).where(eq(fileVersions.fileId, file.id));
    expect(version!.sha256).toBe(sha256(bytes));
    const answer = await call(fileRoute, { token: u1.token, params: { id: file.id } });
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes));
  });

  it("takes name and purpose from the fields, whether they come before or after the file", async () => {
    const response = await upload(u1.token, "a.txt", "text", {
      fields: { filename: "季度 报告.txt", purpose: "chat" },
    });
    const { data } = (await response.json()) as { data: { id: string; name: string } };
    expect(data.name).toBe("季度 报告.txt");
    expect((await rowsOf(u1))[0]).toMatchObject({ purpose: "chat", status: "uploaded" });
    const [event] = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, data.id))
      .orderBy(operationLogs.id);
    expect(event).toMatchObject({ action: "file.upload", result: "success" });
  });

  it.each([
    ["../../etc/passwd"],
    ["..\\..\\windows\\system.ini"],
    ["/absolute/path.txt"],
    ["%2e%2e%2fencoded.txt"],
    [`${"长".repeat(296)}.txt`],
    ["<img src=x onerror=alert(1)>.html"],
  ])("keeps the name %j for show and never makes a path of it", async (name) => {
    const before = await stored();
    const file = await makeFile(u1.token, "a", "text").then(() =>
      upload(u1.token, "x", "text", { fields: { filename: name } }).then((response) => response.json()),
    );
    expect((file as { data: { name: string } }).data.name).toBe(name);
    const added = (await stored()).filter((entry) => !before.includes(entry));
    expect(added).toHaveLength(2);
    for (const entry of added) expect(entry).toMatch(/^[0-9a-f]{64}$/);
  });

  it("drops what no header or column can carry, and what turns letters round: NUL, CR LF, overrides", async () => {
    const filename = "a\0b\r\nSet-Cookie:\u202e x=1.txt";
    const response = await upload(u1.token, "x", "text", { fields: { filename } });
    const { data } = (await response.json()) as { data: { id: string; name: string } };
    expect(data.name).toBe("a\ufffdbSet-Cookie: x=1.txt");
    const answer = await call(fileRoute, { token: u1.token, params: { id: data.id } });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("content-disposition")).toContain(
      "filename*=UTF-8''a%EF%BF%BDbSet-Cookie%3A%20x%3D1.txt",
    );
  });

  it("cannot be made by a guest, nor from a foreign page", async () => {
    expect((await upload("", "a.txt", "text")).status).toBe(401);
    const foreign = await upload(u1.token, "a.txt", "text", { headers: { origin: "https://evil.test" } });
    expect(foreign.status).toBe(200);
    const { cookie } = await cookieOf(u1);
    const byCookie = (origin?: string) =>
      post("", multipart([{ name: "file", filename: "a", bytes: "x" }]), { cookie, ...(origin ? { origin } : {}) });
    expect((await byCookie("https://evil.test")).status).toBe(403);
    expect((await byCookie("null")).status).toBe(403);
    expect((await byCookie()).status).toBe(403);
    expect((await byCookie("http://product.test")).status).toBe(200);
  });
});

describe("a refused upload leaves no bytes", () => {
  let before: string[];
  beforeEach(async () => {
    await makeFile((await makePerson()).token);
    before = await stored();
  });
  afterEach(async () => {
    expect(await stored()).toEqual(before);
    for (const row of await rowsOf(u1)) expect(row.status).toBe("upload_failed");
  });

  it("when it is empty, or without a file", async () => {
    const empty = await upload(u1.token, "a.txt", "");
    expect([empty.status, await errorOf(empty)]).toEqual([422, "fileEmpty"]);
    const none = await post(u1.token, multipart([{ name: "filename", bytes: "a.txt" }]));
    expect(await errorOf(none)).toBe("pleaseUploadFile");
    expect(await errorOf(await post(u1.token, multipart([{ name: "other", filename: "a", bytes: "x" }])))).toBe(
      "pleaseUploadFile",
    );
  });

  it("when one byte is over the limit, in chunks without a length", async () => {
    const chunk = new Uint8Array(1024 ** 2);
    let sent = 0;
    const head = multipart([{ name: "file", filename: "big.bin", bytes: "" }], { end: false }).subarray(0, -2);
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(head),
      pull(controller) {
        if (sent < FILE_SIZE_MAX) {
          sent += chunk.length;
          return controller.enqueue(chunk);
        }
        controller.enqueue(Buffer.from(`x\r\n--${BOUNDARY}--\r\n`));
        controller.close();
      },
    });
    const response = await post(u1.token, body);
    expect([response.status, await errorOf(response)]).toEqual([413, "fileTooLarge"]);
  });

  it("when the declared length is over the limit, before a byte is read", async () => {
    const pull = jest.fn();
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const response = await post(u1.token, body, { "content-length": String(FILE_SIZE_MAX + 1024 ** 2) });
    expect(response.status).toBe(413);
    expect(pull).not.toHaveBeenCalled();
    expect(await rowsOf(u1)).toHaveLength(0);
  });

  it("when it is over the limit of its purpose", async () => {
    const response = await upload(u1.token, "icon.png", new Uint8Array(1024 ** 2 + 1), { fields: { purpose: "icon" } });
    expect([response.status, await errorOf(response)]).toEqual([413, "fileTooLarge"]);
  });

  it.each([1, -1])("when its length differs from the declared one by %i", async (difference) => {
    const body = multipart([{ name: "file", filename: "a.txt", bytes: "text" }]);
    const response = await post(u1.token, body, { "content-length": String(body.length + difference) });
    expect([response.status, await errorOf(response)]).toEqual([400, "uploadIncomplete"]);
  });

  it("when it ends in the middle", async () => {
    const whole = multipart([{ name: "file", filename: "a.bin", bytes: randomBytes(300_000) }]);
    const response = await post(u1.token, whole.subarray(0, 200_000));
    expect([response.status, await errorOf(response)]).toEqual([400, "uploadIncomplete"]);
    expect((await rowsOf(u1))[0]!.status).toBe("upload_failed");
  });

  it("when the sender goes away", async () => {
    const whole = multipart([{ name: "file", filename: "a.bin", bytes: randomBytes(300_000) }]);
    let sent = false;
    const body = new ReadableStream({
      pull(controller) {
        if (sent) return controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
        sent = true;
        controller.enqueue(whole.subarray(0, 200_000));
      },
    });
    expect(await errorOf(await post(u1.token, body))).toBe("uploadIncomplete");
    expect((await rowsOf(u1))[0]!.status).toBe("upload_failed");
  });

  it("when it has too many parts, two files, or an unknown kind of purpose", async () => {
    const parts = Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, bytes: "x" }));
    expect((await post(u1.token, multipart(parts))).status).toBe(400);
    const file = { name: "file", filename: "a", bytes: "x" };
    expect((await post(u1.token, multipart([file, file]))).status).toBe(400);
    expect((await upload(u1.token, "a", "x", { fields: { purpose: "../x" } })).status).toBe(400);
    // Where files that only pass through count, no form puts any.
    expect((await upload(u1.token, "a", "x", { fields: { purpose: "knowledge-base" } })).status).toBe(400);
  });

  it.each([
    ["application/json", 400],
    ["multipart/form-data", 415],
    ["multipart/form-data; charset=utf-8", 400],
    ["text/plain; boundary=x", 415],
  ])("when it is sent as %s", async (type, status) => {
    expect((await post(u1.token, "x", { "content-type": type })).status).toBe(status);
  });

  it("when the person's space is full, also when two race for the rest", async () => {
    const { id, size } = await makeFile(u1.token);
    await db()
      .update(fileVersions)
      .set({ size: USER_VOLUME_MAX - 400 })
      .where(eq(fileVersions.fileId, id));
    const refused = await upload(u1.token, "a.bin", new Uint8Array(401));
    expect([refused.status, await errorOf(refused)]).toEqual([422, "volumeExceeded"]);
    const streamed = (bytes: number) => {
      const body = multipart([{ name: "file", filename: "a.bin", bytes: new Uint8Array(bytes) }]);
      return post(u1.token, new Blob([new Uint8Array(body)]).stream() as unknown as BodyInit);
    };
    const race = await Promise.all([streamed(300), streamed(300), streamed(300)]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    // What did fit is not part of what this block checks afterwards.
    for (const row of await rowsOf(u1)) {
      if (row.status !== "uploaded") continue;
      const [version] = await db().select().from(fileVersions).where(eq(fileVersions.fileId, row.id));
      before = [...before, version!.storageKey];
      await db().update(files).set({ ownerId: null }).where(eq(files.id, row.id));
    }
    expect([...before].sort()).toEqual((await stored()).sort());
    before = await stored();
    // What else reads this database, a backup say, must not meet a file of gigabytes that is none.
    await db().update(fileVersions).set({ size }).where(eq(fileVersions.fileId, id));
  });
});

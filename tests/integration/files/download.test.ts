import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as deleteRoute, GET as fileRoute } from "@/app/api/files/[id]/route";
import { POST as ticketRoute } from "@/app/api/files/[id]/ticket/route";
import { GET as nameRoute } from "@/app/api/public/file/download/[name]/route";
import { GET as idRoute } from "@/app/api/public/file/download-by-Id/route";
import { GET as storageRoute } from "@/app/api/v1/file/download/route";
import { closeDatabase, db } from "@/db/client";
import { files, fileTickets, fileVersions } from "@/db/schema/files";
import { hashToken } from "@/lib/auth/tokens";
import type { FileTicket, UploadedFile } from "@/lib/files/dto";
import { answer, call } from "@/tests/factories/call";
import { makeFile } from "@/tests/factories/files";
import { disable, makePerson, type Person } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const TEXT = "0123456789";

let u1: Person;
let u2: Person;
let file: UploadedFile;

beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
  file = await makeFile(u1.token, "digits.txt", TEXT);
});
afterAll(closeDatabase);

const ticketOf = async (person: Person, id: string) =>
  (await answer<FileTicket>(ticketRoute, { token: person.token, params: { id }, method: "POST" })).data!;
const keyOf = async (id: string) =>
  (await db().select().from(fileVersions).where(eq(fileVersions.fileId, id)))[0]!.storageKey;

/** Every door by which a file may be asked for. */
const doors = (id: string, storageFileName: string, token: string) => [
  () => call(idRoute, { query: { fileId: id, token } }),
  () => call(nameRoute, { params: { name: `${id}.txt` }, query: { token } }),
  () => call(storageRoute, { query: { storageFileName, token } }),
];

describe("a file", () => {
  it("opens by every door to its owner's ticket, with the type of its content and for saving", async () => {
    const ticket = await ticketOf(u1, file.id);
    expect(ticket.url).toBe(`/public/file/download-by-Id?fileId=${file.id}&token=${ticket.token}`);
    expect(Date.parse(ticket.expiresAt)).toBeGreaterThan(Date.now() + 4 * 60_000);
    for (const door of doors(file.id, await keyOf(file.id), ticket.token)) {
      const response = await door();
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(TEXT);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/plain; charset=utf-8",
        "content-disposition": `attachment; filename="digits.txt"; filename*=UTF-8''digits.txt`,
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
        "content-length": "10",
      });
    }
  });

  it("opens to its owner by token and by cookie", async () => {
    const { cookie } = await cookieOf(u1);
    for (const credential of [{ token: u1.token }, { cookie }]) {
      expect(await (await call(fileRoute, { ...credential, params: { id: file.id } })).text()).toBe(TEXT);
    }
  });

  it("is for others, guests and wrong tickets what does not exist, by every door and word for word", async () => {
    const unknown = await (await call(fileRoute, { token: u2.token, params: { id: v7() } })).text();
    const foreign = await ticketOf(u2, (await makeFile(u2.token)).id);
    const key = await keyOf(file.id);
    const refused = [
      () => call(fileRoute, { token: u2.token, params: { id: file.id } }),
      () => call(fileRoute, { token: u2.token, params: { id: "../x" } }),
      () => call(ticketRoute, { token: u2.token, params: { id: file.id }, method: "POST" }),
      () => call(deleteRoute, { token: u2.token, params: { id: file.id }, method: "DELETE" }),
      ...["", "x", u1.token, foreign.token, "\0", "a".repeat(9000)].flatMap((token) => doors(file.id, key, token)),
      ...["", "../../etc/passwd", "\0", "%", key.slice(1), `${key}\0`].flatMap((text) => [
        () => call(storageRoute, { query: { storageFileName: text, token: foreign.token } }),
        () => call(idRoute, { query: { fileId: text, token: foreign.token } }),
        () => call(nameRoute, { params: { name: text }, query: { token: foreign.token } }),
      ]),
      () => call(idRoute, {}),
      () => call(storageRoute, {}),
    ];
    for (const door of refused) {
      const response = await door();
      expect([response.status, await response.text()]).toEqual([404, unknown]);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
    }
    expect(await (await call(fileRoute, { token: u1.token, params: { id: file.id } })).text()).toBe(TEXT);
  });

  it("does not open with an expired ticket, nor one of a disabled person", async () => {
    const { token } = await ticketOf(u1, file.id);
    const key = await keyOf(file.id);
    await db()
      .update(fileTickets)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(fileTickets.tokenHash, hashToken(token)));
    for (const door of doors(file.id, key, token)) expect((await door()).status).toBe(404);
    const fresh = await ticketOf(u1, file.id);
    await disable(u1.id);
    for (const door of doors(file.id, key, fresh.token)) expect((await door()).status).toBe(404);
  });

  it("is stored without its ticket's token", async () => {
    const { token } = await ticketOf(u1, file.id);
    const rows = await db().select().from(fileTickets);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("closes when it is deleted, for tickets too", async () => {
    const { token } = await ticketOf(u1, file.id);
    const remove = () => answer(deleteRoute, { token: u1.token, params: { id: file.id }, method: "DELETE" });
    expect((await remove()).code).toBe(200);
    expect((await remove()).code).toBe(404);
    expect((await call(fileRoute, { token: u1.token, params: { id: file.id } })).status).toBe(404);
    for (const door of doors(file.id, await keyOf(file.id), token)) expect((await door()).status).toBe(404);
  });

  it("that is public opens to everybody by its id and may be cached, but not by its storage name", async () => {
    await db().update(files).set({ isPublic: true }).where(eq(files.id, file.id));
    const [byId, byName, byStorage] = doors(file.id, await keyOf(file.id), "");
    for (const door of [byId!, byName!]) {
      const response = await door();
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
    }
    expect((await byStorage!()).status).toBe(404);
    expect((await call(fileRoute, { token: u2.token, params: { id: file.id } })).status).toBe(200);
    expect((await call(deleteRoute, { token: u2.token, params: { id: file.id }, method: "DELETE" })).status).toBe(404);
  });
});

describe("the type", () => {
  it.each([
    ["page.html", "<!doctype html><script>alert(1)</script>"],
    ["picture.svg", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`],
    ["picture.png", "<html><script>alert(1)</script>"],
    ["page.xhtml", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>`],
  ])("of %s with markup in it is none a browser runs", async (name, content) => {
    const { id, type } = await makeFile(u1.token, name, content);
    expect(["text/plain", "application/xml", "image/svg+xml"]).toContain(type);
    const response = await call(fileRoute, { token: u1.token, params: { id } });
    expect(response.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
  });

  it("of a picture under another name is that of its content, and it is shown in place", async () => {
    const { id, type } = await makeFile(u1.token, "notes.txt", PNG);
    expect(type).toBe("image/png");
    const response = await call(fileRoute, { token: u1.token, params: { id } });
    expect(response.headers.get("content-disposition")).toMatch(/^inline;/);
  });

  it.each([
    ["GB18030", Buffer.from("d6d0cec42c310a", "hex"), "text/plain"],
    ["UTF-16", Buffer.from("\ufeff表,1\n", "utf16le"), "text/plain"],
    [
      "a program named pdf",
      Buffer.from("4d5a90000300000004000000ffff0000", "hex"),
      /^application\/(x-msdownload|octet-stream|vnd)/,
    ],
    ["noise", Buffer.from([0, 1, 2, 3, 200, 201]), "application/octet-stream"],
  ])("of %s is told by its bytes", async (_name, bytes, type) => {
    expect((await makeFile(u1.token, "a.pdf", bytes)).type).toMatch(type);
  });
});

describe("ranges", () => {
  const part = (range: string, extra: Record<string, string> = {}) =>
    call(fileRoute, { token: u1.token, params: { id: file.id }, headers: { range, ...extra } });

  it.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=4-", "456789", "bytes 4-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
    ["bytes=-99", TEXT, "bytes 0-9/10"],
  ])("%s answers that part", async (range, text, contentRange) => {
    const response = await part(range);
    expect([response.status, await response.text(), response.headers.get("content-range")]).toEqual([
      206,
      text,
      contentRange,
    ]);
    expect(response.headers.get("content-length")).toBe(String(text.length));
  });

  it.each(["bytes=0-1,3-4", "bytes=5-2", "lines=0-1", "bytes=-", "bytes=a-b"])(
    "%s answers the whole",
    async (range) => {
      const response = await part(range);
      expect([response.status, await response.text()]).toEqual([200, TEXT]);
    },
  );

  it("behind the end is refused", async () => {
    const response = await part("bytes=10-");
    expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  });

  it("of another version answer the whole", async () => {
    const { headers } = await call(fileRoute, { token: u1.token, params: { id: file.id } });
    expect((await part("bytes=0-1", { "if-range": headers.get("etag")! })).status).toBe(206);
    expect((await part("bytes=0-1", { "if-range": '"other"' })).status).toBe(200);
  });
});

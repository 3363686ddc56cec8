import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as deleteFile } from "@/app/api/files/[id]/route";
import { GET as fileRoute } from "@/app/api/reader/[versionId]/file/route";
import { GET as imageRoute } from "@/app/api/reader/[versionId]/images/[name]/route";
import { GET as pieceRoute } from "@/app/api/reader/[versionId]/pieces/[number]/route";
import { GET as documentRoute } from "@/app/api/reader/[versionId]/route";
import { GET as searchRoute } from "@/app/api/reader/[versionId]/search/route";
import { GET as assetRoute } from "@/app/api/reader/assets/[...path]/route";
import { closeDatabase, db } from "@/db/client";
import { documents } from "@/db/schema/documents";
import { fileVersions } from "@/db/schema/files";
import { parsedVersions } from "@/db/schema/parsing";
import { tasks } from "@/db/schema/tasks";
import type { NotReadyData, ReaderDocumentDto, ReaderSearchDto } from "@/lib/features/reader/dto";
import type { Piece } from "@/lib/parsing/types";
import { answer, call } from "@/tests/factories/call";
import { makeFile } from "@/tests/factories/files";
import { makeParsed, type ParsedFile, replaceVersion } from "@/tests/factories/parsed";
import { makePerson, type Person } from "@/tests/factories/people";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PARAGRAPHS = [
  "The upper limit is 600 yuan a night.",
  "旺季可上浮 20%，以公告为准。",
  "THE UPPER LIMIT of others is 450 yuan.",
];

let owner: Person;
let other: Person;
let file: ParsedFile;

beforeAll(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
  file = await makeParsed(owner.token, PARAGRAPHS, PNG);
});
afterAll(closeDatabase);

/** Every call of the reader for a version. */
const calls = (token: string | undefined, versionId: string) => [
  () => call(documentRoute, { token, params: { versionId } }),
  () => call(pieceRoute, { token, params: { versionId, number: "0" } }),
  () => call(fileRoute, { token, params: { versionId } }),
  () => call(imageRoute, { token, params: { versionId, name: "1.png" } }),
  () => call(searchRoute, { token, params: { versionId }, query: { q: "limit" } }),
];
const search = async (words: string, token = owner.token) =>
  (await answer<ReaderSearchDto>(searchRoute, { token, params: { versionId: file.versionId }, query: { q: words } }))
    .data!;

describe("a file version in the reader", () => {
  it("is described, and read piece by piece, by its owner", async () => {
    const { data } = await answer<ReaderDocumentDto>(documentRoute, {
      token: owner.token,
      params: { versionId: file.versionId },
    });
    expect(data).toMatchObject({ fileId: file.fileId, fileName: "policy.txt", format: "txt", replacedBy: null });
    let text = "";
    for (const { number } of data!.pieces) {
      const params = { versionId: file.versionId, number: String(number) };
      text += (await answer<Piece>(pieceRoute, { token: owner.token, params })).data!.text;
    }
    expect(text).toBe(file.text);
    expect(JSON.stringify(data)).not.toMatch(/storage|run"/i);
  });

  it("is for others, by every call and word for word, what does not exist; for guests a login", async () => {
    const unknown = await Promise.all(calls(other.token, v7()).map(async (ask) => (await ask()).text()));
    const foreign = await Promise.all(calls(other.token, file.versionId).map(async (ask) => (await ask()).text()));
    expect(foreign).toEqual(unknown);
    expect(JSON.parse(foreign[0]!)).toMatchObject({ code: 404 });
    for (const ask of calls(other.token, "../../etc")) expect((await ask()).status).toBe(404);
    for (const ask of calls(undefined, file.versionId)) expect((await ask()).status).toBe(401);
  });

  it("stays readable to its owner when a newer one replaced it, and names that one", async () => {
    const replaced = await makeParsed(owner.token, ["first edition", "of a text"]);
    const newer = await replaceVersion(replaced.fileId, "second edition");
    const params = { versionId: replaced.versionId };
    const { data } = await answer<ReaderDocumentDto>(documentRoute, { token: owner.token, params });
    expect(data!.replacedBy).toEqual({ versionId: newer });
    expect(await (await call(fileRoute, { token: owner.token, params })).text()).toBe("first edition\nof a text");
    expect((await call(fileRoute, { token: other.token, params })).status).toBe(404);
  });

  it("is gone when the file is deleted or its document lies in the trash", async () => {
    const deleted = await makeParsed(owner.token, ["soon", "gone"]);
    expect(
      (await call(deleteFile, { token: owner.token, method: "DELETE", params: { id: deleted.fileId } })).status,
    ).toBe(200);
    const trashed = await makeParsed(owner.token, ["in the", "trash"]);
    await db().insert(documents).values({ userId: owner.id, fileId: trashed.fileId, deletedAt: new Date() });
    for (const { versionId } of [deleted, trashed]) {
      for (const ask of calls(owner.token, versionId)) expect((await ask()).status).toBe(404);
    }
  });

  it("says how far it is while it is being read, and why it could not be", async () => {
    const { id } = await makeFile(owner.token, "later.txt", "not read yet");
    const [version] = await db().select().from(fileVersions).where(eq(fileVersions.fileId, id));
    const params = { versionId: version!.id };
    // A plain file that nobody asked to be read is no document.
    expect((await call(documentRoute, { token: owner.token, params })).status).toBe(404);

    await db().insert(parsedVersions).values({ versionId: version!.id, format: "txt", status: "parsing" });
    const origin = { account: "", requestId: "", address: "", userAgent: "" };
    await db().insert(tasks).values({ id: v7(), kind: "reading", subject: version!.id, origin, done: 40, total: 100 });
    const waiting = await answer<NotReadyData>(documentRoute, { token: owner.token, params });
    expect(waiting).toMatchObject({ code: 409, data: { error: "documentNotReady", status: "parsing", progress: 40 } });

    await db()
      .update(parsedVersions)
      .set({ status: "parse_failed", failure: "documentEncrypted" })
      .where(eq(parsedVersions.versionId, version!.id));
    const failed = await answer<NotReadyData>(documentRoute, { token: owner.token, params });
    expect(failed).toMatchObject({ code: 422, data: { error: "documentEncrypted" } });
  });
});

describe("the bytes", () => {
  it("come whole or as a range, never to be run", async () => {
    const params = { versionId: file.versionId };
    const bytes = PARAGRAPHS.join("\n");
    const whole = await call(fileRoute, { token: owner.token, params });
    expect(await whole.text()).toBe(bytes);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "accept-ranges": "bytes",
    });
    const part = await call(fileRoute, { token: owner.token, params, headers: { range: "bytes=4-8" } });
    expect([part.status, await part.text()]).toEqual([206, bytes.slice(4, 9)]);
    const beyond = await call(fileRoute, { token: owner.token, params, headers: { range: "bytes=9999-" } });
    expect(beyond.status).toBe(416);
  });
});

describe("a picture", () => {
  const picture = (versionId: string, name: string) =>
    call(imageRoute, { token: owner.token, params: { versionId, name } });

  it("is served by its own type, in a sandbox", async () => {
    const response = await picture(file.versionId, "1.png");
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
  });

  it("is what its bytes say: one that could carry script is not there", async () => {
    const hostile = await makeParsed(owner.token, ["with", "svg"], Buffer.from("<svg onload='alert(1)'/>"));
    expect((await picture(hostile.versionId, "1.png")).status).toBe(404);
  });

  it("is found by a name of ours only", async () => {
    for (const name of ["../1.png", "..%2f1.png", "2.png", "1.svg", "", "1.png/../1.png", ".png"]) {
      expect((await picture(file.versionId, name)).status).toBe(404);
    }
  });
});

describe("the search inside", () => {
  it("finds words at their exact offsets, over the seam of two pieces too", async () => {
    const { hits, more } = await search("the upper LIMIT");
    expect(more).toBe(false);
    expect(hits.map(({ from, to }) => file.text.slice(from, to))).toEqual(["The upper limit", "THE UPPER LIMIT"]);
    const seam = Math.floor(file.text.length / 2);
    const across = file.text.slice(seam - 4, seam + 4).trim();
    const found = (await search(across)).hits;
    expect(found.map(({ from, to }) => file.text.slice(from, to))).toEqual([across]);
  });

  it("stops at 200 hits and says that there are more", async () => {
    const many = await makeParsed(owner.token, ["many ".repeat(150), "many ".repeat(150)]);
    const params = { versionId: many.versionId };
    const { data } = await answer<ReaderSearchDto>(searchRoute, { token: owner.token, params, query: { q: "many" } });
    expect([data!.hits.length, data!.more]).toEqual([200, true]);
    expect(new Set(data!.hits.map(({ from }) => from)).size).toBe(200);
  });

  it("refuses nothing at all and more than 200 characters", async () => {
    for (const q of ["", "   ", "x".repeat(201)]) {
      const params = { versionId: file.versionId };
      expect((await call(searchRoute, { token: owner.token, params, query: { q } })).status).toBe(400);
    }
  });
});

describe("the renderer's files", () => {
  const asset = (...path: string[]) =>
    assetRoute(
      new Request("http://product.test/api", { headers: { host: "product.test", authorization: owner.token } }),
      {
        params: Promise.resolve({ path }),
      },
    );

  it("are served to signed-in people; its worker may compile decoders and ask nobody", async () => {
    const worker = await asset("worker", "pdf.worker.min.mjs");
    expect(worker.status).toBe(200);
    expect(worker.headers.get("content-type")).toContain("text/javascript");
    expect(worker.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'",
    );
    expect((await asset("cmaps", "UniGB-UCS2-H.bcmap")).status).toBe(200);
    expect((await call(assetRoute, { params: {} })).status).toBe(401);
  });

  it("are those of the list and nothing beside them", async () => {
    for (const path of [
      ["worker", "pdf.mjs"],
      ["worker", "..", "package.json"],
      ["cmaps", "../package.json"],
      ["constructor", "x.bcmap"],
      ["cmaps"],
    ]) {
      expect((await asset(...path)).status).toBe(404);
    }
  });
});

import { eq } from "drizzle-orm";
import { POST as cancelRoute } from "@/app/api/documents/[id]/cancel/route";
import { POST as restoreRoute } from "@/app/api/documents/[id]/restore/route";
import { POST as retryRoute } from "@/app/api/documents/[id]/retry/route";
import { PATCH as changeRoute, DELETE as deleteRoute, GET as openRoute } from "@/app/api/documents/[id]/route";
import { POST as replaceRoute, GET as versionsRoute } from "@/app/api/documents/[id]/versions/route";
import { DELETE as deleteFolderRoute, PATCH as renameFolderRoute } from "@/app/api/documents/folders/[id]/route";
import { GET as foldersRoute, POST as newFolderRoute } from "@/app/api/documents/folders/route";
import { GET as listRoute } from "@/app/api/documents/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { parsedVersions } from "@/db/schema/parsing";
import type {
  DocumentDto,
  DocumentListDto,
  DocumentVersionDto,
  FolderDto,
  FolderListDto,
} from "@/lib/features/documents/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { fixture } from "@/tests/factories/parsing";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeDocument, uploadDocument } from "@/tests/factories/reading";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let u1: Person;
let u2: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const list = async (person: Person, query = {}) =>
  (await answer<DocumentListDto>(listRoute, { token: person.token, query })).data!;
const folders = async (person: Person) => (await answer<FolderListDto>(foldersRoute, { token: person.token })).data!;

async function newFolder(person: Person, name: string) {
  return answer<FolderDto>(newFolderRoute, { token: person.token, body: { name } });
}

describe("uploading", () => {
  it("takes a document in, has it read, and lists it", async () => {
    const document = await makeDocument(u1, "notes.md", "# Title\n\nSome words of a note.\n");
    expect(document).toMatchObject({ name: "notes.md", format: "md", version: 1, folderId: null });
    const { items, total } = await list(u1);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ id: document.id, parse: { status: "ready", failure: null } });
    expect(await list(u2)).toEqual({ items: [], total: 0 });
    const events = await db().select().from(operationLogs).where(eq(operationLogs.targetId, document.id));
    expect(events.map(({ action }) => action)).toEqual(["document.upload"]);
  });

  it("refuses each bad file for what it is, and leaves nothing of it", async () => {
    const refused = async (name: string, bytes: string | Uint8Array) => {
      const { data } = await uploadDocument(u1, name, bytes);
      return (data as unknown as { error: string }).error;
    };
    expect(await refused("a.exe", "MZ hello")).toBe("documentType");
    expect(await refused("a.pdf", "no pdf at all")).toBe("documentType");
    expect(await refused("a.xls", fixture("stock.xls"))).toBe("documentOldFormat");
    expect(await refused("a.pdf", "%PDF-1.7\nbroken")).toBe("documentBroken");
    expect(await refused("a.txt", "")).toBe("fileEmpty");
    expect(await refused("a.txt", "  \n ")).toBe("documentEmpty");
    expect(await refused("a.png", PNG)).toBe("visionModelMissing");
    expect((await list(u1)).total).toBe(0);
  });

  it("names the document that has the same bytes already; another person may have them too", async () => {
    const first = await makeDocument(u1, "a.txt", "The same words.");
    const second = await uploadDocument(u1, "b.txt", "The same words.");
    expect(second).toMatchObject({ code: 409, data: { error: "documentDuplicate", documentId: first.id } });
    expect((await uploadDocument(u2, "a.txt", "The same words.")).code).toBe(200);
    const twice = await Promise.all([1, 2].map((n) => uploadDocument(u1, `${n}.txt`, "Twice at once.")));
    expect(twice.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it("keeps earlier versions of a replaced document", async () => {
    const document = await makeDocument(u1, "plan.txt", "Version one of the plan.");
    const params = { id: document.id };
    const at = { handler: replaceRoute, params };
    const replaced = await uploadDocument(u1, "plan-2.txt", "Version two of the plan.", {}, at);
    expect(replaced.data).toMatchObject({ id: document.id, version: 2, name: "plan-2.txt" });
    expect(replaced.data!.versionId).not.toBe(document.versionId);
    const { data } = await answer<{ items: DocumentVersionDto[] }>(versionsRoute, { token: u1.token, params });
    expect(data!.items.map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect((await uploadDocument(u2, "x.txt", "Not mine.", {}, at)).code).toBe(404);
    expect((await answer(versionsRoute, { token: u2.token, params })).code).toBe(404);
  });
});

describe("keeping order", () => {
  it("renames without changing the kind, moves, finds, sorts", async () => {
    const [a, b] = [await makeDocument(u1, "alpha.txt", "First."), await makeDocument(u1, "beta.txt", "Second one.")];
    const folder = (await newFolder(u1, "Contracts")).data!;
    const params = { id: a!.id };
    const body = { name: "100% sure.exe", folderId: folder.id };
    const { data } = await answer<DocumentDto>(changeRoute, { token: u1.token, method: "PATCH", params, body });
    expect(data).toMatchObject({ name: "100% sure.exe.txt", folderId: folder.id });
    expect((await list(u1, { keyword: "100%" })).items.map(({ id }) => id)).toEqual([a!.id]);
    expect((await list(u1, { folderId: "none" })).items.map(({ id }) => id)).toEqual([b!.id]);
    expect((await list(u1, { sort: "name" })).items.map(({ id }) => id)).toEqual([a!.id, b!.id]);
    expect(await folders(u1)).toMatchObject({
      items: [{ name: "Contracts", documents: 1 }],
      all: 2,
      unfiled: 1,
      trash: 0,
    });
    const foreign = (await newFolder(u2, "Contracts")).data!;
    const wrong = { token: u1.token, method: "PATCH", params, body: { folderId: foreign.id } };
    expect((await answer(changeRoute, wrong)).code).toBe(404);
  });

  it("has folders with names of their own, and keeps documents when one goes", async () => {
    const folder = (await newFolder(u1, "Tax")).data!;
    expect(await newFolder(u1, "Tax")).toMatchObject({ code: 409, data: { error: "folderNameTaken" } });
    const document = (await uploadDocument(u1, "t.txt", "Taxes.", { folderId: folder.id })).data!;
    expect(document.folderId).toBe(folder.id);
    const at = { token: u2.token, params: { id: folder.id } };
    expect((await answer(renameFolderRoute, { ...at, method: "PATCH", body: { name: "x" } })).code).toBe(404);
    expect((await answer(deleteFolderRoute, { ...at, method: "DELETE" })).code).toBe(404);
    expect((await folders(u2)).items).toEqual([]);
    const own = { token: u1.token, params: { id: folder.id } };
    expect((await answer(renameFolderRoute, { ...own, method: "PATCH", body: { name: "Taxes" } })).code).toBe(200);
    expect((await folders(u1)).items).toMatchObject([{ id: folder.id, name: "Taxes" }]);
    expect((await answer(deleteFolderRoute, { ...own, method: "DELETE" })).code).toBe(200);
    expect((await list(u1)).items[0]).toMatchObject({ id: document.id, folderId: null });
  });

  it("puts into the trash and takes back", async () => {
    const document = await makeDocument(u1, "a.txt", "Words to be thrown away.");
    const params = { id: document.id };
    for (const route of [openRoute, retryRoute, cancelRoute]) {
      const method = route === openRoute ? "GET" : "POST";
      expect((await answer(route, { token: u2.token, params, method })).code).toBe(404);
    }
    expect((await answer(deleteRoute, { token: u2.token, params, method: "DELETE" })).code).toBe(404);
    expect((await answer(deleteRoute, { token: u1.token, params, method: "DELETE" })).code).toBe(200);
    expect((await list(u1)).total).toBe(0);
    expect((await list(u1, { trash: true })).items[0]!.deletedAt).not.toBeNull();
    expect((await answer(openRoute, { token: u1.token, params })).code).toBe(404);
    expect((await answer(restoreRoute, { token: u2.token, params, method: "POST" })).code).toBe(404);
    const again = await makeDocument(u1, "b.txt", "Words to be thrown away.");
    const twice = await answer(restoreRoute, { token: u1.token, params, method: "POST" });
    expect(twice).toMatchObject({ code: 409, data: { error: "documentDuplicate", documentId: again.id } });
    await answer(deleteRoute, { token: u1.token, params: { id: again.id }, method: "DELETE" });
    expect((await answer(restoreRoute, { token: u1.token, params, method: "POST" })).code).toBe(200);
    expect((await list(u1)).items.map(({ id }) => id)).toEqual([document.id]);
  });

  it("tries only failed documents again", async () => {
    const document = await makeDocument(u1, "a.txt", "All is well.");
    const at = { token: u1.token, params: { id: document.id }, method: "POST" };
    expect(await answer(retryRoute, at)).toMatchObject({ code: 409, data: { error: "documentNotFailed" } });
    // What is read already is not ended.
    expect((await answer(cancelRoute, at)).data).toMatchObject({ id: document.id, parse: { status: "ready" } });
    const broken = { status: "parse_failed", failure: "documentBroken" } as const;
    await db().update(parsedVersions).set(broken).where(eq(parsedVersions.versionId, document.versionId));
    const { data } = await answer<DocumentDto>(openRoute, { ...at, method: "GET" });
    expect(data!.parse).toMatchObject({
      status: "parse_failed",
      failure: { stage: "parsing", error: "documentBroken" },
    });
    expect((await answer(retryRoute, at)).data).toMatchObject({ id: document.id, parse: { failure: null } });
  });
});

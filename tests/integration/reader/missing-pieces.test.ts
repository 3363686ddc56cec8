import { GET as fileRoute } from "@/app/api/files/[id]/route";
import { GET as imageRoute } from "@/app/api/reader/[versionId]/images/[name]/route";
import { GET as pieceRoute } from "@/app/api/reader/[versionId]/pieces/[number]/route";
import { GET as documentRoute } from "@/app/api/reader/[versionId]/route";
import { GET as searchRoute } from "@/app/api/reader/[versionId]/search/route";
import { POST as resolveRoute } from "@/app/api/reader/resolve/route";
import { closeDatabase, pool } from "@/db/client";
import { listStoredObjects } from "@/db/queries/files/stored-objects";
import type { ResolvedCitation } from "@/lib/citations/dto";
import { quoteHash } from "@/lib/citations/locate";
import type { NotReadyData, ReaderDocumentDto } from "@/lib/features/reader/dto";
import { fileStore } from "@/lib/files/storage";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeDocumentFile, parsedRow, readingTask } from "@/tests/factories/documents";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { pictureDocx } from "@/tests/factories/picture-docx";
import { runTasksOf } from "@/tests/factories/tasks";

const QUOTE = "The upper limit is 600 yuan a night.";
const TEXT = `Travel rules.\n\n${QUOTE}\n\nIn season 20% more.\n`;

let owner: Person;
let other: Person;

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  await onlyBuiltinModels();
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function readDocument(name = "rules.txt", bytes: string | Uint8Array = TEXT, format: "txt" | "docx" = "txt") {
  const file = await makeDocumentFile(owner, name, bytes, format);
  await runTasksOf(file.versionId);
  expect((await parsedRow(file.versionId)).status).toBe("ready");
  return file;
}

/** Takes away what reading gave, as an archive without it does. */
async function loseObjects(versionId: string, kinds: readonly string[]) {
  const store = await fileStore();
  const mine = (await listStoredObjects(pool())).filter((object) => object.versionId === versionId);
  const lost = mine.filter(({ kind }) => kinds.includes(kind));
  expect(lost.length).toBeGreaterThan(0);
  for (const { key } of lost) await store.remove(key);
  // As a process that has just started.
  (globalThis as typeof globalThis & { __pieces: { kept: Map<string, unknown> } }).__pieces.kept.clear();
  return lost;
}

const piece = (person: Person, versionId: string) =>
  answer<NotReadyData>(pieceRoute, { token: person.token, params: { versionId, number: "0" } });
const document = (person: Person, versionId: string) =>
  answer<NotReadyData & ReaderDocumentDto>(documentRoute, { token: person.token, params: { versionId } });

describe("a document whose text is missing in the file store", () => {
  it("is read again, once, says how far it is, and opens at its citation afterwards", async () => {
    const { versionId } = await readDocument();
    await loseObjects(versionId, ["piece"]);
    const { run } = (await parsedRow(versionId)).index as { run: string };

    // Nobody else begins anything by asking.
    expect((await piece(other, versionId)).code).toBe(404);
    expect((await parsedRow(versionId)).index).not.toBeNull();

    const asked = await Promise.all([1, 2, 3].map(() => piece(owner, versionId)));
    for (const { code, data } of asked)
      expect({ code, data }).toMatchObject({ code: 409, data: { error: "documentNotReady" } });
    expect(await document(owner, versionId)).toMatchObject({
      code: 409,
      data: { error: "documentNotReady", status: "uploaded", progress: 0 },
    });
    // Who asks for a piece while the new reading is under way is told the same.
    expect(await piece(owner, versionId)).toMatchObject({ code: 409, data: { error: "documentNotReady" } });
    const { rows } = await pool().query(
      "select count(*)::int as tasks from tasks where kind = 'reading' and subject = $1",
      [versionId],
    );
    // One of the upload, one of all who asked.
    expect(rows).toEqual([{ tasks: 2 }]);

    await runTasksOf(versionId);
    const opened = await document(owner, versionId);
    expect(opened.code).toBe(200);
    expect((await parsedRow(versionId)).index).not.toMatchObject({ run });
    const from = TEXT.replaceAll("\n\n", "\n").indexOf(QUOTE);
    const citation = {
      versionId,
      parser: opened.data!.parser,
      from,
      to: from + QUOTE.length,
      quote: QUOTE,
      quoteHash: quoteHash(QUOTE),
    };
    const { data } = await answer<ResolvedCitation[]>(resolveRoute, {
      token: owner.token,
      body: { citations: [citation] },
    });
    expect(["exact", "moved"]).toContain(data![0]!.state);
  });

  it("is read again also when the store is that of another instance of the module, as in the built product", async () => {
    const { versionId } = await readDocument("shared.txt");
    await loseObjects(versionId, ["piece"]);
    const shared = globalThis as typeof globalThis & { __fileStore?: unknown };
    const own = shared.__fileStore;
    shared.__fileStore = undefined;
    try {
      await jest.isolateModulesAsync(async () => {
        const storage = await import("@/lib/files/storage");
        await storage.fileStore();
      });
      expect(shared.__fileStore).not.toBe(own);
      expect(await piece(owner, versionId)).toMatchObject({ code: 409, data: { error: "documentNotReady" } });
    } finally {
      shared.__fileStore = own;
    }
  });

  it("says to its citations that it is being read, not that the words are lost", async () => {
    const { versionId } = await readDocument("cited.txt");
    const citation = { versionId, parser: 1, from: 0, to: 5, quote: "Travel", quoteHash: quoteHash("Travel") };
    const resolve = async (person: Person) =>
      (await answer<ResolvedCitation[]>(resolveRoute, { token: person.token, body: { citations: [citation] } })).data!;
    await loseObjects(versionId, ["piece"]);
    expect(await resolve(other)).toEqual([{ state: "gone" }]);
    expect((await resolve(owner))[0]).toMatchObject({ state: "reading", versionId });
    expect((await resolve(owner))[0]).toMatchObject({ state: "reading", versionId });
    expect((await parsedRow(versionId)).status).toBe("uploaded");
  });

  it("is noticed by the search inside and by its pictures too", async () => {
    const searched = await readDocument("searched.txt");
    await loseObjects(searched.versionId, ["piece"]);
    const found = await call(searchRoute, {
      token: owner.token,
      params: { versionId: searched.versionId },
      query: { q: "yuan" },
    });
    expect(found.status).toBe(409);
    const { versionId } = await readDocument("picture.docx", pictureDocx(), "docx");
    const params = { versionId, name: "1.png" };
    expect((await call(imageRoute, { token: owner.token, params })).status).toBe(200);
    await loseObjects(versionId, ["picture"]);
    for (const _ of ["the one who notices", "the next"]) {
      expect((await call(imageRoute, { token: owner.token, params })).status).toBe(409);
    }
    await runTasksOf(versionId);
    expect((await call(imageRoute, { token: owner.token, params })).status).toBe(200);
  });

  it("whose own bytes are gone as well says so in words, and is not tried for ever", async () => {
    const { fileId, versionId } = await readDocument("gone.txt");
    await loseObjects(versionId, ["piece", "version"]);
    expect(await answer(fileRoute, { token: owner.token, params: { id: fileId } })).toMatchObject({
      code: 410,
      data: { error: "contentMissing" },
    });
    expect((await piece(owner, versionId)).code).toBe(409);
    await runTasksOf(versionId);
    expect(await readingTask(versionId)).toMatchObject({ status: "failed", failure: "contentMissing" });
    expect(await document(owner, versionId)).toMatchObject({
      code: 410,
      data: { error: "contentMissing", status: "parse_failed" },
    });
  });
});

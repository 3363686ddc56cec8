import { eq } from "drizzle-orm";
import { POST as encodingRoute } from "@/app/api/documents/[id]/encoding/route";
import { GET as openRoute } from "@/app/api/documents/[id]/route";
import { GET as versionsRoute } from "@/app/api/documents/[id]/versions/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import type { DocumentDto, DocumentVersionDto } from "@/lib/features/documents/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { readText } from "@/lib/parsing/store";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { encoded } from "@/tests/factories/encodings";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { fixture } from "@/tests/factories/parsing";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeDocument } from "@/tests/factories/reading";
import { runTasksOf } from "@/tests/factories/tasks";

const CSV = "品名,單價\n保溫瓶,350\n";
/** Too little to tell traditional from simplified Chinese. */
const SHORT = "升,120,350\n";

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

const open = async (person: Person, id: string) =>
  (await answer<DocumentDto>(openRoute, { token: person.token, params: { id } })).data!;
const choose = (person: Person, id: string, encoding: string) =>
  answer<DocumentDto & { error?: string }>(encodingRoute, { token: person.token, params: { id }, body: { encoding } });
const wordsOf = (versionId: string) => readText(versionId, 0, 100);

it("reads a csv of another encoding as it was written, and says which it was", async () => {
  const { id, versionId } = await makeDocument(u1, "prices.csv", encoded(CSV, "big5"));
  expect(await wordsOf(versionId)).toBe("品名\t單價\n保溫瓶\t350\n");
  expect((await open(u1, id)).parse.encoding).toMatchObject({ name: "big5" });
});

it.each([
  ["text/csv; charset=big5", SHORT, "big5"],
  ['text/csv; header=present; charset="Big5"', SHORT, "big5"],
  ["text/csv; charset=utf-8", SHORT, "gb18030"],
  ["text/csv; charset=koi8-r", "品名,單價\n保溫瓶,350\n電子郵件與傳真\n", "big5"],
])("takes the charset of %s where the bytes allow it", async (type, text, read) => {
  const { id, versionId } = await makeDocument(u1, "short.csv", encoded(text, "big5"), type);
  expect((await open(u1, id)).parse.encoding).toMatchObject({ name: read });
  expect((await wordsOf(versionId)).includes(text.slice(0, 1))).toBe(read === "big5");
});

it("offers the readings of a text that could be either, and reads it anew in the one chosen", async () => {
  const { id, versionId } = await makeDocument(u1, "short.csv", encoded(SHORT, "big5"));
  const { encoding } = (await open(u1, id)).parse;
  // The product speaks Chinese as it is written on the mainland.
  expect(encoding).toMatchObject({ name: "gb18030", isCertain: false });
  expect(encoding!.readings).toContainEqual({ encoding: "big5", preview: "升,120,350" });

  expect(await choose(u1, id, "big5")).toMatchObject({
    code: 200,
    data: { version: 2, parse: { status: "uploaded" } },
  });
  const read = await open(u1, id);
  await runTasksOf(read.versionId);
  expect((await open(u1, id)).parse.encoding).toMatchObject({ name: "big5", isCertain: true });
  expect(await wordsOf(read.versionId)).toBe("升\t120\t350\n");
  // What was cited before is still there to be opened.
  expect(await wordsOf(versionId)).not.toContain("升");
  const { items } = (await answer<{ items: DocumentVersionDto[] }>(versionsRoute, { token: u1.token, params: { id } }))
    .data!;
  expect(items.map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
    [2, true],
    [1, false],
  ]);
  const events = await db().select().from(operationLogs).where(eq(operationLogs.targetId, id));
  expect(events.map(({ action }) => action).sort()).toEqual(["document.reread", "document.upload"]);

  // Asked for what it is in already, nothing happens.
  expect((await choose(u1, id, "big5")).data).toMatchObject({ version: 2, parse: { status: "ready" } });
});

it("is refused for another person's document, an encoding nobody knows, and what is no text", async () => {
  const { id } = await makeDocument(u1, "short.csv", encoded(SHORT, "big5"));
  expect((await choose(u2, id, "big5")).code).toBe(404);
  expect((await choose(u1, id, "klingon")).code).toBe(400);
  expect((await open(u1, id)).version).toBe(1);
  const page = await makeDocument(u1, "report.pdf", fixture("report.pdf"));
  expect(await choose(u1, page.id, "big5")).toMatchObject({ code: 409, data: { error: "documentNotText" } });
});

import { and, eq } from "drizzle-orm";
import { POST as batchRoute } from "@/app/api/knowledge/bases/[id]/files/batch/route";
import { POST as estimateRoute } from "@/app/api/knowledge/bases/[id]/files/rereading-estimate/route";
import { GET as pageRoute } from "@/app/api/knowledge/files/[id]/rereading/pages/[page]/route";
import { POST as decideRoute, GET as rereadingRoute } from "@/app/api/knowledge/files/[id]/rereading/route";
import { GET as fileRoute } from "@/app/api/knowledge/files/[id]/route";
import { GET as slicesRoute } from "@/app/api/knowledge/files/[id]/slices/route";
import { POST as replaceRoute, GET as versionsRoute } from "@/app/api/knowledge/files/[id]/versions/route";
import { POST as changeRoute, GET as sliceRoute } from "@/app/api/knowledge/slices/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { fileVersions } from "@/db/schema/files";
import { notifications } from "@/db/schema/notifications";
import { tasks } from "@/db/schema/tasks";
import type {
  FileBatchDto,
  KnowledgeFileDto,
  KnowledgeFileVersionDto,
  SliceDto,
  SlicesDto,
} from "@/lib/features/knowledge/dto";
import type { RereadingDto, RereadingEstimateDto, RereadPageDto } from "@/lib/features/knowledge/reading-dto";
import { fileStore } from "@/lib/files/storage";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { invalidateModels } from "@/lib/models/registry";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTask } from "@/lib/tasks/run";
import { answer } from "@/tests/factories/call";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { addFiles, granted, makeBase } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { fixture } from "@/tests/factories/parsing";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let state: { pagesLeft?: number; pagesRead?: number };
let owner: Person;
let reader: Person;
let base: string;
let file: KnowledgeFileDto;
let modelId: string;
const PAGES = 2;
const OWN = "The first page has words of its own, as programs write them.";

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  fake = await startModelServer();
  state = fake.state as typeof state;
});
beforeEach(async () => {
  [owner, reader] = [await makePerson(), await makePerson()];
  base = await makeBase(owner, { visibility: "partial", grants: [granted("user", reader.id)] });
  await onlyBuiltinModels();
  state.pagesLeft = undefined;
  state.pagesRead = 0;
  file = (await addFiles(owner, base, [{ name: "rates.pdf", bytes: fixture("part-scan.pdf") }])).data!.items[0]!;
  await runTasksOf(file.versionId);
  modelId = await makeModel(fake.url, "fake-page", { abilities: ["visual"] });
});
afterAll(async () => {
  closeIdleChildren();
  await fake.close();
  await stopJobs(100);
  await closeDatabase();
});

const at = (id: string, person = owner) => ({ token: person.token, params: { id } });
const read = async () => (await answer<KnowledgeFileDto>(fileRoute, at(file.id))).data!;
const slices = async () => (await answer<SlicesDto>(slicesRoute, at(file.id))).data!;
const versions = async () =>
  (await answer<{ items: KnowledgeFileVersionDto[] }>(versionsRoute, at(file.id))).data!.items;
const rereading = async () => answer<RereadingDto>(rereadingRoute, at(file.id));
const decide = (isTaken: boolean, person = owner) =>
  answer<KnowledgeFileDto>(decideRoute, { ...at(file.id, person), body: { isTaken } });
const page = (number: number, person = owner) =>
  answer<RereadPageDto>(pageRoute, { token: person.token, params: { id: file.id, page: String(number) } });

/** The task that reads it anew, once it was begun. */
async function begin(person = owner): Promise<string | null> {
  const body = { ids: [file.id], action: { kind: "reread" } };
  const { code, data } = await answer<FileBatchDto>(batchRoute, { ...at(base, person), body });
  if (code !== 200 || data!.refused.length > 0) return null;
  const [task] = await db()
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.kind, "knowledgeReread"), eq(tasks.ownerId, person.id), eq(tasks.status, "waiting")));
  return task!.id;
}

describe("a file that a model reads anew", () => {
  it("is told with its pages and cost before, and bought by nobody who may not change it", async () => {
    const estimate = (person: Person) =>
      answer<RereadingEstimateDto>(estimateRoute, { ...at(base, person), method: "POST", body: { filter: {} } });
    await addFiles(owner, base, [{ name: "notes.txt", bytes: "Some notes." }]);
    const first = (await estimate(owner)).data!;
    expect(first).toMatchObject({ files: 1, skipped: 1, pages: PAGES, unread: 0, cost: null });
    const [channel] = await listChannelsOf(db(), modelId);
    await insertPrice(db(), {
      channelId: channel!.id,
      validFrom: "2020-01-01",
      currency: "CNY",
      inputPerMillion: 2_000_000,
      outputPerMillion: 8_000_000,
    });
    invalidateModels();
    const { cost, inputTokens, outputTokens } = (await estimate(owner)).data!;
    expect(cost).toEqual({ micros: inputTokens * 2 + outputTokens * 8, currency: "CNY" });
    expect((await estimate(reader)).code).toBe(404);
    expect(await begin(reader)).toBeNull();
    const text = (await addFiles(owner, base, [{ name: "more.txt", bytes: "More notes." }])).data!.items[0]!;
    const refused = await answer<FileBatchDto>(batchRoute, {
      ...at(base),
      body: { ids: [text.id], action: { kind: "reread" } },
    });
    expect(refused.data).toMatchObject({ done: 0, refused: [{ id: text.id }] });
  });

  it("stands aside page by page until it is taken over, and keeps what people changed", async () => {
    const [line] = (await slices()).items;
    const { revision } = (await answer<SliceDto>(sliceRoute, at(line!.id))).data!;
    const words = "The first page says what programs write.";
    await answer(changeRoute, { ...at(line!.id), body: { kind: "edit", text: words, revision } });
    await runTask((await begin())!);
    expect(await read()).toMatchObject({ versionId: file.versionId, status: "ready", rereading: "ready" });
    expect((await rereading()).data).toMatchObject({ status: "ready", pages: PAGES, isOutdated: false });
    expect((await page(1)).data).toMatchObject({ before: OWN, after: expect.stringContaining("Hotel") });
    expect((await page(2)).data!.before).toBe("");
    expect((await page(3)).code).toBe(404);
    expect((await page(1, reader)).code).toBe(404);
    expect((await decide(true, reader)).code).toBe(404);
    expect((await versions()).length).toBe(1);
    expect(await begin()).toBeNull();
    const heard = await db().select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(heard.map(({ kind }) => kind)).toContain("fileReread");

    const taken = (await decide(true)).data!;
    expect(taken).toMatchObject({ rereading: null, isAnswering: true });
    expect(taken.versionId).not.toBe(file.versionId);
    expect((await slices()).file.versionId).toBe(file.versionId);
    await runTasksOf(taken.versionId);
    const now = await slices();
    expect(now.file.versionId).toBe(taken.versionId);
    expect(now.counts).toMatchObject({ hand: 1, open: 0 });
    expect(now.items.some(({ text }) => text.includes(words))).toBe(true);
    // The table's rows are told with what their columns are called.
    expect(now.items.some(({ text }) => text.includes("Hotel") && text.includes("Rate"))).toBe(true);
    expect((await versions()).map(({ isAnswering }) => isAnswering)).toEqual([true, false]);
  });

  it("buys no page twice when its work breaks off in the middle", async () => {
    const task = (await begin())!;
    state.pagesLeft = 1;
    const before = fake.state.requests.length;
    await runTask(task);
    const tried = fake.state.requests.length - before;
    state.pagesLeft = undefined;
    await db().update(tasks).set({ leaseUntil: null, leaseId: null, status: "waiting" }).where(eq(tasks.id, task));
    await runTask(task);
    expect((await rereading()).data).toMatchObject({ status: "ready" });
    expect(fake.state.requests.length - before - tried).toBe(PAGES - 1);
  });

  it("leaves nothing when it is dropped, and cannot be taken over once the file was replaced", async () => {
    await runTask((await begin())!);
    const raw = multipart([{ name: "file", filename: "rates.pdf", bytes: fixture("report.pdf") }]);
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const replaced = await answer(replaceRoute, { ...at(file.id), raw: raw as unknown as BodyInit, headers });
    expect(replaced.code).toBe(200);
    expect((await rereading()).data).toMatchObject({ isOutdated: true });
    expect((await decide(true)).code).toBe(409);
    const rows = () => db().select().from(fileVersions).where(eq(fileVersions.fileId, file.fileId));
    const aside = (await rows()).find(({ number }) => number === 2)!;
    expect((await decide(false)).data).toMatchObject({ rereading: null });
    expect((await rows()).map(({ number }) => number).sort()).toEqual([1, 3]);
    await expect((await fileStore()).read(aside.storageKey)).rejects.toThrow();
    expect((await rereading()).code).toBe(404);
  });
});

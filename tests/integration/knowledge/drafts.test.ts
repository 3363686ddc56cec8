import { eq } from "drizzle-orm";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { GET as readersRoute } from "@/app/api/knowledge/answers/[id]/draft/readers/route";
import { POST as fileRoute, GET as proposeRoute } from "@/app/api/knowledge/answers/[id]/draft/route";
import { GET as baseDraftsRoute } from "@/app/api/knowledge/bases/[id]/drafts/route";
import { GET as filesRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { PATCH as changeRoute } from "@/app/api/knowledge/bases/[id]/route";
import { POST as approveRoute } from "@/app/api/knowledge/drafts/[id]/approve/route";
import { POST as rejectRoute } from "@/app/api/knowledge/drafts/[id]/reject/route";
import { DELETE as withdrawRoute } from "@/app/api/knowledge/drafts/[id]/route";
import { GET as ownDraftsRoute } from "@/app/api/knowledge/drafts/route";
import { GET as bytesRoute } from "@/app/api/knowledge/files/[id]/download/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { closeDatabase, db } from "@/db/client";
import { notifications } from "@/db/schema/notifications";
import { backgroundIdle } from "@/lib/background";
import type { DraftDto } from "@/lib/features/knowledge/draft-dto";
import type { KnowledgeFileDto, RecallDto } from "@/lib/features/knowledge/dto";
import { KNOWLEDGE_OWNED } from "@/lib/features/knowledge/owned";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import type { OwnDataContext } from "@/lib/owned/owned";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const QUESTION = "When does the lease of the north office end?";
const LEASE = "The lease of the north office ends on 31 March 2027.\n";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;
let author: Person;
let manager: Person;
/** An own answer of the author's, with one source that everybody reads. */
let answerId: string;
let leases: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  const modelId = await makeModel(fake.url, "fake-reader");
  [owner, author, manager] = [await makePerson(), await makePerson(), await makePerson()];
  leases = await makeBase(owner, { name: "Leases", visibility: "all" });
  await makeKnowledgeFile(owner, leases, "lease.txt", LEASE);
  const body = { baseIds: [leases], question: QUESTION, modelId };
  const stream = await readStream(await call(askRoute, { token: author.token, body }));
  await backgroundIdle(10_000);
  answerId = stream.start.answerId;
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

/** A base of the owner's that another person manages and everybody may use. */
const sharedBase = () =>
  makeBase(owner, { name: "Answers", visibility: "all", grants: [granted("user", manager.id, "manage")] });
const file = (person: Person, baseId: string, more: object = {}) =>
  answer<DraftDto>(fileRoute, {
    token: person.token,
    params: { id: answerId },
    body: { baseId, title: "End of the lease", text: "It ends on **31 March 2027**.", ...more },
  });
const drafts = (person: Person, baseId: string, query: Record<string, string> = {}) =>
  answer<{ items: DraftDto[]; total: number }>(baseDraftsRoute, { token: person.token, params: { id: baseId }, query });
const own = async (person: Person) =>
  (await answer<{ items: DraftDto[] }>(ownDraftsRoute, { token: person.token })).data!.items;
const decide = (person: Person, id: string, reason?: string) =>
  answer(reason ? rejectRoute : approveRoute, {
    token: person.token,
    method: "POST",
    params: { id },
    ...(reason && { body: { reason } }),
  });
const filesOf = async (baseId: string) =>
  (await answer<{ items: KnowledgeFileDto[] }>(filesRoute, { token: owner.token, params: { id: baseId } })).data!.items;
const told = async (person: Person, kind: string) =>
  (await db().select().from(notifications).where(eq(notifications.userId, person.id))).filter(
    (notice) => notice.kind === kind,
  );

describe("an answer on its way into a base", () => {
  it("is proposed with its question, its words and footnotes instead of marks", async () => {
    const { data } = await answer<{ title: string; text: string }>(proposeRoute, {
      token: author.token,
      params: { id: answerId },
    });
    expect(data!.title).toBe(QUESTION);
    expect(data!.text).toContain(QUESTION);
    expect(data!.text).toMatch(/31 March 2027.*\[\^1\]/);
    expect(data!.text).toMatch(/\n\[\^1\]: lease\.txt.*31 March 2027/);
    expect(data!.text).not.toContain("[^c");
    const foreign = await answer(proposeRoute, { token: owner.token, params: { id: answerId } });
    expect(foreign.code).toBe(404);
  });

  it("warns of sources that not everybody who will read it may read", async () => {
    const readers = async (baseId: string) =>
      (
        await answer<{ readers: number; narrower: string[]; isDirect: boolean }>(readersRoute, {
          token: author.token,
          params: { id: answerId },
          query: { baseId },
        })
      ).data!;
    const wide = await sharedBase();
    expect(await readers(wide)).toMatchObject({ narrower: [], isDirect: false });
    const narrow = { visibility: "partial", grants: [granted("user", author.id)] };
    const change = (body: object) =>
      answer(changeRoute, { token: owner.token, method: "PATCH", params: { id: leases }, body });
    await change(narrow);
    expect((await readers(wide)).narrower).toEqual(["lease.txt"]);
    // Of one base into itself, or into one of fewer readers, nothing becomes known.
    expect((await readers(leases)).narrower).toEqual([]);
    const mine = await makeBase(author, { name: "Mine" });
    expect(await readers(mine)).toEqual({ readers: 1, narrower: [], isDirect: true });
    await change({ visibility: "all", grants: [] });
  });

  it("waits as a draft that its author and the base's managers see, and becomes a file that names both", async () => {
    const baseId = await sharedBase();
    const { data: draft } = await file(author, baseId);
    expect(draft).toMatchObject({ state: "open", base: { id: baseId, name: "Answers" }, author: { id: author.id } });
    for (const person of [owner, manager]) {
      expect((await drafts(person, baseId, { open: "true" })).data!.items.map(({ id }) => id)).toEqual([draft!.id]);
      expect(await told(person, "draftFiled")).toMatchObject([
        { args: { base: "Answers", title: "End of the lease" } },
      ]);
    }
    const stranger = await makePerson();
    expect((await drafts(stranger, baseId)).code).toBe(404);
    expect(await own(stranger)).toEqual([]);
    for (const person of [author, stranger]) expect((await decide(person, draft!.id)).code).toBe(404);
    expect(await filesOf(baseId)).toEqual([]);

    expect((await decide(manager, draft!.id)).code).toBe(200);
    const [made] = await filesOf(baseId);
    expect(made).toMatchObject({ name: "End of the lease.md", format: "md", uploader: { id: manager.id } });
    const bytes = await call(bytesRoute, { token: owner.token, params: { id: made!.id } });
    const text = await bytes.text();
    expect(text).toMatch(/^# End of the lease\n\nIt ends on \*\*31 March 2027\*\*\./);
    expect(text).toContain(author.account);
    expect(text).toContain(manager.account);
    await runTasksOf(made!.versionId);
    const { data: found } = await answer<RecallDto>(recallRoute, {
      token: author.token,
      body: { baseIds: [baseId], query: "end of the lease" },
    });
    expect(found!.hits[0]).toMatchObject({ fileId: made!.id, text: expect.stringContaining("31 March 2027") });

    expect(await told(author, "draftApproved")).toHaveLength(1);
    expect((await own(author)).find(({ id }) => id === draft!.id)).toMatchObject({
      state: "approved",
      decider: manager.account,
      fileId: made!.id,
    });
    expect((await decide(owner, draft!.id)).code).toBe(409);
    expect((await decide(owner, draft!.id, "Too late")).code).toBe(409);
  });

  it("is decided once, however many decide at the same moment", async () => {
    const baseId = await sharedBase();
    const { data: draft } = await file(author, baseId);
    const codes = await Promise.all([decide(owner, draft!.id), decide(manager, draft!.id)]);
    expect(codes.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await filesOf(baseId)).toHaveLength(1);
  });

  it("is rejected with a reason its author reads, or taken back before", async () => {
    const baseId = await sharedBase();
    const { data: draft } = await file(author, baseId);
    expect((await decide(manager, draft!.id, "It is in the lease itself")).code).toBe(200);
    expect((await told(author, "draftRejected")).at(-1)).toMatchObject({
      args: { reason: "It is in the lease itself" },
    });
    expect((await own(author))[0]).toMatchObject({ state: "rejected", reason: "It is in the lease itself" });
    const { data: second } = await file(author, baseId);
    const withdraw = (person: Person) =>
      answer(withdrawRoute, { token: person.token, method: "DELETE", params: { id: second!.id } });
    expect((await withdraw(manager)).code).toBe(404);
    expect((await withdraw(author)).code).toBe(200);
    expect((await drafts(owner, baseId, { open: "true" })).data!.total).toBe(0);
    expect(await filesOf(baseId)).toEqual([]);
  });

  it("becomes a file at once by the form of whoever manages the base", async () => {
    const baseId = await makeBase(author, { name: "Mine" });
    const { data: filed } = await file(author, baseId);
    expect(filed).toMatchObject({ state: "approved", decider: author.account });
    // A second of the same title stands beside the first.
    await file(author, baseId, { text: "Other words." });
    const names = await answer<{ items: KnowledgeFileDto[] }>(filesRoute, {
      token: author.token,
      params: { id: baseId },
    });
    expect(names.data!.items.map(({ name }) => name).sort()).toEqual([
      "End of the lease (2).md",
      "End of the lease.md",
    ]);
    expect((await file(author, baseId)).code).toBe(409);
  });
});

describe("a right that is withdrawn in between", () => {
  it("refuses to file, to decide, and names the base to nobody", async () => {
    const baseId = await sharedBase();
    const { data: draft } = await file(author, baseId);
    const body = { visibility: "self", grants: [] };
    await answer(changeRoute, { token: owner.token, method: "PATCH", params: { id: baseId }, body });
    expect((await file(author, baseId)).code).toBe(404);
    expect((await decide(manager, draft!.id)).code).toBe(404);
    expect((await drafts(manager, baseId)).code).toBe(404);
    expect((await own(author)).find(({ id }) => id === draft!.id)).toMatchObject({ base: null, state: "open" });
    const before = (await told(author, "draftRejected")).length;
    expect((await decide(owner, draft!.id, "No longer shared")).code).toBe(200);
    expect(await told(author, "draftRejected")).toHaveLength(before);
  });
});

it("has limits, and stands in the archive of its author", async () => {
  const baseId = await sharedBase();
  const person = await makePerson();
  expect((await file(person, baseId)).code).toBe(404);
  expect((await file(author, baseId, { title: "" })).code).toBe(400);
  expect((await file(author, baseId, { text: "x".repeat(50_001) })).code).toBe(400);
  const codes = [];
  for (let at = 0; at < 51; at++) codes.push((await file(author, baseId)).code);
  expect(codes.at(-1)).toBe(409);
  const part = KNOWLEDGE_OWNED.ownData!.find(({ name }) => name === "knowledge-drafts")!;
  const read = part.content as (context: OwnDataContext) => Promise<{ title: string }[]>;
  const content = await read({ actor: author.actor } as OwnDataContext);
  expect(content).toContainEqual(
    expect.objectContaining({ title: "End of the lease", base: "Answers", state: "open" }),
  );
});

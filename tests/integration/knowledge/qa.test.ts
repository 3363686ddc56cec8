import { eq } from "drizzle-orm";
import { GET as editRoute } from "@/app/api/knowledge/qas/[id]/edit/route";
import { PATCH as changeRoute, DELETE as deleteRoute } from "@/app/api/knowledge/qas/[id]/route";
import { POST as batchRoute } from "@/app/api/knowledge/qas/batch/route";
import { GET as exportRoute } from "@/app/api/knowledge/qas/export/route";
import { POST as generateRoute } from "@/app/api/knowledge/qas/generate/route";
import { POST as importRoute } from "@/app/api/knowledge/qas/import/route";
import { POST as placesRoute } from "@/app/api/knowledge/qas/places/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/knowledge/qas/route";
import { GET as workRoute } from "@/app/api/knowledge/qas/work/route";
import { closeDatabase, db } from "@/db/client";
import { knowledgeQas, qaPhrases } from "@/db/schema/knowledge";
import type { QaDetailDto, QasDto } from "@/lib/features/knowledge/qa-dto";
import { makeQaVectors } from "@/lib/features/knowledge/service/qa/vectors";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { P } from "@/lib/permissions/codes";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let other: Person;
let keeper: Person;
let baseId: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs([...TASK_JOBS, makeQaVectors], false);
  [owner, other] = [await makePerson(), await makePerson()];
  keeper = await makePerson({ codes: [P.KB_CHAT, P.KB_CENTER] });
  baseId = await makeBase(owner, { visibility: "all" });
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const PAIR = { question: "How do I apply for annual leave?", answer: "In the **portal**." };
const create = (person: Person, body: object) => answer<{ id: string }>(createRoute, { token: person.token, body });
const list = (person: Person, query: Record<string, string>) =>
  answer<QasDto>(listRoute, { token: person.token, query });
const edit = (person: Person, id: string) => answer<QaDetailDto>(editRoute, { token: person.token, params: { id } });
const change = (person: Person, id: string, body: object) =>
  answer<QaDetailDto>(changeRoute, { token: person.token, params: { id }, body });
const fieldsOf = (data: unknown) => (data as { fields?: Record<string, string> } | null)?.fields;

async function make(person: Person, body: object = {}): Promise<string> {
  const made = await create(person, { baseId, ...PAIR, ...body });
  if (!made.data) throw new Error(`${made.message} ${JSON.stringify(made)}`);
  return made.data.id;
}

describe("pairs of a base", () => {
  it("are for who manages it: others neither see nor change them", async () => {
    const id = await make(owner, { question: "Who may see this?" });
    const seen = await list(owner, { baseId });
    expect(seen.data?.items.find((one) => one.id === id)?.author.id).toBe(owner.id);
    const form = multipart([
      { name: "file", filename: "a.csv", bytes: "question,answer\na,b\n" },
    ]) as unknown as BodyInit;
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const refused = [
      await list(other, { baseId }),
      await create(other, { baseId, ...PAIR }),
      await edit(other, id),
      await change(other, id, { question: "Mine now?" }),
      await answer(deleteRoute, { token: other.token, params: { id } }),
      await answer(batchRoute, { token: other.token, body: { baseId, action: "delete", ids: [id] } }),
      await answer(exportRoute, { token: other.token, query: { baseId } }),
      await answer(importRoute, { token: other.token, query: { baseId }, raw: form, headers }),
      await answer(generateRoute, { token: other.token, body: { baseId, fileIds: [id], count: 1 } }),
      await answer(workRoute, { token: other.token, query: { baseId } }),
    ];
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 404));
    expect((await list(owner, { baseId })).data?.total).toBe(1);
  });

  it("keep to their limits, at the field", async () => {
    const refuse = async (body: object) => fieldsOf((await create(owner, { baseId, ...PAIR, ...body })).data);
    expect(await refuse({ question: " " })).toEqual({ question: "required" });
    expect(await refuse({ question: "x".repeat(501) })).toEqual({ question: "tooLong" });
    expect(await refuse({ question: "?!" })).toEqual({ question: "required" });
    expect(await refuse({ answer: "x".repeat(20_001) })).toEqual({ answer: "tooLong" });
    expect(await refuse({ synonyms: ["one", "ONE!"] })).toEqual({ synonyms: "synonymTwice" });
    expect(await refuse({ synonyms: ["how do I apply for annual leave"] })).toEqual({ synonyms: "synonymTwice" });
    const most = Array.from({ length: 16 }, (_, at) => `phrase ${at}`);
    expect(await refuse({ synonyms: most })).toEqual({ synonyms: "synonymsMost" });
    expect(await refuse({ validFrom: "2027-02-02", validUntil: "2027-02-01" })).toEqual({ validUntil: "invalid" });
  });

  it("are written down once: neither question nor synonym is another pair's", async () => {
    await make(owner, { question: "Where is the canteen?", synonyms: ["Where can I eat?"] });
    const same = await create(owner, { baseId, ...PAIR, question: "where is the CANTEEN" });
    expect(fieldsOf(same.data)).toEqual({ question: "questionTaken" });
    const synonym = await create(owner, { baseId, ...PAIR, question: "Lunch?", synonyms: ["Where can I eat"] });
    expect(fieldsOf(synonym.data)).toEqual({ synonyms: "synonymTaken" });
  });

  it("carry a revision, and name who last wrote them", async () => {
    const manager = await makePerson();
    const shared = await makeBase(owner, {
      name: "Shared",
      visibility: "partial",
      grants: [{ subjectType: "user", subjectId: manager.id, right: "manage" }],
    });
    const id = await make(owner, { baseId: shared, synonyms: ["annual leave, how?"] });
    const opened = (await edit(owner, id)).data!;
    const changed = await change(manager, id, { answer: "By mail.", synonyms: [], revision: opened.revision });
    expect(changed.data).toMatchObject({ answer: "By mail.", synonyms: [], author: { id: manager.id } });
    const stale = await change(owner, id, { answer: "By letter.", revision: opened.revision });
    expect(stale.code).toBe(409);
    const phrases = await db().select().from(qaPhrases).where(eq(qaPhrases.qaId, id));
    expect(phrases).toHaveLength(1);
  });

  it("are listed by word, state, author and page", async () => {
    const home = await makeBase(owner, { name: "Lists" });
    const ids: string[] = [];
    for (const at of [1, 2, 3])
      ids.push(await make(owner, { baseId: home, question: `Question ${at}`, answer: `A${at}` }));
    await answer(batchRoute, { token: owner.token, body: { baseId: home, action: "disable", ids: [ids[0]] } });
    const all = (await list(owner, { baseId: home, pageSize: "2", sort: "question" })).data!;
    expect(all).toMatchObject({ total: 3, states: { all: 3, active: 2, off: 1, proposed: 0 } });
    expect(all.items.map(({ question }) => question)).toEqual(["Question 1", "Question 2"]);
    expect((await list(owner, { baseId: home, keyword: "A3" })).data?.total).toBe(1);
    expect((await list(owner, { baseId: home, state: "off" })).data?.items[0]?.id).toBe(ids[0]);
    expect((await list(owner, { baseId: home, authorId: other.id })).data?.total).toBe(0);
  });

  it("are proposed, approved and rejected by who manages the base", async () => {
    const home = await makeBase(owner, { name: "Proposals" });
    const [one, two] = [await make(owner, { baseId: home }), await make(owner, { baseId: home, question: "Two?" })];
    await db().update(knowledgeQas).set({ state: "proposed" }).where(eq(knowledgeQas.baseId, home));
    const run = (body: object) =>
      answer<{ changed: number }>(batchRoute, { token: owner.token, body: { baseId: home, ...body } });
    expect((await run({ action: "enable", ids: [one] })).data?.changed).toBe(0);
    expect((await run({ action: "reject", ids: [two] })).data?.changed).toBe(1);
    expect((await run({ action: "approve", allProposed: true })).data?.changed).toBe(1);
    expect((await run({ action: "reject", allProposed: true })).data?.changed).toBe(0);
    expect((await list(owner, { baseId: home })).data?.states).toMatchObject({ all: 1, active: 1 });
    expect((await run({ action: "delete", allProposed: true })).code).toBe(400);
  });

  it("show a cited place to who may read its file alone, and keep it when others save", async () => {
    const manager = await makePerson();
    const home = await makeBase(owner, {
      name: "Cited",
      visibility: "all",
      grants: [{ subjectType: "user", subjectId: manager.id, right: "manage" }],
    });
    const file = await makeKnowledgeFile(owner, home, "leave.txt", "Leave is taken in the portal. Ask Ann.\n");
    const quote = { knowledgeFileId: file.id, quote: "taken in the portal" };
    const place = await answer<{ from: number; quote: string }>(placesRoute, { token: owner.token, body: quote });
    expect(place.data).toMatchObject({ quote: "taken in the portal", fileName: "leave.txt" });
    const lost = await answer(placesRoute, { token: owner.token, body: { ...quote, quote: "not in there" } });
    expect(fieldsOf(lost.data)).toEqual({ quote: "quoteMissing" });
    const { fileName: _, quote: __, ...cited } = place.data as { fileName?: string; quote?: string };
    const id = await make(owner, { baseId: home, citations: [cited] });
    expect((await edit(manager, id)).data?.citations).toHaveLength(1);
    const { PATCH } = await import("@/app/api/knowledge/files/[id]/route");
    await answer(PATCH, { token: owner.token, params: { id: file.id! }, body: { visibility: "self" } });
    expect((await edit(manager, id)).data?.citations).toEqual([]);
    expect((await answer(placesRoute, { token: manager.token, body: quote })).code).toBe(404);
    expect((await change(manager, id, { answer: "Elsewhere.", citations: [] })).code).toBe(200);
    expect((await edit(owner, id)).data?.citations).toMatchObject([{ quote: "taken in the portal" }]);
    const foreign = await makeBase(owner, { name: "Foreign" });
    const elsewhere = await create(owner, { baseId: foreign, ...PAIR, citations: [cited] });
    expect(fieldsOf(elsewhere.data)).toEqual({ citations: "invalid" });
  });
});

describe("pairs of the center", () => {
  it("are for who manages the center", async () => {
    const made = await create(keeper, { ...PAIR, visibility: "partial", grants: [] });
    expect(made.code).toBe(200);
    const { id } = made.data!;
    expect((await list(keeper, {})).data?.items.map((one) => one.id)).toEqual([id]);
    const refused = [
      await list(owner, {}),
      await create(owner, PAIR),
      await edit(owner, id),
      await change(owner, id, { answer: "x" }),
      await answer(deleteRoute, { token: owner.token, params: { id } }),
      await answer(batchRoute, { token: owner.token, body: { action: "delete", ids: [id] } }),
      await answer(exportRoute, { token: owner.token }),
      await answer(workRoute, { token: owner.token }),
    ];
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 403));
    expect((await list(keeper, { baseId })).code).toBe(403);
    expect((await answer(deleteRoute, { token: keeper.token, params: { id } })).code).toBe(200);
    expect((await edit(keeper, id)).code).toBe(404);
  });

  it("come as a file", async () => {
    await create(keeper, { ...PAIR, question: "=1+1?", synonyms: ["a", "b"] });
    const response = await call(exportRoute, { token: keeper.token, query: { format: "csv" } });
    const text = await response.text();
    expect(text).toContain("'=1+1?");
    expect(text).toContain('"a\nb"');
  });
});

import { eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import {
  PATCH as changeRoute,
  DELETE as removeRoute,
} from "@/app/api/knowledge-operations/center/recommended/[id]/route";
import { PUT as orderRoute } from "@/app/api/knowledge-operations/center/recommended/order/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/knowledge-operations/center/recommended/route";
import { PUT as settingsRoute } from "@/app/api/knowledge-operations/center/recommended/settings/route";
import { GET as offeredRoute } from "@/app/api/knowledge-operations/recommended/route";
import { closeDatabase, db } from "@/db/client";
import { knowledgeBases, knowledgeFiles } from "@/db/schema/knowledge";
import { knowledgeAnswers, recommendedQuestions } from "@/db/schema/knowledge-operations";
import { users } from "@/db/schema/organisation";
import type { OfferedDto, RecommendedDto } from "@/lib/features/knowledge-operations/recommended-dto";
import { recommendQuestions } from "@/lib/features/knowledge-operations/service/recommending";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { wordsKey } from "@/lib/text/words-key";
import { answer, call } from "@/tests/factories/call";
import { makeConversation } from "@/tests/factories/conversations";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let center: Person;
let reader: Person;
let others: Person[];

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  owner = await makePerson();
  reader = await makePerson();
  center = await makePerson({ codes: ["KBCENTER:MANAGE", "KBCENTER:CHAT", "USER"] });
  others = [await makePerson(), await makePerson(), await makePerson()];
});
beforeEach(() => db().delete(recommendedQuestions));
afterAll(async () => {
  await db().delete(recommendedQuestions);
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const base = (input: object = {}) => makeBase(owner, { name: `Rules ${v7()}`, visibility: "all", ...input });
const create = (person: Person, body: object) =>
  answer<{ id: string }>(createRoute, {
    token: person.token,
    body: { content: "How do I file an expense?", baseId: null, isShown: true, isSticky: false, ...body },
  });
const list = async () =>
  (await answer<{ items: RecommendedDto[]; shown: number }>(listRoute, { token: center.token })).data!;
const offered = async (person: Person, baseIds?: string) =>
  (
    await answer<{ items: OfferedDto[] }>(offeredRoute, { token: person.token, query: baseIds ? { baseIds } : {} })
  ).data!.items.map(({ content }) => content);

describe("recommended questions", () => {
  it("are the center's alone to write, and nobody sees those of a base out of reach", async () => {
    const hidden = await base({ visibility: "self" });
    for (const person of [owner, reader]) {
      expect((await create(person, {})).code).toBe(403);
      expect((await call(listRoute, { token: person.token })).status).toBe(403);
      expect((await call(orderRoute, { token: person.token, method: "PUT", body: { ids: [v7()] } })).status).toBe(403);
      expect((await call(settingsRoute, { token: person.token, method: "PUT", body: { shown: 1 } })).status).toBe(403);
    }
    expect((await create(center, { baseId: hidden })).code).toBe(404);
    const { data } = await create(center, {});
    await db().insert(recommendedQuestions).values({ content: "Hidden question", baseId: hidden, position: 99 });
    const [foreign] = await db().select().from(recommendedQuestions).where(eq(recommendedQuestions.baseId, hidden));
    expect(JSON.stringify(await list())).not.toContain("Hidden");
    const patch = (person: Person, id: string, body: object) =>
      call(changeRoute, { token: person.token, method: "PATCH", params: { id }, body });
    expect((await patch(center, foreign!.id, { isShown: false })).status).toBe(404);
    expect((await patch(reader, data!.id, { isShown: false })).status).toBe(403);
    expect(
      (await call(removeRoute, { token: center.token, method: "DELETE", params: { id: foreign!.id } })).status,
    ).toBe(404);
    expect((await call(removeRoute, { token: reader.token, method: "DELETE", params: { id: data!.id } })).status).toBe(
      403,
    );
    expect(await offered(reader)).toEqual(["How do I file an expense?"]);
    expect(await offered(owner)).toEqual(["How do I file an expense?", "Hidden question"]);
    expect((await create(center, { content: "x".repeat(201) })).code).toBe(400);
  });

  it("are offered pinned ones first, in their order, as many as are set", async () => {
    const ids: string[] = [];
    for (const content of ["First?", "Second?", "Third?"]) ids.push((await create(center, { content })).data!.id);
    const change = (id: string, body: object) =>
      call(changeRoute, { token: center.token, method: "PATCH", params: { id }, body });
    await change(ids[2]!, { isSticky: true });
    expect(await offered(reader)).toEqual(["Third?", "First?", "Second?"]);
    await call(orderRoute, { token: center.token, method: "PUT", body: { ids: [ids[1], ids[0]] } });
    expect(await offered(reader)).toEqual(["Third?", "Second?", "First?"]);
    expect((await call(orderRoute, { token: center.token, method: "PUT", body: { ids: [v7()] } })).status).toBe(404);
    await change(ids[1]!, { isShown: false });
    await call(settingsRoute, { token: center.token, method: "PUT", body: { shown: 1 } });
    expect((await list()).shown).toBe(1);
    expect(await offered(reader)).toEqual(["Third?"]);
    await call(settingsRoute, { token: center.token, method: "PUT", body: { shown: 0 } });
    expect(await offered(reader)).toEqual([]);
    await call(settingsRoute, { token: center.token, method: "PUT", body: { shown: 6 } });
    expect(await offered(reader)).toEqual(["Third?", "First?"]);
  });

  it("that rest on files are offered only to whoever may read one of them, and follow the bases chosen", async () => {
    const [one, two] = [await base(), await base()];
    const file = await makeKnowledgeFile(owner, one, "rules.txt", "The rules of the house.\n");
    await create(center, { content: "Of one?", baseId: one });
    await create(center, { content: "Of two?", baseId: two });
    await db()
      .update(recommendedQuestions)
      .set({ knowledgeFileIds: [file.id!] })
      .where(eq(recommendedQuestions.baseId, one));
    expect(await offered(reader)).toEqual(["Of one?", "Of two?"]);
    expect(await offered(reader, two)).toEqual(["Of two?"]);
    await db().update(knowledgeFiles).set({ visibility: "self" }).where(eq(knowledgeFiles.id, file.id!));
    expect(await offered(reader)).toEqual(["Of two?"]);
    expect(await offered(owner)).toEqual(["Of one?", "Of two?"]);
    await db()
      .update(knowledgeBases)
      .set({ deletedAt: new Date() })
      .where(inArray(knowledgeBases.id, [one, two]));
    expect(await offered(owner)).toEqual([]);
  });
});

/** Answers to the same question by some people, as they are counted. */
async function asked(baseId: string, question: string, people: readonly Person[], more: object = {}): Promise<void> {
  for (const person of people) {
    const { answerIds } = await makeConversation(person, [{ question, answer: "It says so." }], { kind: "knowledge" });
    await db()
      .insert(knowledgeAnswers)
      .values({
        ...{ messageId: answerIds[0]!, baseId, userId: person.id, app: "knowledge", day: "2026-11-20" },
        ...{ answeredAt: new Date(), outcome: "answered", cited: 2, supported: 2, questionKey: wordsKey(question) },
        ...more,
      });
  }
}

describe("questions that are proposed", () => {
  it("were asked by three people, answered well, and say nothing of anybody", async () => {
    const id = await base();
    const file = await makeKnowledgeFile(owner, id, "leave.txt", "Leave is asked for in the portal.\n");
    const secret = await makeKnowledgeFile(owner, id, "secret.txt", "A secret of the owner.\n");
    await db().update(knowledgeFiles).set({ visibility: "self" }).where(eq(knowledgeFiles.id, secret.id!));
    await db().update(users).set({ name: "Brunhilde" }).where(eq(users.id, owner.id));
    const used = [{ knowledgeFileId: file.id, key: "k", isCited: true }];
    await asked(id, "How do I ask for leave?", others, { used });
    await asked(id, "Where do only two people look?", others.slice(0, 2), { used });
    await asked(id, "What is poorly supported here?", others, { used, supported: 1 });
    await asked(id, "What was disliked by somebody?", others, { used, feedback: "dislike" });
    await asked(id, "What does order 4711 cost?", others, { used });
    await asked(id, "Is Brunhilde on leave?", others, { used });
    await asked(id, "What is the secret about?", others, { used: [{ ...used[0], knowledgeFileId: secret.id }] });
    await recommendQuestions();
    await recommendQuestions();
    const { items } = await list();
    expect(items.map(({ content, origin, files }) => [content, origin, files])).toEqual([
      ["How do I ask for leave?", "auto", 1],
    ]);
    expect(await offered(reader)).toEqual(["How do I ask for leave?"]);
    const refused = await answer(removeRoute, { token: center.token, method: "DELETE", params: { id: items[0]!.id } });
    expect(refused.code).toBe(409);
    await call(changeRoute, {
      token: center.token,
      method: "PATCH",
      params: { id: items[0]!.id },
      body: { isShown: false },
    });
    await recommendQuestions();
    expect(await offered(reader)).toEqual([]);
    await db().update(knowledgeAnswers).set({ feedback: "dislike" }).where(eq(knowledgeAnswers.baseId, id));
    await db().update(recommendedQuestions).set({ isShown: true }).where(eq(recommendedQuestions.baseId, id));
    await recommendQuestions();
    expect((await list()).items).toEqual([]);
  });
});

import { and, eq } from "drizzle-orm";
import { PUT as rateRoute } from "@/app/api/chat/messages/[id]/feedback/route";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { POST as askOwnersRoute } from "@/app/api/knowledge/answers/[id]/owners/route";
import { closeDatabase, db } from "@/db/client";
import {
  knowledgeAnswers,
  knowledgeAskers,
  knowledgeDays,
  knowledgeFindings,
  knowledgeQuestions,
  sliceUses,
} from "@/db/schema/knowledge-operations";
import { backgroundIdle } from "@/lib/background";
import { firstOfMonth, type Grain } from "@/lib/config/day-range";
import { recordAnswer } from "@/lib/features/knowledge-operations/service/recording";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { call } from "@/tests/factories/call";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let reader: Person;

const LEASE = "The lease of the north office ends on 31 March 2027. The rent is 48,120 euros a month.\n";

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  model = await makeModel(fake.url, "fake-reader");
  [owner, reader] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function baseOf(person: Person): Promise<string> {
  const id = await makeBase(person, { name: `Leases ${Math.random()}`, visibility: "all" });
  await makeKnowledgeFile(person, id, "lease.txt", LEASE);
  return id;
}

/** Asks, and waits until the answer was counted; its id. */
async function ask(person: Person, baseIds: string[], question: string): Promise<string> {
  const { lines } = await readStream(
    await call(askRoute, { token: person.token, body: { modelId: model, baseIds, question } }),
  );
  await backgroundIdle(5000);
  const [start] = lines;
  if (start?.type !== "start") throw new Error("no start");
  return (start.messageMetadata as { answerId: string }).answerId;
}
const rate = (person: Person, id: string, body: object) =>
  call(rateRoute, { token: person.token, params: { id }, body });

const daysOf = (baseId: string) => db().select().from(knowledgeDays).where(eq(knowledgeDays.baseId, baseId));
/** Counters of the day, which those of its month are like. */
async function countersOf<T extends typeof knowledgeAskers | typeof knowledgeQuestions | typeof sliceUses>(
  table: T,
  baseId: string,
) {
  const of = (grain: Grain) =>
    db()
      .select()
      .from(table as typeof sliceUses)
      .where(and(eq(table.baseId, baseId), eq(table.grain, grain)));
  const [days, months] = [await of("day"), await of("month")];
  const like = days.map((row) => ({ ...row, grain: "month", day: firstOfMonth(row.day) }));
  expect(months).toHaveLength(days.length);
  expect(months).toEqual(expect.arrayContaining(like));
  return days as T["$inferSelect"][];
}
const findingsOf = (baseId: string) =>
  db().select().from(knowledgeFindings).where(eq(knowledgeFindings.baseId, baseId)).orderBy(knowledgeFindings.id);

describe("an answer from bases", () => {
  it("is counted once, by day, person, question, file and slice, and holds no words", async () => {
    const base = await baseOf(owner);
    const question = "When does the lease of the north office end?";
    const id = await ask(reader, [base], question);
    await ask(owner, [base], ` when does the LEASE of the north office end `);
    await recordAnswer(id);
    await recordAnswer(id);
    const days = await daysOf(base);
    expect(days).toHaveLength(1);
    expect(days[0]).toMatchObject({ questions: 2, answered: 2, notFound: 0, likes: 0, dislikes: 0 });
    expect(days[0]!.cited).toBeGreaterThan(0);
    const askers = await countersOf(knowledgeAskers, base);
    expect(askers.map(({ userId }) => userId).sort()).toEqual([owner.id, reader.id].sort());
    const questions = await countersOf(knowledgeQuestions, base);
    expect(questions).toEqual([expect.objectContaining({ questions: 2, answered: 2 })]);
    const uses = await countersOf(sliceUses, base);
    expect(uses).toHaveLength(2);
    for (const use of uses) expect(use).toMatchObject({ hits: 2, cited: 2, likes: 0, dislikes: 0 });
    const stored = await db().select().from(knowledgeAnswers).where(eq(knowledgeAnswers.baseId, base));
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/lease|north/i);
  });

  it("that finds nothing is something to look into, once for each base, and its asker may say so", async () => {
    const [first, second] = [await baseOf(owner), await baseOf(owner)];
    const id = await ask(reader, [first, second], "Wie hoch ist der Mount Everest?");
    for (const base of [first, second]) {
      expect(await daysOf(base)).toEqual([expect.objectContaining({ questions: 1, answered: 0, notFound: 1 })]);
      expect(await findingsOf(base)).toEqual([
        expect.objectContaining({ kind: "wrong", causes: ["notFound"], isByAsker: false, askerId: reader.id }),
      ]);
    }
    expect((await call(askOwnersRoute, { token: reader.token, params: { id }, body: {} })).status).toBe(200);
    const [finding] = await findingsOf(first);
    expect(finding).toMatchObject({ causes: ["asked", "notFound"], isByAsker: true });
  });

  it("that is rated counts so, and no longer once that is taken back", async () => {
    const base = await baseOf(owner);
    const id = await ask(reader, [base], "What is the rent a month?");
    await rate(reader, id, { value: "like" });
    expect(await daysOf(base)).toEqual([expect.objectContaining({ questions: 1, likes: 1, dislikes: 0 })]);
    expect((await findingsOf(base)).map(({ kind, causes }) => [kind, causes])).toEqual([["good", ["like"]]]);
    await rate(reader, id, { value: "dislike", reason: "outdated" });
    expect(await daysOf(base)).toEqual([expect.objectContaining({ questions: 1, likes: 0, dislikes: 1 })]);
    expect(await findingsOf(base)).toEqual([
      expect.objectContaining({ kind: "wrong", causes: ["dislike"], reason: "outdated", isByAsker: true }),
    ]);
    const uses = await countersOf(sliceUses, base);
    for (const use of uses) expect(use).toMatchObject({ hits: 1, likes: 0, dislikes: 1 });
    await rate(reader, id, { value: null });
    expect(await daysOf(base)).toEqual([expect.objectContaining({ questions: 1, likes: 0, dislikes: 0 })]);
    expect(await findingsOf(base)).toEqual([]);
  });
});

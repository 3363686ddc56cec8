import { and, eq } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { chatMessages } from "@/db/schema/conversation";
import { knowledgeAnswers, knowledgeAskers, knowledgeDays, knowledgeQuestions } from "@/db/schema/knowledge-operations";
import { addDays, dayIn } from "@/lib/config/time";
import { countAnswers, purgeCounters } from "@/lib/features/knowledge-operations/jobs";
import { COUNTER_DAYS } from "@/lib/features/knowledge-operations/limits";
import { makeBaseAnswer } from "@/tests/factories/base-answers";
import { makeBase } from "@/tests/factories/knowledge";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let other: Person;
beforeAll(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(closeDatabase);

const context = { jobId: "test", signal: new AbortController().signal };
const counted = (baseId: string) => db().select().from(knowledgeAnswers).where(eq(knowledgeAnswers.baseId, baseId));

describe("the sweep of answers", () => {
  it("counts what ended in the last days and nobody counted, once, for each person", async () => {
    const base = await makeBase(owner, { name: "Swept", visibility: "all" });
    const lost = { baseIds: [base], isUncounted: true } as const;
    await makeBaseAnswer(owner, { ...lost, question: "Lost today" });
    await makeBaseAnswer(other, { ...lost, question: "Lost two days ago", daysAgo: 2 });
    await makeBaseAnswer(other, { ...lost, question: "Lost too long ago", daysAgo: 4 });
    await makeBaseAnswer(other, { baseIds: [base], question: "Counted" });
    const { id: running } = await makeBaseAnswer(owner, { ...lost, question: "Still written" });
    await db().update(chatMessages).set({ status: "streaming" }).where(eq(chatMessages.id, running));
    await countAnswers.execute({}, context);
    await countAnswers.execute({}, context);
    expect((await counted(base)).map(({ userId }) => userId).sort()).toEqual([owner.id, other.id, other.id].sort());
    const days = await db().select().from(knowledgeDays).where(eq(knowledgeDays.baseId, base));
    expect(days.reduce((sum, { questions }) => sum + questions, 0)).toBe(3);
  });

  it("removes counters nobody looks back to, and keeps the sums of days", async () => {
    const base = await makeBase(owner, { name: "Old" });
    await makeBaseAnswer(owner, { baseIds: [base], question: "Long ago", daysAgo: COUNTER_DAYS + 2 });
    await makeBaseAnswer(owner, { baseIds: [base], question: "Lately", daysAgo: COUNTER_DAYS - 2 });
    await purgeCounters.execute({}, context);
    const oldest = addDays(dayIn("Asia/Shanghai"), -COUNTER_DAYS - 1);
    for (const table of [knowledgeQuestions, knowledgeAskers]) {
      const rows = await db()
        .select({ day: table.day })
        .from(table)
        .where(and(eq(table.baseId, base), eq(table.grain, "day")));
      expect(rows).toHaveLength(1);
      expect(rows[0]!.day > oldest).toBe(true);
    }
    expect(await db().select().from(knowledgeDays).where(eq(knowledgeDays.baseId, base))).toHaveLength(2);
  });
});

import { desc, eq } from "drizzle-orm";
import { POST as findRoute } from "@/app/api/knowledge-operations/gaps/finding/route";
import { GET as listRoute } from "@/app/api/knowledge-operations/gaps/route";
import { db } from "@/db/client";
import { knowledgeFindings, knowledgeGaps } from "@/db/schema/knowledge-operations";
import { users } from "@/db/schema/organisation";
import type { GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";
import { answer, call } from "./call";
import { makeConversation } from "./conversations";
import type { Person } from "./people";
import { runTasksOf } from "./tasks";

/** A question a base had no answer to, as it is noted. */
export async function makeFinding(
  asker: Person,
  baseId: string,
  question: string,
  more: Partial<typeof knowledgeFindings.$inferInsert> = {},
): Promise<string> {
  const { answerIds } = await makeConversation(asker, [{ question, answer: "Not in the knowledge base." }], {
    kind: "knowledge",
  });
  const [person] = await db().select().from(users).where(eq(users.id, asker.id));
  const [row] = await db()
    .insert(knowledgeFindings)
    .values({
      ...{ baseId, messageId: answerIds[0]!, kind: "wrong", causes: ["notFound"], isByAsker: false },
      ...{ askerId: asker.id, departmentId: person!.departmentId, askedAt: new Date() },
      ...more,
    })
    .returning({ id: knowledgeFindings.id });
  return row!.id;
}

/** Groups the questions of a base, as a worker would. */
export async function groupQuestions(person: Person, baseId: string): Promise<void> {
  const response = await call(findRoute, { token: person.token, body: { baseId } });
  if (response.status !== 200) throw new Error(`finding answered ${response.status}`);
  await runTasksOf(baseId);
}

/** Gaps of a base as a person sees them. */
export async function gapsOf(person: Person, baseId: string): Promise<GapCardDto[]> {
  const { data, message } = await answer<{ items: GapCardDto[] }>(listRoute, {
    token: person.token,
    query: { baseId },
  });
  if (!data) throw new Error(message);
  return data.items;
}

export const storedGaps = (baseId: string) =>
  db().select().from(knowledgeGaps).where(eq(knowledgeGaps.baseId, baseId)).orderBy(desc(knowledgeGaps.createdAt));

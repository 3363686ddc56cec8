import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { chatMessages, chatSessions, runs } from "@/db/schema/conversation";
import { departments, users } from "@/db/schema/organisation";
import { invalidateSessions } from "@/lib/auth/session";
import { makePerson, type Person, signIn } from "./people";

/** A department below the root, or below another; answers its id. */
export async function makeDepartment(below?: { id: string; path: string }): Promise<{ id: string; path: string }> {
  const root = below ?? (await rootDepartment());
  const id = v7();
  const path = `${root.path}${id}/`;
  await db()
    .insert(departments)
    .values({ id, path, parentId: root.id, name: `部门 ${id}` });
  return { id, path };
}

async function rootDepartment() {
  const { actor } = await makePerson();
  return { id: actor.departmentId!, path: actor.departmentPath };
}

/** A person of a department, signed in. */
export async function makeMember(
  department: { id: string },
  options: Parameters<typeof makePerson>[0] = {},
): Promise<Person> {
  const person = await makePerson(options);
  await db().update(users).set({ departmentId: department.id }).where(eq(users.id, person.id));
  invalidateSessions();
  return Object.assign(person, await signIn(person.id));
}

interface Round extends Partial<Omit<typeof chatMessages.$inferInsert, "parts">> {
  question: string;
  answer: string;
}

/** A conversation as finished answers leave it; answers its id and those of its answers. */
export async function makeConversation(
  person: Pick<Person, "id">,
  rounds: readonly Round[],
  more: Partial<typeof chatSessions.$inferInsert> = {},
): Promise<{ id: string; answerIds: string[]; questionIds: string[] }> {
  const sessionId = v7();
  await db()
    .insert(chatSessions)
    .values({ id: sessionId, userId: person.id, title: "会话", ...more });
  const answerIds: string[] = [];
  const questionIds: string[] = [];
  let parentId: string | null = null;
  for (const { question, answer, ...figures } of rounds) {
    const [questionId, answerId] = [v7(), figures.id ?? v7()];
    await db()
      .insert(chatMessages)
      .values([
        { id: questionId, sessionId, parentId, role: "user", parts: [{ type: "text", text: question }] },
        {
          id: answerId,
          sessionId,
          parentId: questionId,
          role: "assistant",
          parts: answer ? [{ type: "text", text: answer }] : [],
          modelName: "fake",
          inputTokens: 10,
          outputTokens: 5,
          ...figures,
        },
      ]);
    await db()
      .insert(runs)
      .values({ id: v7(), userId: person.id, sessionId, messageId: answerId, status: "done", instance: "test" });
    answerIds.push(answerId);
    questionIds.push(questionId);
    parentId = answerId;
  }
  await db().update(chatSessions).set({ activeLeafId: parentId }).where(eq(chatSessions.id, sessionId));
  return { id: sessionId, answerIds, questionIds };
}

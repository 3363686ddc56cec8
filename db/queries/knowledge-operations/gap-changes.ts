import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { knowledgeBases } from "../../schema/knowledge";
import { gapChecks, gapEvents, knowledgeFindings, knowledgeGaps } from "../../schema/knowledge-operations";
import { users } from "../../schema/organisation";
import { tasks } from "../../schema/tasks";

const questions = alias(chatMessages, "asked_question");
const isWrong = and(eq(knowledgeFindings.kind, "wrong"), ne(knowledgeFindings.state, "dismissed"));
/** Findings nobody has dealt with that lie in no gap. */
const isLoose = and(
  eq(knowledgeFindings.kind, "wrong"),
  eq(knowledgeFindings.state, "open"),
  isNull(knowledgeFindings.gapId),
);

/** Their words, where they are still there. */
const withWords = (db: Queryable) =>
  db
    .select({
      id: knowledgeFindings.id,
      baseId: knowledgeFindings.baseId,
      askerId: knowledgeFindings.askerId,
      askedAt: knowledgeFindings.askedAt,
      messageId: chatMessages.id,
      sessionId: chatSessions.id,
      kind: chatSessions.kind,
      question: questions.parts,
    })
    .from(knowledgeFindings)
    .innerJoin(chatMessages, eq(chatMessages.id, knowledgeFindings.messageId))
    .innerJoin(chatSessions, and(eq(chatSessions.id, chatMessages.sessionId), isNull(chatSessions.deletedAt)))
    .innerJoin(questions, eq(questions.id, chatMessages.parentId))
    .$dynamic();

/** Live bases with questions since then that lie in no gap, with their owners. */
export function listUngrouped(db: Queryable, since: Date, limit: number) {
  return db
    .selectDistinct({ id: knowledgeBases.id, name: knowledgeBases.name, ownerId: knowledgeBases.ownerId })
    .from(knowledgeFindings)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFindings.baseId))
    .where(and(isLoose, gte(knowledgeFindings.askedAt, since), isNull(knowledgeBases.deletedAt)))
    .orderBy(asc(knowledgeBases.id))
    .limit(limit);
}

/** The owner and the name of a live base, whoever asks. */
export async function findGroupedBase(db: Queryable, id: string) {
  const [row] = await db
    .select({ id: knowledgeBases.id, name: knowledgeBases.name, ownerId: knowledgeBases.ownerId })
    .from(knowledgeBases)
    .where(and(eq(knowledgeBases.id, id), isNull(knowledgeBases.deletedAt)));
  return row ?? null;
}

/** Questions of a base since then that lie in no gap and whose words are there, oldest first, behind one. */
export function listLoose(
  db: Queryable,
  baseId: string,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
) {
  return withWords(db)
    .where(
      and(
        eq(knowledgeFindings.baseId, baseId),
        isLoose,
        gte(knowledgeFindings.askedAt, since),
        after ? sql`${knowledgeFindings.id} > ${after}` : undefined,
      ),
    )
    .orderBy(asc(knowledgeFindings.id))
    .limit(limit);
}

export function countLoose(db: Queryable, baseId: string, since: Date): Promise<number> {
  return db.$count(
    knowledgeFindings,
    and(eq(knowledgeFindings.baseId, baseId), isLoose, gte(knowledgeFindings.askedAt, since)),
  );
}

/** Gaps of a base a question may be put into: those that are not verified, or were a short while ago. */
export function listOpenTo(db: Queryable, baseId: string, verifiedSince: Date) {
  return db
    .select({
      id: knowledgeGaps.id,
      state: knowledgeGaps.state,
      ownerId: knowledgeGaps.ownerId,
      center: knowledgeGaps.center,
      modelId: knowledgeGaps.modelId,
      questions: correlated(
        sql<number>`(select count(*)::int from ${knowledgeFindings} where ${knowledgeFindings.gapId} = ${knowledgeGaps.id})`,
      ),
    })
    .from(knowledgeGaps)
    .where(
      and(
        eq(knowledgeGaps.baseId, baseId),
        or(ne(knowledgeGaps.state, "verified"), gte(knowledgeGaps.stateAt, verifiedSince)),
      ),
    )
    .orderBy(asc(knowledgeGaps.id));
}

/** Some questions of a gap whose words are there, the most central first. */
export function listWords(db: Queryable, gapId: string, limit: number) {
  return withWords(db)
    .where(and(isWrong, eq(knowledgeFindings.gapId, gapId)))
    .orderBy(sql`${knowledgeFindings.gapLikeness} desc nulls last`, asc(knowledgeFindings.id))
    .limit(limit);
}

/** The first question of a gap that was not asked again yet, with its words. */
export async function findUnchecked(db: Queryable, gapId: string) {
  const [row] = await withWords(db)
    .where(
      and(
        isWrong,
        eq(knowledgeFindings.gapId, gapId),
        notExists(
          db.select({ id: gapChecks.findingId }).from(gapChecks).where(eq(gapChecks.findingId, knowledgeFindings.id)),
        ),
      ),
    )
    .orderBy(asc(knowledgeFindings.id))
    .limit(1);
  return row ?? null;
}

/** Questions of a gap that can still be asked, each with how it came out: null when it was not asked yet. */
export async function listOutcomes(db: Queryable, gapId: string) {
  const rows = await db
    .select({
      id: knowledgeFindings.id,
      askerId: knowledgeFindings.askerId,
      messageId: chatMessages.id,
      sessionId: chatSessions.id,
      kind: chatSessions.kind,
      checkId: gapChecks.findingId,
      miss: gapChecks.miss,
    })
    .from(knowledgeFindings)
    .innerJoin(chatMessages, eq(chatMessages.id, knowledgeFindings.messageId))
    .innerJoin(chatSessions, and(eq(chatSessions.id, chatMessages.sessionId), isNull(chatSessions.deletedAt)))
    .leftJoin(gapChecks, eq(gapChecks.findingId, knowledgeFindings.id))
    .where(and(isWrong, eq(knowledgeFindings.gapId, gapId)))
    .orderBy(asc(knowledgeFindings.id));
  return rows;
}

export async function saveCheck(tx: Transaction, row: typeof gapChecks.$inferInsert): Promise<void> {
  const { findingId: _, ...set } = row;
  await tx.insert(gapChecks).values(row).onConflictDoUpdate({ target: gapChecks.findingId, set });
}

/** Forgets how questions of a gap came out; `missed`: only of those that did not pass. */
export async function clearChecks(tx: Transaction, gapId: string, missed = false): Promise<void> {
  await tx.delete(gapChecks).where(and(eq(gapChecks.gapId, gapId), missed ? isNotNull(gapChecks.miss) : undefined));
}

export async function insertGap(tx: Transaction, row: typeof knowledgeGaps.$inferInsert): Promise<string> {
  const [made] = await tx.insert(knowledgeGaps).values(row).returning({ id: knowledgeGaps.id });
  if (!made) throw new Error("no gap");
  return made.id;
}

/** The caller found the gap in the person's scope. */
export async function updateGap(
  tx: Transaction,
  id: string,
  patch: Partial<typeof knowledgeGaps.$inferInsert>,
): Promise<void> {
  const moved = patch.state ? { stateAt: new Date() } : {};
  await tx
    .update(knowledgeGaps)
    .set({ ...patch, ...moved, updatedAt: new Date() })
    .where(eq(knowledgeGaps.id, id));
}

/** The gap as it is now, held until the end of the transaction; null where it is gone. */
export async function lockGap(tx: Transaction, id: string) {
  const [row] = await tx.select().from(knowledgeGaps).where(eq(knowledgeGaps.id, id)).for("update");
  return row ?? null;
}

/** Puts findings that lie in no gap into one, with how near its middle each is; answers how many it were. */
export async function placeFindings(
  tx: Transaction,
  gapId: string,
  placed: readonly { id: string; likeness: number }[],
): Promise<number> {
  let done = 0;
  for (const { id, likeness } of placed) {
    const rows = await tx
      .update(knowledgeFindings)
      .set({ gapId, gapLikeness: likeness })
      .where(and(eq(knowledgeFindings.id, id), isNull(knowledgeFindings.gapId)))
      .returning({ id: knowledgeFindings.id });
    done += rows.length;
  }
  return done;
}

/** All questions of a gap go into another; answers how many. */
export async function moveFindings(tx: Transaction, from: string, to: string): Promise<number> {
  const rows = await tx
    .update(knowledgeFindings)
    .set({ gapId: to, updatedAt: new Date() })
    .where(eq(knowledgeFindings.gapId, from))
    .returning({ id: knowledgeFindings.id });
  await tx.delete(gapChecks).where(eq(gapChecks.gapId, from));
  await tx.update(gapEvents).set({ gapId: to }).where(eq(gapEvents.gapId, from));
  return rows.length;
}

/** One question of a gap goes into another; false when it is not there. */
export async function moveFinding(
  tx: Transaction,
  id: string,
  { from, to, likeness }: { from: string; to: string; likeness: number },
): Promise<boolean> {
  const rows = await tx
    .update(knowledgeFindings)
    .set({ gapId: to, gapLikeness: likeness, updatedAt: new Date() })
    .where(and(eq(knowledgeFindings.id, id), eq(knowledgeFindings.gapId, from)))
    .returning({ id: knowledgeFindings.id });
  await tx.delete(gapChecks).where(eq(gapChecks.findingId, id));
  return rows.length > 0;
}

export async function removeGap(tx: Transaction, id: string): Promise<void> {
  await tx.delete(knowledgeGaps).where(eq(knowledgeGaps.id, id));
}

/** Gaps of a base whose last question was taken back, or dealt with elsewhere, go. */
export async function removeEmptyGaps(db: Queryable, baseId: string): Promise<void> {
  await db
    .delete(knowledgeGaps)
    .where(
      and(
        eq(knowledgeGaps.baseId, baseId),
        notExists(
          db
            .select({ id: knowledgeFindings.id })
            .from(knowledgeFindings)
            .where(eq(knowledgeFindings.gapId, knowledgeGaps.id)),
        ),
      ),
    );
}

export async function insertEvent(tx: Transaction, row: typeof gapEvents.$inferInsert): Promise<void> {
  await tx.insert(gapEvents).values(row);
}

/** Questions of a gap are dealt with, or no longer: what somebody put aside stays so. */
export async function markFindings(tx: Transaction, gapId: string, state: "open" | "done"): Promise<void> {
  await tx
    .update(knowledgeFindings)
    .set({ state, updatedAt: new Date() })
    .where(and(isWrong, eq(knowledgeFindings.gapId, gapId)));
}

/** Open tasks of a kind about these subjects, with how far they are. */
export function listOpenTasksOf(db: Queryable, kind: string, subjects: readonly string[]) {
  if (subjects.length === 0) return Promise.resolve([]);
  return db
    .select({ id: tasks.id, subject: tasks.subject, done: tasks.done, total: tasks.total })
    .from(tasks)
    .where(
      and(eq(tasks.kind, kind), inArray(tasks.subject, [...subjects]), inArray(tasks.status, ["waiting", "running"])),
    );
}

/** When a task of a kind about one of these subjects last came to its end. */
export async function findLastDone(db: Queryable, kind: string, subjects: readonly string[]): Promise<Date | null> {
  if (subjects.length === 0) return null;
  const [row] = await db
    .select({ at: tasks.finishedAt })
    .from(tasks)
    .where(and(eq(tasks.kind, kind), inArray(tasks.subject, [...subjects]), eq(tasks.status, "done")))
    .orderBy(desc(tasks.finishedAt))
    .limit(1);
  return row?.at ?? null;
}

/** When the product itself last began a task of a kind. */
export async function findLastByClock(db: Queryable, kind: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: tasks.createdAt })
    .from(tasks)
    .where(and(eq(tasks.kind, kind), isNull(tasks.ownerId)))
    .orderBy(desc(tasks.createdAt))
    .limit(1);
  return row?.at ?? null;
}

/** Names of people, for notices. */
export async function findName(db: Queryable, id: string): Promise<string> {
  const [row] = await db.select({ name: users.name }).from(users).where(eq(users.id, id));
  return row?.name ?? "";
}

import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { alias, type PgTable } from "drizzle-orm/pg-core";
import { firstOfMonth, GRAINS } from "@/lib/config/day-range";
import type { Queryable } from "../../client";
import { chatMessages, chatSessions, runs } from "../../schema/conversation";
import { fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles, knowledgeOpenQuestions } from "../../schema/knowledge";
import {
  knowledgeAnswers,
  knowledgeAskers,
  knowledgeDays,
  knowledgeFindings,
  knowledgeQuestions,
  sliceUses,
} from "../../schema/knowledge-operations";
import { users } from "../../schema/organisation";
import { sliceSets, slices } from "../../schema/retrieval";

const asked = alias(chatMessages, "asked");

/** An answer with its question and its asker, whoever they are; of a deleted conversation too. */
export async function findCountedAnswer(db: Queryable, messageId: string) {
  const [row] = await db
    .select({
      parts: chatMessages.parts,
      status: chatMessages.status,
      feedback: chatMessages.feedback,
      feedbackReason: chatMessages.feedbackReason,
      costMicros: chatMessages.costMicros,
      answeredAt: chatMessages.createdAt,
      question: asked.parts,
      kind: chatSessions.kind,
      isTemporary: chatSessions.isTemporary,
      userId: chatSessions.userId,
      departmentId: users.departmentId,
    })
    .from(chatMessages)
    .innerJoin(asked, eq(asked.id, chatMessages.parentId))
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .innerJoin(users, eq(users.id, chatSessions.userId))
    .where(and(eq(chatMessages.id, messageId), eq(chatMessages.role, "assistant")));
  return row ?? null;
}

/** App of the run an answer was made in; null once that is gone. */
export async function findAppOfAnswer(db: Queryable, messageId: string): Promise<string | null> {
  const [row] = await db
    .select({ app: runs.app })
    .from(runs)
    .where(eq(runs.messageId, messageId))
    .orderBy(desc(runs.id))
    .limit(1);
  return row?.app ?? null;
}

/** Of these bases those there are, those in the trash too. */
export async function listKnownBaseIds(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(inArray(knowledgeBases.id, [...ids]))
    // Answers count in one order, so that two never wait for each other.
    .orderBy(knowledgeBases.id);
  return rows.map(({ id }) => id);
}

/** Slices that are still there, with the file of a base each is of. */
export function listUsedSlices(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({
      id: slices.id,
      text: slices.text,
      from: slices.from,
      to: slices.to,
      versionId: sliceSets.versionId,
      knowledgeFileId: knowledgeFiles.id,
      baseId: knowledgeFiles.baseId,
    })
    .from(slices)
    .innerJoin(sliceSets, eq(sliceSets.id, slices.setId))
    .innerJoin(fileVersions, eq(fileVersions.id, sliceSets.versionId))
    .innerJoin(
      knowledgeFiles,
      and(eq(knowledgeFiles.fileId, fileVersions.fileId), sql`${knowledgeFiles.baseId}::text = ${sliceSets.owner}`),
    )
    .where(inArray(slices.id, [...ids]));
}

/** Bases whose owners were asked about an answer. */
export async function listOwnersAsked(db: Queryable, messageId: string): Promise<string[]> {
  const rows = await db
    .select({ baseId: knowledgeOpenQuestions.baseId })
    .from(knowledgeOpenQuestions)
    .where(eq(knowledgeOpenQuestions.messageId, messageId));
  return rows.map(({ baseId }) => baseId);
}

/** What was counted of an answer before. */
export function listCounted(db: Queryable, messageId: string) {
  return db.select().from(knowledgeAnswers).where(eq(knowledgeAnswers.messageId, messageId));
}
export type CountedAnswer = typeof knowledgeAnswers.$inferInsert;

export async function saveCounted(db: Queryable, row: CountedAnswer): Promise<void> {
  const { outcome, cited, supported, costMicros, feedback, feedbackReason, used } = row;
  await db
    .insert(knowledgeAnswers)
    .values(row)
    .onConflictDoUpdate({
      target: [knowledgeAnswers.messageId, knowledgeAnswers.baseId],
      set: { outcome, cited, supported, costMicros, feedback, feedbackReason, used },
    });
}

/** Adds to counters; a row that is not there begins at nothing. */
function adding(table: PgTable, names: readonly string[]) {
  const columns = table as unknown as Record<string, { name: string }>;
  const set = names.map((name) => [name, sql`${columns[name]} + excluded.${sql.identifier(columns[name]!.name)}`]);
  return Object.fromEntries(set) as Record<string, ReturnType<typeof sql>>;
}

const DAY_COUNTS = [
  ...["questions", "answered", "notFound", "cited", "supported", "likes", "dislikes", "costMicros"],
] as const;

export async function addToDay(db: Queryable, row: typeof knowledgeDays.$inferInsert): Promise<void> {
  await db
    .insert(knowledgeDays)
    .values(row)
    .onConflictDoUpdate({
      target: [knowledgeDays.baseId, knowledgeDays.day, knowledgeDays.departmentId],
      set: adding(knowledgeDays, DAY_COUNTS),
    });
}

/** Rows of a day as rows of that day and of its month. */
function byGrain<Row extends { day: string }>(rows: readonly Row[]) {
  return GRAINS.flatMap((grain) =>
    rows.map((row) => ({ ...row, grain, day: grain === "day" ? row.day : firstOfMonth(row.day) })),
  );
}

type OfDay<Row> = Omit<Row, "grain">;

export async function addAsker(db: Queryable, row: OfDay<typeof knowledgeAskers.$inferInsert>): Promise<void> {
  await db
    .insert(knowledgeAskers)
    .values(byGrain([row]))
    .onConflictDoNothing();
}

export async function addToQuestion(db: Queryable, row: OfDay<typeof knowledgeQuestions.$inferInsert>): Promise<void> {
  await db
    .insert(knowledgeQuestions)
    .values(byGrain([row]))
    .onConflictDoUpdate({
      target: [
        knowledgeQuestions.baseId,
        knowledgeQuestions.grain,
        knowledgeQuestions.day,
        knowledgeQuestions.questionKey,
      ],
      set: { ...adding(knowledgeQuestions, ["questions", "answered"]), messageId: row.messageId },
    });
}

/** In the order of their keys, so that two answers never wait for each other. */
export async function addToSlices(db: Queryable, rows: readonly OfDay<typeof sliceUses.$inferInsert>[]): Promise<void> {
  if (rows.length === 0) return;
  const keyOf = (row: (typeof rows)[number]) => `${row.knowledgeFileId} ${row.sliceKey}`;
  await db
    .insert(sliceUses)
    .values(byGrain([...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))))
    .onConflictDoUpdate({
      target: [sliceUses.baseId, sliceUses.grain, sliceUses.day, sliceUses.knowledgeFileId, sliceUses.sliceKey],
      set: adding(sliceUses, ["hits", "cited", "likes", "dislikes"]),
    });
}

type NewFinding = typeof knowledgeFindings.$inferInsert;

/** What somebody has begun to deal with stays as it is dealt with. */
export async function saveFinding(db: Queryable, row: NewFinding): Promise<void> {
  const { causes, isByAsker, reason } = row;
  await db
    .insert(knowledgeFindings)
    .values(row)
    .onConflictDoUpdate({
      target: [knowledgeFindings.messageId, knowledgeFindings.baseId, knowledgeFindings.kind],
      set: { causes, isByAsker, reason, updatedAt: new Date() },
    });
}

/** Nothing speaks for it any more: what nobody has dealt with goes. */
export async function dropFinding(
  db: Queryable,
  { messageId, baseId, kind }: { messageId: string; baseId: string; kind: NewFinding["kind"] },
): Promise<void> {
  await db
    .delete(knowledgeFindings)
    .where(
      and(
        eq(knowledgeFindings.messageId, messageId),
        eq(knowledgeFindings.baseId, baseId),
        eq(knowledgeFindings.kind, kind),
        eq(knowledgeFindings.state, "open"),
      ),
    );
}

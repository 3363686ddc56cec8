import { and, asc, count, desc, eq, ilike, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { correlated } from "../correlated";
import { chatMessages, chatSessions, runs } from "../schema/conversation";

/** Conversations of a person that are there; of one kind where it is said. */
export const liveSession = (userId: string, kind?: string): SQL | undefined =>
  and(
    eq(chatSessions.userId, userId),
    kind === undefined ? undefined : eq(chatSessions.kind, kind),
    isNull(chatSessions.deletedAt),
  );
const live = liveSession;

/** `%` and `_` of a search text are meant literally. */
function like(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}

const sessionColumns = {
  id: chatSessions.id,
  kind: chatSessions.kind,
  title: chatSessions.title,
  archivedAt: chatSessions.archivedAt,
  folderId: chatSessions.folderId,
  pinnedAt: chatSessions.pinnedAt,
  isTemporary: chatSessions.isTemporary,
  lastMessageAt: chatSessions.lastMessageAt,
  createdAt: chatSessions.createdAt,
  running: correlated(
    sql<boolean>`exists (select 1 from ${runs} where ${runs.sessionId} = ${chatSessions.id} and ${runs.status} = 'running')`,
  ),
};

/** Temporary chats are in no list and count against no limit. */
const isKept = eq(chatSessions.isTemporary, false);

/** Sessions of one person, pinned ones and then the last used first. A keyword looks at titles and at what was written. */
export function listChatSessions(
  db: Queryable,
  userId: string,
  filter: { kind: string; keyword?: string; archived: boolean; limit: number; offset: number },
) {
  const found = filter.keyword
    ? correlated(sql`(${ilike(chatSessions.title, like(filter.keyword))} or exists (
        select 1 from ${chatMessages} where ${chatMessages.sessionId} = ${chatSessions.id}
          and jsonb_path_query_array(${chatMessages.parts}, '$[*].text')::text ilike ${like(filter.keyword)}))`)
    : undefined;
  return db
    .select(sessionColumns)
    .from(chatSessions)
    .where(
      and(
        live(userId, filter.kind),
        isKept,
        filter.archived ? sql`${chatSessions.archivedAt} is not null` : isNull(chatSessions.archivedAt),
        found,
      ),
    )
    .orderBy(sql`${chatSessions.pinnedAt} is null`, desc(chatSessions.lastMessageAt), desc(chatSessions.id))
    .limit(filter.limit)
    .offset(filter.offset);
}

export async function findChatSession(db: Queryable, userId: string, id: string, kind?: string) {
  const [row] = await db
    .select({ ...sessionColumns, activeLeafId: chatSessions.activeLeafId, settings: chatSessions.settings })
    .from(chatSessions)
    .where(and(eq(chatSessions.id, id), live(userId, kind)));
  return row ?? null;
}

/** Active sessions of a kind; call it under `lockChatSessions`. */
export async function countChatSessions(db: Queryable, userId: string, kind: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(chatSessions)
    .where(and(live(userId, kind), isKept, isNull(chatSessions.archivedAt)));
  return row?.count ?? 0;
}

/** Makes counting and inserting one step for a person (SECURITY rule 23). Ends with the transaction. */
export async function lockChatSessions(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 1))`);
}

export async function insertChatSession(
  db: Queryable,
  userId: string,
  title: string,
  kind: string,
  more: Partial<Pick<typeof chatSessions.$inferInsert, "isTemporary" | "isTitleOwn" | "folderId">> = {},
) {
  const [row] = await db
    .insert(chatSessions)
    .values({ userId, title, kind, ...more })
    .returning(sessionColumns);
  return row!;
}

/** Changes one own session; false when it is not there or not theirs. */
export async function updateChatSession(
  db: Queryable,
  userId: string,
  id: string,
  patch: Partial<
    Pick<
      typeof chatSessions.$inferInsert,
      "title" | "isTitleOwn" | "archivedAt" | "pinnedAt" | "folderId" | "deletedAt" | "activeLeafId" | "settings"
    >
  >,
  kind?: string,
): Promise<boolean> {
  const rows = await db
    .update(chatSessions)
    .set(patch)
    .where(and(eq(chatSessions.id, id), live(userId, kind)))
    .returning({ id: chatSessions.id });
  return rows.length > 0;
}

/** The session used longest ago, to be archived when the eleventh is wanted. */
export async function findOldestChatSession(db: Queryable, userId: string, kind: string) {
  const [row] = await db
    .select({ id: chatSessions.id, title: chatSessions.title })
    .from(chatSessions)
    .where(and(live(userId, kind), isKept, isNull(chatSessions.archivedAt)))
    .orderBy(asc(chatSessions.lastMessageAt), asc(chatSessions.id))
    .limit(1);
  return row ?? null;
}

const messageColumns = {
  id: chatMessages.id,
  parentId: chatMessages.parentId,
  role: chatMessages.role,
  parts: chatMessages.parts,
  status: chatMessages.status,
  error: chatMessages.error,
  modelId: chatMessages.modelId,
  modelName: chatMessages.modelName,
  inputTokens: chatMessages.inputTokens,
  outputTokens: chatMessages.outputTokens,
  usageEstimated: chatMessages.usageEstimated,
  firstTokenMs: chatMessages.firstTokenMs,
  durationMs: chatMessages.durationMs,
  context: chatMessages.context,
  costMicros: chatMessages.costMicros,
  currency: chatMessages.currency,
  comparisonId: chatMessages.comparisonId,
  feedback: chatMessages.feedback,
  feedbackReason: chatMessages.feedbackReason,
  feedbackText: chatMessages.feedbackText,
  createdAt: chatMessages.createdAt,
};

/** The shape of a session's tree, oldest first, without the texts. The caller has checked whose session it is. */
export function listMessageNodes(db: Queryable, sessionId: string) {
  return db
    .select({ id: chatMessages.id, parentId: chatMessages.parentId, status: chatMessages.status })
    .from(chatMessages)
    .where(eq(chatMessages.sessionId, sessionId))
    .orderBy(asc(chatMessages.id));
}

/** Messages of a session by their ids, oldest first. */
export function listMessages(db: Queryable, sessionId: string, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.sessionId, sessionId), inArray(chatMessages.id, ids)))
    .orderBy(asc(chatMessages.id));
}

/** A message in a conversation of this person, with its conversation. */
export async function findMessage(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({
      id: chatMessages.id,
      sessionId: chatMessages.sessionId,
      kind: chatSessions.kind,
      parentId: chatMessages.parentId,
      role: chatMessages.role,
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(and(eq(chatMessages.id, id), live(userId)));
  return row ?? null;
}

/** An answer in a conversation of this person, with what it said and used. */
export async function findAnswer(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({ sessionId: chatMessages.sessionId, kind: chatSessions.kind, ...messageColumns })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(and(eq(chatMessages.id, id), eq(chatMessages.role, "assistant"), live(userId)));
  return row ?? null;
}

/** The answers to a question, oldest first. The caller has checked whose question it is. */
export function listAnswers(db: Queryable, questionId: string) {
  return db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.parentId, questionId), eq(chatMessages.role, "assistant")))
    .orderBy(asc(chatMessages.id));
}

/** How many answers a question has. */
export async function countAnswers(db: Queryable, questionId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(chatMessages).where(eq(chatMessages.parentId, questionId));
  return row?.count ?? 0;
}

/** The run of each answer that is still being written. */
export function listRunningRuns(db: Queryable, messageIds: string[]) {
  if (messageIds.length === 0) return Promise.resolve([]);
  return db
    .select({ id: runs.id, messageId: runs.messageId })
    .from(runs)
    .where(and(inArray(runs.messageId, messageIds), eq(runs.status, "running")));
}

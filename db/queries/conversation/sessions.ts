import { and, asc, desc, eq, gte, ilike, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import type { Page } from "../../page";
import { chatMessages, chatSessions, runs } from "../../schema/conversation";

/** Conversations of a person that are there; of one kind where it is said. */
export const liveSession = (userId: string, kind?: string): SQL | undefined =>
  and(
    eq(chatSessions.userId, userId),
    kind === undefined ? undefined : eq(chatSessions.kind, kind),
    isNull(chatSessions.deletedAt),
  );

const sessionColumns = {
  ...columnsOf(chatSessions, "id", "kind", "title", "archivedAt", "folderId"),
  ...columnsOf(chatSessions, "pinnedAt", "isTemporary", "lastMessageAt", "createdAt"),
  running: correlated(
    sql<boolean>`exists (select 1 from ${runs} where ${runs.sessionId} = ${chatSessions.id} and ${runs.status} = 'running')`,
  ),
};

/** Temporary chats are in no list and count against no limit. */
const isKept = eq(chatSessions.isTemporary, false);

const lastUsedFirst = [sql`${chatSessions.pinnedAt} is null`, desc(chatSessions.lastMessageAt), desc(chatSessions.id)];

/** Sessions of one person, pinned ones and then the last used first. A keyword looks at titles and at what was written. */
export function listChatSessions(
  db: Queryable,
  userId: string,
  filter: Page & { kind: string; keyword?: string; archived?: boolean; since?: Date; aboutId?: string },
) {
  const found = filter.keyword
    ? correlated(sql`(${ilike(chatSessions.title, likePattern(filter.keyword))} or exists (
        select 1 from ${chatMessages} where ${chatMessages.sessionId} = ${chatSessions.id}
          and jsonb_path_query_array(${chatMessages.parts}, '$[*].text')::text ilike ${likePattern(filter.keyword)}))`)
    : undefined;
  return db
    .select(sessionColumns)
    .from(chatSessions)
    .where(
      and(
        liveSession(userId, filter.kind),
        isKept,
        filter.archived === undefined
          ? undefined
          : filter.archived
            ? isNotNull(chatSessions.archivedAt)
            : isNull(chatSessions.archivedAt),
        filter.aboutId ? eq(chatSessions.aboutId, filter.aboutId) : undefined,
        filter.since ? gte(chatSessions.lastMessageAt, filter.since) : undefined,
        found,
      ),
    )
    .orderBy(...lastUsedFirst)
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
}

const wholeSession = { ...sessionColumns, ...columnsOf(chatSessions, "activeLeafId", "settings", "aboutId") };

/** The active session that stands first in the list of its kind. */
export async function findFirstChatSession(db: Queryable, userId: string, kind: string) {
  const [row] = await db
    .select(wholeSession)
    .from(chatSessions)
    .where(and(liveSession(userId, kind), isKept, isNull(chatSessions.archivedAt)))
    .orderBy(...lastUsedFirst)
    .limit(1);
  return row ?? null;
}

export async function findChatSession(db: Queryable, userId: string, id: string, kind?: string) {
  const [row] = await db
    .select(wholeSession)
    .from(chatSessions)
    .where(and(eq(chatSessions.id, id), liveSession(userId, kind)));
  return row ?? null;
}

/** Active sessions of a kind; call it under `lockChatSessions`. */
export function countChatSessions(db: Queryable, userId: string, kind: string): Promise<number> {
  return db.$count(chatSessions, and(liveSession(userId, kind), isKept, isNull(chatSessions.archivedAt)));
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
  more: Partial<
    Pick<typeof chatSessions.$inferInsert, "isTemporary" | "isTitleOwn" | "folderId" | "aboutId" | "settings">
  > = {},
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
  const { rowCount } = await db
    .update(chatSessions)
    .set(patch)
    .where(and(eq(chatSessions.id, id), liveSession(userId, kind)));
  return rowCount !== 0;
}

/** Writes messages that follow one another into a new session and puts the last in view. */
export async function insertMessageChain(
  db: Queryable,
  userId: string,
  sessionId: string,
  messages: readonly Pick<typeof chatMessages.$inferInsert, "role" | "parts" | "modelName">[],
): Promise<void> {
  let parentId: string | null = null;
  const rows = messages.map((message) => {
    const row = { ...message, id: v7(), sessionId, parentId };
    parentId = row.id;
    return row;
  });
  if (!parentId) return;
  await db.insert(chatMessages).values(rows);
  await updateChatSession(db, userId, sessionId, { activeLeafId: parentId });
}

/** The session used longest ago, to be archived when the eleventh is wanted. */
export async function findOldestChatSession(db: Queryable, userId: string, kind: string) {
  const [row] = await db
    .select({ id: chatSessions.id, title: chatSessions.title })
    .from(chatSessions)
    .where(and(liveSession(userId, kind), isKept, isNull(chatSessions.archivedAt)))
    .orderBy(asc(chatSessions.lastMessageAt), asc(chatSessions.id))
    .limit(1);
  return row ?? null;
}

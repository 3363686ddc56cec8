import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { chatSessions, chatShares } from "../../schema/conversation";
import { users } from "../../schema/organisation";

const columns = columnsOf(chatShares, "id", "firstId", "expiresAt", "createdAt");

/** Not taken back and not run out. */
const isOpen = () =>
  and(isNull(chatShares.revokedAt), or(isNull(chatShares.expiresAt), gt(chatShares.expiresAt, new Date())));

export interface NewShare {
  userId: string;
  sessionId: string;
  leafId: string;
  firstId: string | null;
  title: string;
  expiresAt: Date | null;
}

export async function insertShare(db: Queryable, share: NewShare) {
  const [row] = await db.insert(chatShares).values(share).returning(columns);
  return row!;
}

/** Links of an own chat that still lead somewhere, the newest first. */
export function listShares(db: Queryable, userId: string, sessionId: string) {
  return db
    .select(columns)
    .from(chatShares)
    .where(and(eq(chatShares.userId, userId), eq(chatShares.sessionId, sessionId), isOpen()))
    .orderBy(desc(chatShares.createdAt), desc(chatShares.id));
}

export function countShares(db: Queryable, userId: string, sessionId: string): Promise<number> {
  return db.$count(chatShares, and(eq(chatShares.userId, userId), eq(chatShares.sessionId, sessionId), isOpen()));
}

/** Takes an own link back; false when it is not there, not theirs or taken back before. */
export async function revokeShare(db: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(chatShares)
    .set({ revokedAt: new Date() })
    .where(and(eq(chatShares.id, id), eq(chatShares.userId, userId), isNull(chatShares.revokedAt)));
  return rowCount !== 0;
}

/** What a link leads to, for anybody of the organisation; null once it or its chat is gone. */
export async function findOpenShare(db: Queryable, id: string) {
  const [row] = await db
    .select({
      ...columns,
      ...columnsOf(chatShares, "title", "userId", "sessionId", "leafId"),
      kind: chatSessions.kind,
      ownerName: users.name,
    })
    .from(chatShares)
    .innerJoin(users, eq(users.id, chatShares.userId))
    .innerJoin(chatSessions, eq(chatSessions.id, chatShares.sessionId))
    .where(and(eq(chatShares.id, id), isOpen(), isNull(chatSessions.deletedAt)));
  return row ?? null;
}

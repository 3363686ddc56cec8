import { and, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { notifications } from "../../schema/notifications";

export async function insertNotification(db: Queryable, row: typeof notifications.$inferInsert) {
  await db.insert(notifications).values(row);
}

/** A page of one person's notifications, newest first; `before` is the last id of the page above. */
export function listNotifications(db: Queryable, userId: string, page: { before?: string; limit: number }) {
  return db
    .select(columnsOf(notifications, "id", "kind", "args", "href", "readAt", "createdAt"))
    .from(notifications)
    .where(and(eq(notifications.userId, userId), page.before ? lt(notifications.id, page.before) : undefined))
    .orderBy(desc(notifications.id))
    .limit(page.limit);
}

/** Unread notifications of one person, counted to 100 at most. */
export async function countUnread(db: Queryable, userId: string) {
  const unread = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
    .limit(100)
    .as("unread");
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(unread);
  return row?.count ?? 0;
}

export async function markNotificationsRead(db: Queryable, userId: string, ids?: string[]) {
  await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        ids ? inArray(notifications.id, ids) : undefined,
      ),
    );
}

interface Told {
  userIds: readonly string[];
  kind: string;
  args: Record<string, string | number>;
  since: Date;
  /** Of what this address leads to. */
  href?: string;
}

/** Whether one of these people was told such a thing since then. */
export async function wasNotified(db: Queryable, { userIds, kind, args, since, href }: Told): Promise<boolean> {
  const [row] = await db
    .select({ one: sql`1` })
    .from(notifications)
    .where(
      and(
        inArray(notifications.userId, [...userIds]),
        gt(notifications.createdAt, since),
        eq(notifications.kind, kind),
        href ? eq(notifications.href, href) : undefined,
        sql`${notifications.args} @> ${JSON.stringify(args)}::jsonb`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

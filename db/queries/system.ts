import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../client";
import { systemConfig } from "../schema/config";
import { notifications } from "../schema/notifications";
import { operationLogs } from "../schema/operation-log";

type NewOperation = typeof operationLogs.$inferInsert;

export async function insertOperation(db: Queryable, rows: NewOperation | NewOperation[]) {
  await db.insert(operationLogs).values(Array.isArray(rows) ? rows : [rows]);
}

export async function findConfig(db: Queryable, type: string) {
  const [row] = await db.select({ value: systemConfig.value }).from(systemConfig).where(eq(systemConfig.type, type));
  return row?.value ?? null;
}

export async function upsertConfig(db: Queryable, type: string, value: unknown) {
  await db
    .insert(systemConfig)
    .values({ type, value })
    .onConflictDoUpdate({
      target: systemConfig.type,
      set: { value, version: sql`${systemConfig.version} + 1`, updatedAt: new Date() },
    });
}

/** Until the transaction ends nobody else changes this kind of configuration by reading it first. */
export async function lockConfig(tx: Transaction, type: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`config:${type}`}))`);
}

export async function insertNotification(db: Queryable, row: typeof notifications.$inferInsert) {
  await db.insert(notifications).values(row);
}

/** A page of one person's notifications, newest first; `before` is the last id of the page above. */
export function listNotifications(db: Queryable, userId: string, page: { before?: string; limit: number }) {
  return db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      args: notifications.args,
      href: notifications.href,
      readAt: notifications.readAt,
      createdAt: notifications.createdAt,
    })
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

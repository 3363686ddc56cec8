import { and, asc, desc, eq } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { type Page, pageOf } from "../../page";
import { appFeedback, appRequests } from "../../schema/apps";
import { departments, users } from "../../schema/organisation";

/** A person's open wish to use an app, or null. */
export async function findOpenRequest(db: Queryable, appId: string, userId: string) {
  const [row] = await db
    .select({ id: appRequests.id, createdAt: appRequests.createdAt })
    .from(appRequests)
    .where(and(eq(appRequests.appId, appId), eq(appRequests.userId, userId), eq(appRequests.state, "open")));
  return row ?? null;
}

export function countOpenRequests(db: Queryable, userId: string): Promise<number> {
  return db.$count(appRequests, and(eq(appRequests.userId, userId), eq(appRequests.state, "open")));
}

export async function insertRequest(tx: Transaction, row: { appId: string; userId: string; note: string }) {
  const [made] = await tx.insert(appRequests).values(row).returning({ id: appRequests.id });
  return made!;
}

export function countRequestsOf(db: Queryable, appId: string): Promise<number> {
  return db.$count(appRequests, and(eq(appRequests.appId, appId), eq(appRequests.state, "open")));
}

/** Open wishes to use an app, the oldest first; the caller manages the app. */
export function listOpenRequests(db: Queryable, appId: string) {
  return db
    .select({
      ...columnsOf(appRequests, "id", "userId", "note", "createdAt"),
      name: users.name,
      account: users.account,
      department: departments.name,
    })
    .from(appRequests)
    .innerJoin(users, eq(users.id, appRequests.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(appRequests.appId, appId), eq(appRequests.state, "open")))
    .orderBy(asc(appRequests.createdAt), asc(appRequests.id))
    .limit(200);
}

/** Decides an open wish; the person who had it, or null where it is not there or decided. */
export async function decideRequest(
  tx: Transaction,
  { appId, id, state, deciderId }: { appId: string; id: string; state: "granted" | "declined"; deciderId: string },
) {
  const [row] = await tx
    .update(appRequests)
    .set({ state, deciderId, decidedAt: new Date() })
    .where(and(eq(appRequests.id, id), eq(appRequests.appId, appId), eq(appRequests.state, "open")))
    .returning({ userId: appRequests.userId });
  return row ?? null;
}

export async function insertFeedback(db: Queryable, row: { appId: string; userId: string; text: string }) {
  await db.insert(appFeedback).values(row);
}

/** What people said of an app, the newest first; the caller manages the app. */
export function listFeedback(db: Queryable, appId: string, page: Page) {
  const list = db
    .select({ ...columnsOf(appFeedback, "id", "text", "createdAt"), name: users.name })
    .from(appFeedback)
    .innerJoin(users, eq(users.id, appFeedback.userId))
    .where(eq(appFeedback.appId, appId))
    .$dynamic();
  return pageOf(db, list, page, desc(appFeedback.id));
}

import { and, asc, eq, gt, ne } from "drizzle-orm";
import type { Queryable } from "../../client";
import { appEditors } from "../../schema/apps";
import { users } from "../../schema/organisation";

/** A person has an app's editor open at this moment. */
export async function putEditor(db: Queryable, row: { appId: string; userId: string; nodeId: string | null }) {
  const { nodeId } = row;
  await db
    .insert(appEditors)
    .values(row)
    .onConflictDoUpdate({ target: [appEditors.appId, appEditors.userId], set: { nodeId, seenAt: new Date() } });
}

export async function removeEditor(db: Queryable, appId: string, userId: string): Promise<void> {
  await db.delete(appEditors).where(and(eq(appEditors.appId, appId), eq(appEditors.userId, userId)));
}

/** Others who had an app's editor open since then, whoever came first in front. */
export function listOtherEditors(db: Queryable, appId: string, userId: string, since: Date) {
  return db
    .select({ id: users.id, name: users.name, nodeId: appEditors.nodeId })
    .from(appEditors)
    .innerJoin(users, eq(users.id, appEditors.userId))
    .where(and(eq(appEditors.appId, appId), ne(appEditors.userId, userId), gt(appEditors.seenAt, since)))
    .orderBy(asc(appEditors.createdAt), asc(users.id));
}

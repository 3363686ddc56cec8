import { and, desc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { operationLogs } from "../../schema/operation-log";
import { users } from "../../schema/organisation";

/** Saves of one record wait for each other until the transaction ends. */
export async function lockRecord(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 11))`);
}

/** Who changed a record last, and when. The person's name is empty when they are gone. */
export async function findLastChange(db: Queryable, type: string, id: string) {
  const [row] = await db
    .select({ actorId: operationLogs.actorId, actorName: users.name, at: operationLogs.createdAt })
    .from(operationLogs)
    .leftJoin(users, eq(users.id, operationLogs.actorId))
    .where(and(eq(operationLogs.targetId, id), eq(operationLogs.targetType, type), eq(operationLogs.result, "success")))
    .orderBy(desc(operationLogs.id))
    .limit(1);
  return row ?? null;
}

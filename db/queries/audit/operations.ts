import type { Queryable } from "../../client";
import { operationLogs } from "../../schema/operation-log";

type NewOperation = typeof operationLogs.$inferInsert;

export async function insertOperation(db: Queryable, rows: NewOperation | NewOperation[]) {
  await db.insert(operationLogs).values(Array.isArray(rows) ? rows : [rows]);
}

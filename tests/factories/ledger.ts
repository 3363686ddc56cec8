import { v7 } from "uuid";
import { db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";

type Row = typeof usageLedger.$inferInsert;

/** A settled call as the ledger keeps it; answers its id. Rollups do not know of it yet. */
export async function addCall(row: Pick<Row, "userId" | "day"> & Partial<Row>): Promise<string> {
  const id = v7();
  const at = row.createdAt ?? new Date(`${row.day}T04:00:00Z`);
  await db()
    .insert(usageLedger)
    .values({
      id,
      requestId: id,
      app: "chat",
      modelName: "m",
      modelType: "chat",
      inputTokens: 100,
      outputTokens: 10,
      outcome: "done",
      createdAt: at,
      settledAt: at,
      ...row,
    });
  return id;
}

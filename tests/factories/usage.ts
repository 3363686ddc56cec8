import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { usageCounters } from "@/db/schema/models";

/** What a person has used and reserved of a unit, all days together: tests run on one day. */
export async function countedOf(subject: string, unit = "tokens"): Promise<{ used: number; reserved: number }> {
  const rows = await db()
    .select()
    .from(usageCounters)
    .where(and(eq(usageCounters.subject, subject), eq(usageCounters.unit, unit)));
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return { used: sum((row) => row.used), reserved: sum((row) => row.reserved) };
}

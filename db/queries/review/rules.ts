import { and, asc, count, desc, eq, gte, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { reviewHits, reviewRules } from "../../schema/review";

/** Rules of the organisation that are switched on, in the order they were made. */
export function listActiveRules(db: Queryable) {
  return db
    .select()
    .from(reviewRules)
    .where(and(eq(reviewRules.enabled, true), eq(reviewRules.type, "default")))
    .orderBy(asc(reviewRules.createdAt), asc(reviewRules.id));
}
export type ReviewRuleRow = typeof reviewRules.$inferSelect;

/** All rules of the organisation, each with its hits since a moment. */
export async function listRules(db: Queryable, since: Date) {
  const hits = db
    .select({ ruleId: reviewHits.ruleId, hits: count().as("hits") })
    .from(reviewHits)
    .where(gte(reviewHits.createdAt, since))
    .groupBy(reviewHits.ruleId)
    .as("hits");
  return db
    .select({ rule: reviewRules, hits: sql<number>`coalesce(${hits.hits}, 0)::int` })
    .from(reviewRules)
    .leftJoin(hits, eq(hits.ruleId, reviewRules.id))
    .where(eq(reviewRules.type, "default"))
    .orderBy(desc(reviewRules.createdAt), desc(reviewRules.id));
}

export async function lockRule(db: Queryable, id: string): Promise<ReviewRuleRow | null> {
  const [row] = await db
    .select()
    .from(reviewRules)
    .where(and(eq(reviewRules.id, id), eq(reviewRules.type, "default")))
    .for("update");
  return row ?? null;
}

export function countRules(db: Queryable): Promise<number> {
  return db.$count(reviewRules, eq(reviewRules.type, "default"));
}

/** Whether another rule has the name, whatever its case. */
export async function isNameTaken(db: Queryable, name: string, but?: string): Promise<boolean> {
  const [row] = await db
    .select({ id: reviewRules.id })
    .from(reviewRules)
    .where(sql`lower(${reviewRules.name}) = lower(${name}) and ${reviewRules.id} is distinct from ${but ?? null}::uuid`)
    .limit(1);
  return row !== undefined;
}

export async function insertRule(db: Queryable, row: typeof reviewRules.$inferInsert): Promise<{ id: string }> {
  const [made] = await db.insert(reviewRules).values(row).returning({ id: reviewRules.id });
  return made!;
}

export async function updateRule(
  db: Queryable,
  id: string,
  row: Partial<typeof reviewRules.$inferInsert>,
): Promise<void> {
  await db
    .update(reviewRules)
    .set({ ...row, updatedAt: new Date() })
    .where(eq(reviewRules.id, id));
}

export async function removeRule(db: Queryable, id: string): Promise<void> {
  await db.delete(reviewRules).where(eq(reviewRules.id, id));
}

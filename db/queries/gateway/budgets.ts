import { and, asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../client";
import { type BUDGET_SUBJECTS, budgetNotices, budgets } from "../../schema/gateway";
import { apiKeys } from "../../schema/open-api";
import { departments, users } from "../../schema/organisation";

export function listBudgets(db: Queryable, { enabledOnly }: { enabledOnly: boolean }) {
  return db
    .select()
    .from(budgets)
    .where(enabledOnly ? eq(budgets.enabled, true) : undefined)
    .orderBy(asc(budgets.createdAt), asc(budgets.id))
    .limit(2000);
}

export async function findBudget(db: Queryable, id: string) {
  const [row] = await db.select().from(budgets).where(eq(budgets.id, id));
  return row ?? null;
}

export async function insertBudget(db: Queryable, row: typeof budgets.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(budgets).values(row).returning({ id: budgets.id });
  return inserted!.id;
}

export async function updateBudget(
  db: Queryable,
  id: string,
  patch: { limitMicros?: number; enabled?: boolean },
): Promise<void> {
  await db.update(budgets).set(patch).where(eq(budgets.id, id));
}

export async function removeBudget(db: Queryable, id: string): Promise<void> {
  await db.delete(budgets).where(eq(budgets.id, id));
}

/** Notes that a threshold was told of; false when it was already. */
export async function insertBudgetNotice(
  db: Queryable,
  notice: { budgetId: string; period: string; level: number },
): Promise<boolean> {
  const { rowCount } = await db.insert(budgetNotices).values(notice).onConflictDoNothing();
  return rowCount !== 0;
}

/** A higher limit makes the thresholds of the running period new again. */
export async function removeBudgetNotices(db: Queryable, budgetId: string, period: string): Promise<void> {
  await db.delete(budgetNotices).where(and(eq(budgetNotices.budgetId, budgetId), eq(budgetNotices.period, period)));
}

/** What people call a budget's subject; an app's name stands for itself, a subject that is gone for nothing. */
export async function findSubjectName(
  db: Queryable,
  type: (typeof BUDGET_SUBJECTS)[number],
  id: string,
): Promise<string> {
  if (type === "app") return id;
  const table = { user: users, department: departments, key: apiKeys }[type];
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id));
  return row?.name ?? "";
}

type Subject = Pick<typeof budgets.$inferInsert, "subjectType" | "subjectId" | "period" | "currency">;

/** Sets, changes or (null) takes away the budget of a subject for a period. */
export async function setBudget(db: Queryable, subject: Subject, limitMicros: number | null): Promise<void> {
  const { subjectType, subjectId, period } = subject;
  if (limitMicros === null) {
    const same = [eq(budgets.subjectType, subjectType), eq(budgets.subjectId, subjectId), eq(budgets.period, period)];
    await db.delete(budgets).where(and(...same));
    return;
  }
  await db
    .insert(budgets)
    .values({ ...subject, limitMicros })
    .onConflictDoUpdate({
      target: [budgets.subjectType, budgets.subjectId, budgets.period],
      set: { limitMicros, currency: subject.currency, enabled: true, updatedAt: new Date() },
    });
}

export function listBudgetsOf(db: Queryable, type: (typeof BUDGET_SUBJECTS)[number], ids: string[]) {
  return db
    .select({ subjectId: budgets.subjectId, period: budgets.period, limitMicros: budgets.limitMicros })
    .from(budgets)
    .where(and(eq(budgets.subjectType, type), inArray(budgets.subjectId, ids)));
}

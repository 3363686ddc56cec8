import { and, desc, eq, inArray, isNotNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { type Page, pageOf } from "../../page";
import { type IMPORT_KINDS, type IMPORT_STATUS, importRuns, users } from "../../schema/organisation";
import { tasks } from "../../schema/tasks";
import { openTaskOf } from "../tasks/tasks";

export type ImportKind = (typeof IMPORT_KINDS)[number];
export type ImportStatus = (typeof IMPORT_STATUS)[number];

/** Whose imports: one person's, or everybody's. */
export type ImportScope = { ownerId: string } | "all";

const columns = {
  ...columnsOf(importRuns, "id", "kind", "status", "ownerId", "fileName", "options", "total"),
  ...columnsOf(importRuns, "errorCount", "summary", "failure", "createdAt", "finishedAt"),
  ownerName: users.name,
  /** Of the task under way; null while there is none. */
  taskId: tasks.id,
  done: tasks.done,
  hasCodes: sql<boolean>`${importRuns.codesCipher} is not null and ${importRuns.finishedAt} is not null`,
};

/** Stands between the codes of two lots; no cipher text has one. */
const LOT_END = "\n";

const openTask = openTaskOf(importRuns.id, "importCheck", "importRun");

const inScope = (scope: ImportScope): SQL | undefined =>
  scope === "all" ? undefined : eq(importRuns.ownerId, scope.ownerId);

export async function insertImport(db: Queryable, row: typeof importRuns.$inferInsert): Promise<void> {
  await db.insert(importRuns).values(row);
}

function selectImports(db: Queryable) {
  return db
    .select(columns)
    .from(importRuns)
    .innerJoin(users, eq(users.id, importRuns.ownerId))
    .leftJoin(tasks, openTask)
    .$dynamic();
}

export async function findImport(db: Queryable, scope: ImportScope, id: string) {
  const [row] = await selectImports(db).where(and(eq(importRuns.id, id), inScope(scope)));
  return row ?? null;
}
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export function listImports(db: Queryable, scope: ImportScope, kind: ImportKind, page: Page) {
  const list = selectImports(db).where(and(eq(importRuns.kind, kind), inScope(scope)));
  return pageOf(db, list, page, desc(importRuns.createdAt), desc(importRuns.id));
}

/** A page of row errors, cut out by the database: all of them may be megabytes. */
export async function listImportErrors(db: Queryable, id: string, limit: number, offset: number) {
  const found = await db.execute<{ error: (typeof importRuns.$inferSelect)["errors"][number] }>(
    sql`select e.value as error from ${importRuns}, jsonb_array_elements(${importRuns.errors}) with ordinality e (value, no)
      where ${importRuns.id} = ${id} order by e.no limit ${limit} offset ${offset}`,
  );
  return found.rows.map(({ error }) => error);
}

/** Everything of a run, the table included; for those who carry it out. */
export async function findWholeImport(db: Queryable, id: string) {
  const [row] = await db.select().from(importRuns).where(eq(importRuns.id, id));
  return row ?? null;
}

export type ImportPatch = Partial<
  Pick<
    typeof importRuns.$inferInsert,
    "status" | "rows" | "total" | "errors" | "errorCount" | "summary" | "failure" | "finishedAt"
  >
>;

/** Changes a run that is in one of these states; false when it is in none of them any more. */
export async function changeImport(
  db: Queryable,
  id: string,
  from: readonly ImportStatus[],
  patch: ImportPatch,
): Promise<boolean> {
  const { rowCount } = await db
    .update(importRuns)
    .set(patch)
    .where(and(eq(importRuns.id, id), inArray(importRuns.status, [...from])));
  return rowCount !== 0;
}

/** Puts figures to what a run says of itself, in place of earlier ones of their names. */
export async function addImportSummary(db: Queryable, id: string, figures: Record<string, number>): Promise<void> {
  const summary = sql`${importRuns.summary} || ${JSON.stringify(figures)}::jsonb`;
  await db.update(importRuns).set({ summary }).where(eq(importRuns.id, id));
}

/** Puts codes to those a run has kept, each lot encrypted for itself. */
export async function addImportCodes(db: Queryable, id: string, cipher: string): Promise<void> {
  const codesCipher = sql`concat_ws(${LOT_END}::text, ${importRuns.codesCipher}, ${cipher}::text)`;
  await db.update(importRuns).set({ codesCipher }).where(eq(importRuns.id, id));
}

/** Whoever begins an import of a kind makes others who do so wait. */
export async function lockImports(tx: Transaction, kind: ImportKind): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${kind === "users" ? 7205759437 : 7205759438})`);
}

export async function isImportRunning(db: Queryable, kind: ImportKind): Promise<boolean> {
  const rows = await db
    .select({ id: importRuns.id })
    .from(importRuns)
    .where(and(eq(importRuns.kind, kind), eq(importRuns.status, "running")))
    .limit(1);
  return rows.length > 0;
}

/** What a person uploaded before and did not carry out makes room for the next file; tasks that are still at work on it. */
export async function supersedeImports(db: Queryable, ownerId: string, kind: ImportKind): Promise<string[]> {
  const own = and(eq(importRuns.ownerId, ownerId), eq(importRuns.kind, kind));
  await db
    .update(importRuns)
    .set({ status: "cancelled", rows: null, finishedAt: new Date() })
    .where(and(own, inArray(importRuns.status, ["refused", "ready"])));
  const checking = await db
    .select({ taskId: tasks.id })
    .from(importRuns)
    .innerJoin(tasks, openTask)
    .where(and(own, eq(importRuns.status, "checking")));
  return checking.map(({ taskId }) => taskId);
}

/** The codes of an ended run, by lot, taken out: whoever asks second gets none. */
export async function takeImportCodes(tx: Transaction, id: string, ownerId: string): Promise<string[] | null> {
  const [row] = await tx
    .select({ codesCipher: importRuns.codesCipher })
    .from(importRuns)
    .where(and(eq(importRuns.id, id), eq(importRuns.ownerId, ownerId), isNotNull(importRuns.finishedAt)))
    .for("update");
  if (!row?.codesCipher) return null;
  await tx.update(importRuns).set({ codesCipher: null }).where(eq(importRuns.id, id));
  return row.codesCipher.split(LOT_END);
}

/** Codes nobody took, and what was checked and not confirmed, end after a while; very old runs go altogether. */
export async function sweepImports(db: Queryable, before: Date, oldBefore: Date): Promise<void> {
  await db
    .update(importRuns)
    .set({ codesCipher: null })
    .where(and(isNotNull(importRuns.codesCipher), lt(importRuns.finishedAt, before)));
  await db
    .update(importRuns)
    .set({ status: "cancelled", failure: "importExpired", rows: null, finishedAt: new Date() })
    .where(and(or(eq(importRuns.status, "ready"), eq(importRuns.status, "refused")), lt(importRuns.updatedAt, before)));
  await db
    .delete(importRuns)
    .where(and(notInArray(importRuns.status, ["checking", "running"]), lt(importRuns.createdAt, oldBefore)));
}

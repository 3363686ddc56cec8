import { and, asc, count, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { documentCells, documentColumns, documentOverviews, documents, sliceSets, slices } from "../schema/documents";
import { files } from "../schema/files";

const OPEN = ["waiting", "running"] as const;
const lease = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Nobody is at work on it: never begun, or whoever was has been silent for too long (SECURITY CR-02). */
function unheld(table: typeof documentOverviews | typeof documentCells): SQL | undefined {
  return and(inArray(table.status, OPEN), or(isNull(table.leaseUntil), lt(table.leaseUntil, sql`now()`)));
}

export async function findOverview(db: Queryable, versionId: string, locale: string) {
  const [row] = await db
    .select()
    .from(documentOverviews)
    .where(and(eq(documentOverviews.versionId, versionId), eq(documentOverviews.locale, locale)));
  return row ?? null;
}
export type OverviewRow = NonNullable<Awaited<ReturnType<typeof findOverview>>>;

/** Answers the new row's id, or null when there is one. */
export async function insertOverview(
  db: Queryable,
  row: { documentId: string; versionId: string; locale: string },
): Promise<string | null> {
  const [made] = await db
    .insert(documentOverviews)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: documentOverviews.id });
  return made?.id ?? null;
}

/** Begins an overview anew, whoever is at work on the old one. */
export async function resetOverview(db: Queryable, id: string): Promise<void> {
  await db
    .update(documentOverviews)
    .set({ status: "waiting", failure: null, progress: 0, leaseId: null, leaseUntil: null, content: {} })
    .where(eq(documentOverviews.id, id));
}

/** Ends an open overview; who is at work on it may not write any more. */
export async function cancelOverviewRow(db: Queryable, id: string): Promise<void> {
  await db
    .update(documentOverviews)
    .set({ status: "cancelled", leaseId: null, leaseUntil: null })
    .where(and(eq(documentOverviews.id, id), inArray(documentOverviews.status, OPEN)));
}

/** Takes an overview that nobody holds, with whose document it is; null when somebody holds it or it is at its end. */
export async function claimOverview(db: Queryable, id: string, leaseId: string, seconds: number) {
  const [row] = await db
    .update(documentOverviews)
    .set({ status: "running", leaseId, leaseUntil: lease(seconds) })
    .where(and(eq(documentOverviews.id, id), unheld(documentOverviews)))
    .returning();
  if (!row) return null;
  const [owner] = await db
    .select({ userId: documents.userId, fileId: files.id, name: files.name })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(eq(documents.id, row.documentId));
  return owner ? { ...row, ...owner } : null;
}

/** Writes to an overview one holds; false when another holds it by now, or it was cancelled (SECURITY CR-06). */
export async function updateHeldOverview(
  db: Queryable,
  id: string,
  leaseId: string,
  patch: Partial<
    Pick<typeof documentOverviews.$inferInsert, "status" | "failure" | "progress" | "content" | "modelName">
  >,
  seconds: number | null,
): Promise<boolean> {
  const held = seconds === null ? { leaseId: null, leaseUntil: null } : { leaseUntil: lease(seconds) };
  const rows = await db
    .update(documentOverviews)
    .set({ ...patch, ...held })
    .where(and(eq(documentOverviews.id, id), eq(documentOverviews.leaseId, leaseId)))
    .returning({ id: documentOverviews.id });
  return rows.length > 0;
}

export async function listUnheldOverviews(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: documentOverviews.id })
    .from(documentOverviews)
    .where(unheld(documentOverviews))
    .orderBy(asc(documentOverviews.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The embedded database has one process: at its start nobody holds anything. */
export async function dropTaskLeases(db: Queryable): Promise<void> {
  const free = { leaseId: null, leaseUntil: null };
  await db.update(documentOverviews).set(free).where(inArray(documentOverviews.status, OPEN));
  await db.update(documentCells).set(free).where(inArray(documentCells.status, OPEN));
}

/** All slices of a version's ready set for reading, in order. The caller has checked the right. */
export function listReadingSlices(db: Queryable, versionId: string) {
  return db
    .select({
      from: slices.from,
      to: slices.to,
      part: slices.part,
      heading: slices.heading,
      text: slices.text,
      tokens: slices.tokens,
    })
    .from(slices)
    .innerJoin(sliceSets, eq(sliceSets.id, slices.setId))
    .where(and(eq(sliceSets.versionId, versionId), eq(sliceSets.owner, "reading"), eq(sliceSets.isReady, true)))
    .orderBy(asc(slices.ordinal));
}

export function listColumns(db: Queryable, sessionId: string) {
  return db
    .select({
      id: documentColumns.id,
      question: documentColumns.question,
      modelId: documentColumns.modelId,
      position: documentColumns.position,
    })
    .from(documentColumns)
    .where(eq(documentColumns.sessionId, sessionId))
    .orderBy(asc(documentColumns.position), asc(documentColumns.id));
}

export async function countColumns(db: Queryable, sessionId: string): Promise<{ count: number; last: number }> {
  const [row] = await db
    .select({ count: count(), last: sql<number>`coalesce(max(${documentColumns.position}), 0)`.mapWith(Number) })
    .from(documentColumns)
    .where(eq(documentColumns.sessionId, sessionId));
  return row ?? { count: 0, last: 0 };
}

export async function insertColumn(db: Queryable, row: typeof documentColumns.$inferInsert): Promise<string> {
  const [made] = await db.insert(documentColumns).values(row).returning({ id: documentColumns.id });
  return made!.id;
}

export async function removeColumnRow(db: Queryable, sessionId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(documentColumns)
    .where(and(eq(documentColumns.id, id), eq(documentColumns.sessionId, sessionId)))
    .returning({ id: documentColumns.id });
  return rows.length > 0;
}

/** Cells of a conversation's columns. */
export function listCells(db: Queryable, sessionId: string) {
  return db
    .select({
      columnId: documentCells.columnId,
      documentId: documentCells.documentId,
      status: documentCells.status,
      failure: documentCells.failure,
      text: documentCells.text,
      citations: documentCells.citations,
    })
    .from(documentCells)
    .innerJoin(documentColumns, eq(documentColumns.id, documentCells.columnId))
    .where(eq(documentColumns.sessionId, sessionId));
}

/** Cells to be answered: new ones, and with `again` those that were not answered. */
export async function openCells(
  db: Queryable,
  cells: readonly { columnId: string; documentId: string }[],
  again: boolean,
): Promise<void> {
  if (cells.length === 0) return;
  const insert = db.insert(documentCells).values(cells.map((cell) => ({ ...cell })));
  if (!again) {
    await insert.onConflictDoNothing();
    return;
  }
  await insert.onConflictDoUpdate({
    target: [documentCells.columnId, documentCells.documentId],
    set: { status: "waiting", failure: null, leaseId: null, leaseUntil: null, text: "", citations: [] },
  });
}

export async function cancelOpenCells(db: Queryable, columnIds: readonly string[]) {
  if (columnIds.length === 0) return [];
  return db
    .update(documentCells)
    .set({ status: "cancelled", leaseId: null, leaseUntil: null })
    .where(and(inArray(documentCells.columnId, [...columnIds]), inArray(documentCells.status, OPEN)))
    .returning({ columnId: documentCells.columnId, documentId: documentCells.documentId });
}

const cellAt = (at: { columnId: string; documentId: string }) =>
  and(eq(documentCells.columnId, at.columnId), eq(documentCells.documentId, at.documentId));

/** Takes a cell that nobody holds, with its question and whose it is. */
export async function claimCell(
  db: Queryable,
  at: { columnId: string; documentId: string },
  leaseId: string,
  seconds: number,
) {
  const [row] = await db
    .update(documentCells)
    .set({ status: "running", leaseId, leaseUntil: lease(seconds) })
    .where(and(cellAt(at), unheld(documentCells)))
    .returning({ columnId: documentCells.columnId });
  if (!row) return null;
  const [column] = await db
    .select({
      question: documentColumns.question,
      modelId: documentColumns.modelId,
      userId: documentColumns.userId,
      sessionId: documentColumns.sessionId,
    })
    .from(documentColumns)
    .where(eq(documentColumns.id, at.columnId));
  return column ?? null;
}

/** As `updateHeldOverview`. */
export async function updateHeldCell(
  db: Queryable,
  at: { columnId: string; documentId: string },
  leaseId: string,
  patch: Partial<Pick<typeof documentCells.$inferInsert, "status" | "failure" | "text" | "citations">>,
  seconds: number | null,
): Promise<boolean> {
  const held = seconds === null ? { leaseId: null, leaseUntil: null } : { leaseUntil: lease(seconds) };
  const rows = await db
    .update(documentCells)
    .set({ ...patch, ...held })
    .where(and(cellAt(at), eq(documentCells.leaseId, leaseId)))
    .returning({ columnId: documentCells.columnId });
  return rows.length > 0;
}

export function listUnheldCells(db: Queryable, limit: number) {
  return db
    .select({ columnId: documentCells.columnId, documentId: documentCells.documentId })
    .from(documentCells)
    .where(unheld(documentCells))
    .orderBy(asc(documentCells.updatedAt))
    .limit(limit);
}

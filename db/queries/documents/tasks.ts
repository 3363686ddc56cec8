import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { documentCells, documentColumns, documentOverviews } from "../../schema/documents";
import { sliceSets, slices } from "../../schema/retrieval";
import type { TaskStatus } from "../tasks/tasks";
import { isReadingSet } from "./chats";

const OPEN: TaskStatus[] = ["waiting", "running"];

export async function findOverview(db: Queryable, versionId: string, locale: string) {
  const [row] = await db
    .select()
    .from(documentOverviews)
    .where(and(eq(documentOverviews.versionId, versionId), eq(documentOverviews.locale, locale)));
  return row ?? null;
}
export type OverviewRow = NonNullable<Awaited<ReturnType<typeof findOverview>>>;

/** Keeps an overview, in the place of one there may be. */
export async function upsertOverview(db: Queryable, row: typeof documentOverviews.$inferInsert): Promise<void> {
  const { id, modelName, content } = row;
  await db
    .insert(documentOverviews)
    .values(row)
    .onConflictDoUpdate({
      target: [documentOverviews.versionId, documentOverviews.locale],
      set: { id, modelName, content },
    });
}

export async function removeOverview(db: Queryable, id: string): Promise<void> {
  await db.delete(documentOverviews).where(eq(documentOverviews.id, id));
}

/** All slices of a version's ready set for reading, in order. The caller has checked the right. */
export function listReadingSlices(db: Queryable, versionId: string) {
  return db
    .select(columnsOf(slices, "from", "to", "part", "heading", "text", "tokens"))
    .from(slices)
    .innerJoin(sliceSets, eq(sliceSets.id, slices.setId))
    .where(and(eq(sliceSets.versionId, versionId), isReadingSet))
    .orderBy(asc(slices.ordinal));
}

export function listColumns(db: Queryable, sessionId: string) {
  return db
    .select(columnsOf(documentColumns, "id", "question", "modelId", "position"))
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
  const { rowCount } = await db
    .delete(documentColumns)
    .where(and(eq(documentColumns.id, id), eq(documentColumns.sessionId, sessionId)));
  return rowCount !== 0;
}

/** Cells of a conversation's columns. */
export function listCells(db: Queryable, sessionId: string) {
  return db
    .select(columnsOf(documentCells, "columnId", "documentId", "status", "failure", "text", "citations"))
    .from(documentCells)
    .innerJoin(documentColumns, eq(documentColumns.id, documentCells.columnId))
    .where(eq(documentColumns.sessionId, sessionId));
}

/** A question with whose it is; null when it was removed. */
export async function findColumn(db: Queryable, id: string) {
  const [row] = await db.select().from(documentColumns).where(eq(documentColumns.id, id));
  return row ?? null;
}

/** Cells to be answered: new ones, and with `again` those that were not answered. */
export async function openCells(
  db: Queryable,
  cells: readonly { columnId: string; documentId: string }[],
  again: boolean,
): Promise<void> {
  const insert = db.insert(documentCells).values(cells.map((cell) => ({ ...cell })));
  if (!again) {
    await insert.onConflictDoNothing();
    return;
  }
  await insert.onConflictDoUpdate({
    target: [documentCells.columnId, documentCells.documentId],
    set: { status: "waiting", failure: null, text: "", citations: [] },
  });
}

/** The documents whose cells of a column are open, the longest waiting first, and how many cells the column has. */
export async function listOpenCells(db: Queryable, columnId: string): Promise<{ open: string[]; total: number }> {
  const rows = await db
    .select({ documentId: documentCells.documentId, status: documentCells.status })
    .from(documentCells)
    .where(eq(documentCells.columnId, columnId))
    .orderBy(asc(documentCells.updatedAt), asc(documentCells.documentId));
  const open = rows.filter(({ status }) => OPEN.includes(status)).map(({ documentId }) => documentId);
  return { open, total: rows.length };
}

/** Ends what is open of a column. */
export async function endOpenCells(
  db: Queryable,
  columnId: string,
  end: { status: "cancelled" | "failed"; failure: string | null },
): Promise<void> {
  await db
    .update(documentCells)
    .set(end)
    .where(and(eq(documentCells.columnId, columnId), inArray(documentCells.status, OPEN)));
}

type CellChange = Partial<Pick<typeof documentCells.$inferInsert, "status" | "failure" | "text" | "citations">>;

/** Changes a cell that is still in the given state: one that was asked for again meanwhile keeps waiting. */
export async function updateCell(
  db: Queryable,
  at: { columnId: string; documentId: string },
  from: readonly TaskStatus[],
  change: CellChange,
): Promise<void> {
  await db
    .update(documentCells)
    .set(change)
    .where(
      and(
        eq(documentCells.columnId, at.columnId),
        eq(documentCells.documentId, at.documentId),
        inArray(documentCells.status, [...from]),
      ),
    );
}

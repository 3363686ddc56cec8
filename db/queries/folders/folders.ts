import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import type { appFolders } from "../../schema/apps";
import type { collectionFolders } from "../../schema/collected";
import type { chatFolders } from "../../schema/conversation";
import type { documentFolders } from "../../schema/documents";
import type { drawingFolders } from "../../schema/drawing";

/** Tables of folders that people keep things of their own in. */
export type FolderTable =
  | typeof appFolders
  | typeof chatFolders
  | typeof collectionFolders
  | typeof documentFolders
  | typeof drawingFolders;

/** Of any of the tables what they all have. */
const columnsOfFolder = (table: FolderTable) => columnsOf(table as typeof documentFolders, "id", "name", "createdAt");
const own = (table: FolderTable, userId: string, id: string) => and(eq(table.id, id), eq(table.userId, userId));

export async function findFolder(db: Queryable, table: FolderTable, userId: string, id: string) {
  const [row] = await db
    .select(columnsOfFolder(table))
    .from(table as typeof documentFolders)
    .where(own(table, userId, id));
  return row ?? null;
}

export function countFolders(db: Queryable, table: FolderTable, userId: string): Promise<number> {
  return db.$count(table, eq(table.userId, userId));
}

export async function insertFolder(db: Queryable, table: FolderTable, userId: string, name: string) {
  const [row] = await db.insert(table).values({ userId, name }).returning(columnsOfFolder(table));
  return row!;
}

export async function renameFolder(db: Queryable, table: FolderTable, userId: string, id: string, name: string) {
  await db
    .update(table)
    .set({ name })
    .where(own(table, userId, id));
}

/** What lies in it stays, in no folder. */
export async function removeFolder(db: Queryable, table: FolderTable, userId: string, id: string) {
  await db.delete(table).where(own(table, userId, id));
}

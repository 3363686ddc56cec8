import { and, desc, eq, ilike, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { likePattern } from "../../like";
import { files, fileVersions } from "../../schema/files";
import { users } from "../../schema/organisation";
import { type DocumentFormat, type ParseStatus, parsedVersions } from "../../schema/parsing";
import { sliceSets } from "../../schema/retrieval";
import { tasks } from "../../schema/tasks";
import { openTaskOf } from "../tasks/tasks";

/** Stages of reading as lists group them. */
export const STAGES = {
  ready: ["ready"],
  running: ["uploaded", "parsing", "segmenting", "building"],
  failed: ["parse_failed", "split_failed", "build_failed"],
} as const satisfies Record<string, readonly ParseStatus[]>;

export const isIn = (status: AnyPgColumn, stage: keyof typeof STAGES) => inArray(status, [...STAGES[stage]]);

/** Opens what failed again, in the stage that failed. */
export const reopened = (status: AnyPgColumn) => ({
  status: sql`case ${status} when 'parse_failed' then 'parsing' when 'split_failed' then 'segmenting' else 'building' end`,
  failure: null,
  finishedAt: null,
});

/** Per cent of the stage something is in; needs the task at work on it in a join. */
export const progressOf = (status: AnyPgColumn) => sql<number>`case when ${status} = 'ready' then 100
  when ${tasks.total} > 0 then least(99, 100 * ${tasks.done} / ${tasks.total}) else 0 end`;

/** Joins rows of an area to their file, its current version and how that was read. */
export const withFile = <Rows extends PgSelect>(rows: Rows, fileId: AnyPgColumn) =>
  rows
    .innerJoin(files, eq(files.id, fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id));

export interface ReadFileFilter {
  keyword?: string;
  status?: keyof typeof STAGES;
}

/** Files of a name and in a stage, which may be the area's own. */
export const matchesFile = ({ keyword, status }: ReadFileFilter, column: AnyPgColumn) =>
  and(keyword ? ilike(files.name, likePattern(keyword)) : undefined, status ? isIn(column, status) : undefined);

/** Kind of the task that reads a version; the version is its subject. */
const READING = "reading";

/** Joins a version to the task that reads it or waits to. */
export const readingOf = (versionId: AnyPgColumn) => openTaskOf(versionId, READING);

/** A version that shall be read, as a document or for somebody else only; one that is known stays as it is. */
export async function insertParsedVersion(
  db: Queryable,
  versionId: string,
  format: DocumentFormat,
  encoding: string | null = null,
): Promise<void> {
  await db.insert(parsedVersions).values({ versionId, format, encoding }).onConflictDoNothing();
}

/** Opens a version to be read as a document; false when it was opened before. */
export async function openParsedVersion(db: Queryable, versionId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(parsedVersions)
    .set({ status: "uploaded" })
    .where(and(eq(parsedVersions.versionId, versionId), isNull(parsedVersions.status)));
  return rowCount !== 0;
}

type Change = Partial<Pick<typeof parsedVersions.$inferInsert, "status" | "failure" | "tokens" | "finishedAt">>;

export async function updateParsedVersion(db: Queryable, versionId: string, change: Change): Promise<void> {
  await db.update(parsedVersions).set(change).where(eq(parsedVersions.versionId, versionId));
}

/** Keeps what reading a version gave; false when another reading was first, whose text counts. */
export async function storeReading(
  db: Queryable,
  versionId: string,
  index: { parser: number; characters: number; parts: readonly unknown[]; language: string | null; title: string },
): Promise<boolean> {
  const { parser, characters, parts, language, title } = index;
  const { rowCount } = await db
    .update(parsedVersions)
    .set({ index, parser, characters, parts: parts.length, language, title })
    .where(and(eq(parsedVersions.versionId, versionId), isNull(parsedVersions.index)));
  return rowCount !== 0;
}

interface ReadVersion {
  versionId: string;
  format: DocumentFormat;
  encoding: string | null;
  index: Parameters<typeof storeReading>[2];
}

/** New versions that were read before they were stored; they are no documents of anybody. */
export async function insertReadVersions(db: Queryable, rows: readonly ReadVersion[]): Promise<void> {
  await db.insert(parsedVersions).values(
    rows.map(({ versionId, format, encoding, index }) => {
      const { parser, characters, parts, language, title } = index;
      return { versionId, format, encoding, index, parser, characters, parts: parts.length, language, title };
    }),
  );
}

/** A failed version is open again in the stage that failed; false when it had not failed. */
export async function reopenVersion(db: Queryable, versionId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(parsedVersions)
    .set(reopened(parsedVersions.status))
    .where(and(eq(parsedVersions.versionId, versionId), isIn(parsedVersions.status, "failed")));
  return rowCount !== 0;
}

/**
 * Forgets what this reading of a version gave, and leaves it as its upload did. Answers the index that was, and whether
 * it is a document; null when another reading counts by now.
 */
export async function invalidateReading(tx: Queryable, versionId: string, run: string) {
  const [row] = await tx
    .select({ index: parsedVersions.index, status: parsedVersions.status })
    .from(parsedVersions)
    .where(and(eq(parsedVersions.versionId, versionId), sql`${parsedVersions.index}->>'run' = ${run}`))
    .for("update");
  if (!row) return null;
  const isDocument = row.status !== null;
  const unread = { index: null, status: isDocument ? ("uploaded" as const) : null, failure: null, finishedAt: null };
  await tx.update(parsedVersions).set(unread).where(eq(parsedVersions.versionId, versionId));
  return { index: row.index, isDocument };
}

/** Versions still to be read that no task is about: a restore and a move leave such (`db/queries/files/stored-objects`). */
export async function listUnattended(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: parsedVersions.versionId })
    .from(parsedVersions)
    .leftJoin(tasks, readingOf(parsedVersions.versionId))
    .where(and(isIn(parsedVersions.status, "running"), isNull(tasks.id)))
    .orderBy(parsedVersions.createdAt);
  return rows.map(({ id }) => id);
}

/** Where the bytes of a version lie, what they are and whose. */
export async function findVersionSource(db: Queryable, versionId: string) {
  const [row] = await db
    .select({
      storageKey: fileVersions.storageKey,
      size: fileVersions.size,
      format: parsedVersions.format,
      encoding: parsedVersions.encoding,
      name: files.name,
      ownerId: files.ownerId,
      account: users.account,
      purpose: files.purpose,
      isDeleted: sql<boolean>`${files.deletedAt} is not null`,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .leftJoin(users, eq(users.id, files.ownerId))
    .leftJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(eq(fileVersions.id, versionId));
  return row ?? null;
}

/** Which reading of a version counts. */
export const readingRun = sql<string | null>`${parsedVersions.index}->>'run'`;

/** The run whose pieces count, and the key they are derived from. */
export async function findParsedRun(db: Queryable, versionId: string) {
  const [row] = await db
    .select({ run: readingRun, storageKey: fileVersions.storageKey })
    .from(parsedVersions)
    .innerJoin(fileVersions, eq(fileVersions.id, parsedVersions.versionId))
    .where(eq(parsedVersions.versionId, versionId));
  return row?.run ? { run: row.run, storageKey: row.storageKey } : null;
}

export async function findParsedIndex(db: Queryable, versionId: string): Promise<unknown> {
  const [row] = await db
    .select({ index: parsedVersions.index })
    .from(parsedVersions)
    .where(eq(parsedVersions.versionId, versionId));
  return row?.index ?? null;
}

/** The set that was cut and is not searchable yet. */
export async function findUnreadySet(db: Queryable, versionId: string, owner: string): Promise<string | null> {
  const [row] = await db
    .select({ id: sliceSets.id })
    .from(sliceSets)
    .where(
      and(
        eq(sliceSets.versionId, versionId),
        eq(sliceSets.owner, owner),
        eq(sliceSets.isReady, false),
        isNull(sliceSets.replacedAt),
      ),
    )
    .orderBy(desc(sliceSets.createdAt), desc(sliceSets.id))
    .limit(1);
  return row?.id ?? null;
}

/** States of versions the caller may see, without their indexes. */
export async function listParseStates(db: Queryable, versionIds: readonly string[]) {
  if (versionIds.length === 0) return [];
  return db
    .select({
      versionId: parsedVersions.versionId,
      status: sql<ParseStatus>`${parsedVersions.status}`,
      failure: parsedVersions.failure,
      progress: progressOf(parsedVersions.status),
      parts: parsedVersions.parts,
      characters: parsedVersions.characters,
      partKind: sql<string | null>`${parsedVersions.index}->'parts'->0->>'kind'`,
      warnings: sql<unknown>`${parsedVersions.index}->'warnings'`,
      encoding: sql<unknown>`${parsedVersions.index}->'encoding'`,
    })
    .from(parsedVersions)
    .leftJoin(tasks, readingOf(parsedVersions.versionId))
    .where(and(inArray(parsedVersions.versionId, [...versionIds]), isNotNull(parsedVersions.status)));
}

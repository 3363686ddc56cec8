import { and, eq, inArray, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { PASSING_PURPOSES } from "@/lib/config/constants";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { files, fileTickets, fileVersions } from "../../schema/files";
import { departments, users } from "../../schema/organisation";
import { departmentIsOpen } from "../organisation/departments";

/** Who reads: a person sees own and public files and people's pictures, nobody (`null`) public ones only. */
export type FileReader = string | null;

const readableColumns = {
  fileId: files.id,
  name: files.name,
  isPublic: files.isPublic,
  versionId: fileVersions.id,
  ...columnsOf(fileVersions, "size", "type", "sha256", "storageKey"),
};

const live = and(eq(files.status, "uploaded"), isNull(files.deletedAt));

/** A file of this person that is theirs to read and to delete. What they put into a base is the base's from then on. */
export function ownFile(ownerId: string | AnyPgColumn): SQL | undefined {
  return and(
    eq(files.ownerId, ownerId),
    correlated(sql`not exists (select 1 from knowledge_files k where k.file_id = ${files.id})`),
  );
}

/** The picture its owner shows of themselves: everybody who is signed in sees it beside their name. */
const isAvatar = correlated(
  sql`exists (select 1 from ${users} where ${users.id} = ${files.ownerId} and ${users.avatarFileId} = ${files.id})`,
);

/** The current version of a file this reader may read, or null. */
export async function findReadableFile(db: Queryable, reader: FileReader, fileId: string) {
  const [row] = await db
    .select(readableColumns)
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(
      and(eq(files.id, fileId), live, or(eq(files.isPublic, true), ...(reader ? [ownFile(reader), isAvatar] : []))),
    );
  return row ?? null;
}

/**
 * The version a ticket opens, asked for by file id or storage key; null unless the ticket lives and its person may still
 * sign in and read the file.
 */
export async function findByTicket(
  db: Queryable,
  tokenHash: string,
  asked: { fileId: string } | { storageKey: string },
) {
  const [row] = await db
    .select(readableColumns)
    .from(fileTickets)
    .innerJoin(fileVersions, eq(fileVersions.id, fileTickets.versionId))
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .innerJoin(users, eq(users.id, fileTickets.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        eq(fileTickets.tokenHash, tokenHash),
        sql`${fileTickets.expiresAt} > now()`,
        "fileId" in asked ? eq(files.id, asked.fileId) : eq(fileVersions.storageKey, asked.storageKey),
        live,
        or(eq(files.isPublic, true), ownFile(users.id)),
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        departmentIsOpen,
      ),
    );
  return row ?? null;
}

export type ReadableFile = NonNullable<Awaited<ReturnType<typeof findReadableFile>>>;

export async function insertFile(db: Queryable, row: typeof files.$inferInsert) {
  await db.insert(files).values(row);
}

/**
 * Bytes of all versions of a person's files: those they keep, and those in the trash until they are purged. Of files that only
 * pass through (`PASSING_PURPOSES`), or of all others.
 */
export async function sumVolume(
  db: Queryable,
  ownerId: string,
  isPassing = false,
): Promise<{ kept: number; trash: number }> {
  const passing = inArray(files.purpose, [...PASSING_PURPOSES]);
  const [row] = await db
    .select({
      kept: sql<string>`coalesce(sum(${fileVersions.size}) filter (where ${files.deletedAt} is null), 0)`,
      trash: sql<string>`coalesce(sum(${fileVersions.size}) filter (where ${files.deletedAt} is not null), 0)`,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(and(eq(files.ownerId, ownerId), isPassing ? passing : not(passing)));
  return { kept: Number(row?.kept ?? 0), trash: Number(row?.trash ?? 0) };
}

/** Uploads of one person finish one after the other, so that two cannot both take the last free space. */
export async function lockVolume(db: Queryable, ownerId: string) {
  await db.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for("update");
}

/** Makes a version the current one of a file that is still uploading; false when a sweep gave it up meanwhile. */
export async function finishFile(
  db: Queryable,
  {
    name,
    purpose,
    version,
  }: { name: string; purpose: string; version: typeof fileVersions.$inferInsert & { id: string } },
) {
  const rows = await db
    .update(files)
    .set({ name, purpose, status: "uploaded", currentVersionId: version.id })
    .where(and(eq(files.id, version.fileId), eq(files.status, "uploading")))
    .returning({ id: files.id });
  if (rows.length > 0) await db.insert(fileVersions).values(version);
  return rows.length > 0;
}

/** An own file with the version of this id, which is that of the upload it came from; null when there is none. */
export async function findFileOfVersion(db: Queryable, ownerId: string, versionId: string) {
  const [row] = await db
    .select({
      ...columnsOf(files, "id", "name", "purpose"),
      size: fileVersions.size,
      type: fileVersions.type,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(and(eq(fileVersions.id, versionId), eq(files.ownerId, ownerId), live));
  return row ?? null;
}

/**
 * Makes a further version the current one of an own file, or puts it aside until somebody takes it over; false when the file
 * is not there or not theirs.
 */
export async function addVersion(
  db: Queryable,
  ownerId: string,
  {
    name,
    purpose,
    version,
    isAside = false,
  }: { name: string; purpose: string; version: typeof fileVersions.$inferInsert & { id: string }; isAside?: boolean },
) {
  const rows = await db
    .update(files)
    .set({ name, purpose, ...(!isAside && { currentVersionId: version.id }) })
    .where(and(eq(files.id, version.fileId), eq(files.ownerId, ownerId), live))
    .returning({ id: files.id });
  if (rows.length === 0) return false;
  // The file's row is locked by now: two versions at once get two numbers.
  const [last] = await db
    .select({ number: sql<number>`coalesce(max(${fileVersions.number}), 0)`.mapWith(Number) })
    .from(fileVersions)
    .where(eq(fileVersions.fileId, version.fileId));
  await db.insert(fileVersions).values({ ...version, number: (last?.number ?? 0) + 1 });
  return true;
}

export async function markUploadFailed(db: Queryable, fileId: string) {
  await db
    .update(files)
    .set({ status: "upload_failed" })
    .where(and(eq(files.id, fileId), eq(files.status, "uploading")));
}

/** Shows a picture to everybody: for pictures of the configuration only. False for what is no picture of this person. */
export async function publishPicture(db: Queryable, ownerId: string, fileId: string, types: readonly string[]) {
  const isPicture = db
    .select({ id: fileVersions.fileId })
    .from(fileVersions)
    .where(and(eq(fileVersions.fileId, fileId), inArray(fileVersions.type, [...types])));
  const { rowCount } = await db
    .update(files)
    .set({ isPublic: true })
    .where(and(eq(files.id, fileId), ownFile(ownerId), live, inArray(files.id, isPicture)));
  return rowCount !== 0;
}

/** Those of the given files that everybody may read and that are pictures. */
export async function listPublicPictures(db: Queryable, ids: readonly string[], types: readonly string[]) {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(and(inArray(files.id, [...ids]), eq(files.isPublic, true), live, inArray(fileVersions.type, [...types])));
  return rows.map((row) => row.id);
}

/**
 * Puts an own file in the trash; answers its name, or null when it is not there or not theirs. What everybody sees stays:
 * the configuration lives on it.
 */
export async function softDeleteFile(db: Queryable, ownerId: string, fileId: string) {
  const [row] = await db
    .update(files)
    .set({ deletedAt: new Date() })
    .where(
      and(
        eq(files.id, fileId),
        ownFile(ownerId),
        eq(files.isPublic, false),
        isNull(files.deletedAt),
        ne(files.status, "uploading"),
      ),
    )
    .returning({ name: files.name });
  return row ?? null;
}

/** Files of a purpose (of this id; made before a moment) that nobody takes back from the trash: the next purge removes them. */
export async function discardFiles(db: Queryable, purpose: string, { id, before }: { id?: string; before?: Date }) {
  await db
    .update(files)
    .set({ deletedAt: new Date(0) })
    .where(
      and(
        eq(files.purpose, purpose),
        live,
        id ? eq(files.id, id) : undefined,
        before ? lt(files.createdAt, before) : undefined,
      ),
    );
}

export async function insertTicket(db: Queryable, row: typeof fileTickets.$inferInsert) {
  await db.insert(fileTickets).values(row);
}

/** Gives up uploads that began before the given time and never ended; answers their ids. */
export async function failStaleUploads(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db
    .update(files)
    .set({ status: "upload_failed" })
    .where(and(eq(files.status, "uploading"), lt(files.createdAt, before)))
    .returning({ id: files.id });
  return rows.map((row) => row.id);
}

/** Files whose time is over: failed uploads and files in the trash, both untouched since `before`. */
export async function listPurgeable(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(
      or(
        and(isNotNull(files.deletedAt), lt(files.deletedAt, before)),
        and(eq(files.status, "upload_failed"), lt(files.updatedAt, before)),
      ),
    )
    .orderBy(files.id)
    .limit(limit);
  return rows.map((row) => row.id);
}

export async function removeFiles(db: Queryable, ids: string[]) {
  if (ids.length > 0) await db.delete(files).where(inArray(files.id, ids));
}

export async function removeExpiredTickets(db: Queryable) {
  await db.delete(fileTickets).where(lt(fileTickets.expiresAt, sql`now()`));
}

/** A version that stood aside becomes the current one; false when another one has come meanwhile. */
export async function useVersion(
  tx: Transaction,
  fileId: string,
  versionId: string,
  instead: string,
): Promise<boolean> {
  const rows = await tx
    .update(files)
    .set({ currentVersionId: versionId })
    .where(and(eq(files.id, fileId), eq(files.currentVersionId, instead), live))
    .returning({ id: files.id });
  return rows.length > 0;
}

/** A version that was never in use, with what is known of it; its bytes are the caller's to remove. */
export async function removeVersion(tx: Transaction, versionId: string): Promise<void> {
  await tx.delete(fileVersions).where(eq(fileVersions.id, versionId));
}

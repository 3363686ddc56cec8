import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { type DocumentFormat, type ParseStatus, parsedVersions, sliceSets } from "../schema/documents";
import { files, fileVersions } from "../schema/files";

/** Stages something is still to be done in. */
export const OPEN_STATUS = ["uploaded", "parsing", "segmenting", "building"] as const satisfies readonly ParseStatus[];
const FAILED_STATUS = ["parse_failed", "split_failed", "build_failed"] as const satisfies readonly ParseStatus[];

/** A version as its upload left it; `db/queries/stored-objects` writes the same for a restore. */
const UNREAD = {
  index: null,
  status: "uploaded" as const,
  progress: 0,
  attempts: 0,
  failure: null,
  leaseId: null,
  leaseUntil: null,
  cancelRequestedAt: null,
  finishedAt: null,
};

const seconds = (count: number) => sql`now() + make_interval(secs => ${count})`;

export async function insertParsedVersion(db: Queryable, versionId: string, format: DocumentFormat) {
  await db.insert(parsedVersions).values({ versionId, format }).onConflictDoNothing();
}

/**
 * Takes a version for work: one holder at a time, until the lease runs out (SECURITY CR-06). Null when there is nothing to
 * do or somebody is at it.
 */
export async function claimVersion(db: Queryable, versionId: string, leaseId: string, leaseSeconds: number) {
  const [row] = await db
    .update(parsedVersions)
    .set({
      leaseId,
      leaseUntil: seconds(leaseSeconds),
      attempts: sql`${parsedVersions.attempts} + 1`,
      status: sql`case when ${parsedVersions.status} = 'uploaded' then 'parsing' else ${parsedVersions.status} end`,
    })
    .where(
      and(
        eq(parsedVersions.versionId, versionId),
        inArray(parsedVersions.status, [...OPEN_STATUS]),
        or(isNull(parsedVersions.leaseUntil), lt(parsedVersions.leaseUntil, sql`now()`)),
      ),
    )
    .returning({
      status: parsedVersions.status,
      attempts: parsedVersions.attempts,
      format: parsedVersions.format,
      cancelRequestedAt: parsedVersions.cancelRequestedAt,
    });
  return row ?? null;
}

/** Says that the holder is alive. Null when the lease is another's by now; else whether the work shall end. */
export async function renewLease(db: Queryable, versionId: string, leaseId: string, leaseSeconds: number) {
  const [row] = await db
    .update(parsedVersions)
    .set({ leaseUntil: seconds(leaseSeconds) })
    .where(held(versionId, leaseId))
    .returning({ cancelRequestedAt: parsedVersions.cancelRequestedAt });
  return row ? { isCancelled: row.cancelRequestedAt !== null } : null;
}

type Change = Partial<
  Omit<typeof parsedVersions.$inferInsert, "versionId" | "leaseId" | "leaseUntil" | "createdAt" | "updatedAt">
>;

/** A write of the holder; false when it is not the holder any more, and nothing was written. */
export async function updateHeld(db: Queryable, versionId: string, leaseId: string, change: Change): Promise<boolean> {
  const rows = await db
    .update(parsedVersions)
    .set(change)
    .where(held(versionId, leaseId))
    .returning({ id: parsedVersions.versionId });
  return rows.length > 0;
}

/** Gives the version back; nobody takes it up before the pause is over. */
export async function releaseLease(
  db: Queryable,
  versionId: string,
  leaseId: string,
  pauseSeconds: number,
  change: Change = {},
): Promise<boolean> {
  const rows = await db
    .update(parsedVersions)
    .set({ ...change, leaseId: null, leaseUntil: pauseSeconds > 0 ? seconds(pauseSeconds) : null })
    .where(held(versionId, leaseId))
    .returning({ id: parsedVersions.versionId });
  return rows.length > 0;
}

function held(versionId: string, leaseId: string) {
  return and(eq(parsedVersions.versionId, versionId), eq(parsedVersions.leaseId, leaseId));
}

/** A failed version is open again in the stage that failed; false when it had not failed. */
export async function reopenVersion(db: Queryable, versionId: string): Promise<boolean> {
  const rows = await db
    .update(parsedVersions)
    .set({
      status: sql`case ${parsedVersions.status} when 'parse_failed' then 'parsing' when 'split_failed' then 'segmenting' else 'building' end`,
      failure: null,
      attempts: 0,
      progress: 0,
      leaseId: null,
      leaseUntil: null,
      cancelRequestedAt: null,
      finishedAt: null,
    })
    .where(and(eq(parsedVersions.versionId, versionId), inArray(parsedVersions.status, [...FAILED_STATUS])))
    .returning({ id: parsedVersions.versionId });
  return rows.length > 0;
}

/**
 * Forgets what this reading of a version gave and opens it to be read from the beginning, whoever holds it. Answers the
 * index that was; null when another reading counts by now.
 */
export async function forgetReading(tx: Queryable, versionId: string, run: string): Promise<unknown> {
  const [row] = await tx
    .select({ index: parsedVersions.index })
    .from(parsedVersions)
    .where(and(eq(parsedVersions.versionId, versionId), sql`${parsedVersions.index}->>'run' = ${run}`))
    .for("update");
  if (!row) return null;
  await tx.update(parsedVersions).set(UNREAD).where(eq(parsedVersions.versionId, versionId));
  return row.index;
}

/** Asks whoever is at work to end. False when nothing is under way. */
export async function requestCancel(db: Queryable, versionId: string): Promise<boolean> {
  const rows = await db
    .update(parsedVersions)
    .set({ cancelRequestedAt: sql`now()` })
    .where(and(eq(parsedVersions.versionId, versionId), inArray(parsedVersions.status, [...OPEN_STATUS])))
    .returning({ id: parsedVersions.versionId });
  return rows.length > 0;
}

/**
 * The version to take up next of those nobody holds: whoever has the fewest under way comes first, then whose turn was
 * longest ago; of one person small files before large ones until these have waited `agedSeconds`, then the oldest. Without a usual place, and for people who have their
 * `full` share of them, only small files count, which may take the extra place.
 */
export async function findNextVersion(
  db: Queryable,
  at: {
    hasUsual: boolean;
    hasExtra: boolean;
    full: readonly string[];
    turns: readonly string[];
    except: readonly string[];
    smallBytes: number;
    agedSeconds: number;
  },
): Promise<{ versionId: string; ownerId: string | null } | null> {
  const result = await db.execute<{ version_id: string; owner_id: string | null }>(sql`
    with open as (
      select p.version_id, p.created_at, p.lease_id, p.lease_until, f.owner_id, v.size <= ${at.smallBytes}::bigint as is_small
      from parsed_versions p join file_versions v on v.id = p.version_id join files f on f.id = v.file_id
      where p.status in (${sql.join(
        OPEN_STATUS.map((status) => sql`${status}`),
        sql`, `,
      )})
    ), held as (
      select owner_id, count(*) as count from open where lease_id is not null and lease_until > now() group by owner_id
    )
    select o.version_id, o.owner_id from open o left join held h on h.owner_id = o.owner_id
    where (o.lease_until is null or o.lease_until < now()) and not o.version_id = any(${sql.param(at.except)}::uuid[])
      and (${at.hasUsual}::boolean and not coalesce(o.owner_id = any(${sql.param(at.full)}::uuid[]), false)
        or ${at.hasExtra}::boolean and o.is_small)
    order by coalesce(h.count, 0), coalesce(array_position(${sql.param(at.turns)}::uuid[], o.owner_id), 0), not o.is_small and o.created_at > now() - make_interval(secs => ${at.agedSeconds}),
      o.created_at, o.version_id
    limit 1`);
  const [row] = result.rows;
  return row ? { versionId: row.version_id, ownerId: row.owner_id } : null;
}

/** At the start of the only process there is: whatever was held is not any more. */
export async function dropLeases(db: Queryable) {
  await db
    .update(parsedVersions)
    .set({ leaseId: null, leaseUntil: null })
    .where(inArray(parsedVersions.status, [...OPEN_STATUS]));
}

/** Where the bytes of a version lie and whose they are. */
export async function findVersionSource(db: Queryable, versionId: string) {
  const [row] = await db
    .select({
      storageKey: fileVersions.storageKey,
      size: fileVersions.size,
      ownerId: files.ownerId,
      // What is uploaded to be read names the app it was given to.
      app: files.purpose,
      isDeleted: sql<boolean>`${files.deletedAt} is not null`,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(eq(fileVersions.id, versionId));
  return row ?? null;
}

/** The run whose pieces count, and the key they are derived from. */
export async function findParsedRun(db: Queryable, versionId: string) {
  const [row] = await db
    .select({ run: sql<string | null>`${parsedVersions.index}->>'run'`, storageKey: fileVersions.storageKey })
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
    .where(and(eq(sliceSets.versionId, versionId), eq(sliceSets.owner, owner), eq(sliceSets.isReady, false)))
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
      status: parsedVersions.status,
      failure: parsedVersions.failure,
      progress: parsedVersions.progress,
      parts: parsedVersions.parts,
      characters: parsedVersions.characters,
      partKind: sql<string | null>`${parsedVersions.index}->'parts'->0->>'kind'`,
      warnings: sql<unknown>`${parsedVersions.index}->'warnings'`,
    })
    .from(parsedVersions)
    .where(inArray(parsedVersions.versionId, [...versionIds]));
}

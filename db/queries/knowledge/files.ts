import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { correlated } from "../../correlated";
import { type Page, pageOf } from "../../page";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles, knowledgePages, knowledgeRereadings } from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import { parsedVersions } from "../../schema/parsing";
import { sliceSets } from "../../schema/retrieval";
import { tasks } from "../../schema/tasks";
import { isIn, matchesFile, progressOf, type ReadFileFilter, type STAGES, withFile } from "../parsing/parsing";
import { type GrantedSubjects, isGranted } from "../permissions/grants";
import { openTaskOf } from "../tasks/tasks";
import { type BaseRight, reachableBase } from "./bases";

/** `grants.resource_type` of files of bases. */
export const KNOWLEDGE_FILE_RESOURCE = "knowledge_file";

/** Kind of the task that makes a file searchable; its version is the subject. */
const KNOWLEDGE_FILE_TASK = "knowledgeFile";

const isLive = and(isNull(knowledgeFiles.deletedAt), isNull(files.deletedAt));

/**
 * Files of bases a person reaches that are not kept from them: a file narrows its base, and never widens it (spec F8), so
 * this stands beside `visibleBase`, or inside `reachableFile`. Its owner and the base's always see it.
 */
export function visibleFile(subjects: GrantedSubjects): SQL | undefined {
  const ownsBase = correlated(
    sql`exists (select 1 from knowledge_bases b where b.id = ${knowledgeFiles.baseId} and b.owner_id = ${subjects.userId})`,
  );
  return or(
    eq(knowledgeFiles.visibility, "all"),
    eq(knowledgeFiles.ownerId, subjects.userId),
    and(
      eq(knowledgeFiles.visibility, "partial"),
      isGranted(KNOWLEDGE_FILE_RESOURCE, knowledgeFiles.id, subjects, ["view", "manage"]),
    ),
    ownsBase,
  );
}

/** Live files that are not kept from a person, of bases they reach, over `knowledge_files` joined with `files`. */
export const shownFile = (subjects: GrantedSubjects): SQL | undefined => and(isLive, visibleFile(subjects));

/** Live files a person has the right to, over `knowledge_files` joined with `files` and `knowledge_bases`. */
export const reachableFile = (subjects: GrantedSubjects, right: BaseRight): SQL | undefined =>
  and(reachableBase(subjects, right), shownFile(subjects));

/** The set that answers for a file in its base. */
export const isAnsweringSet = and(
  eq(sliceSets.versionId, knowledgeFiles.readyVersionId),
  eq(sliceSets.owner, sql`${knowledgeFiles.baseId}::text`),
  eq(sliceSets.isReady, true),
);

/** Between its dates (spec F7). */
export const isValid = and(
  or(isNull(knowledgeFiles.validFrom), lte(knowledgeFiles.validFrom, sql`now()`)),
  or(isNull(knowledgeFiles.validUntil), gt(knowledgeFiles.validUntil, sql`now()`)),
);

const owners = alias(users, "file_owners");
const uploaders = alias(users, "uploaders");

function selectFiles(db: Queryable) {
  const rows = db
    .select({
      id: knowledgeFiles.id,
      baseId: knowledgeFiles.baseId,
      fileId: knowledgeFiles.fileId,
      versionId: fileVersions.id,
      name: files.name,
      size: fileVersions.size,
      sha256: fileVersions.sha256,
      format: parsedVersions.format,
      status: knowledgeFiles.status,
      failure: knowledgeFiles.failure,
      readyVersionId: knowledgeFiles.readyVersionId,
      progress: progressOf(knowledgeFiles.status),
      sliceCount: knowledgeFiles.sliceCount,
      tokens: knowledgeFiles.tokens,
      segmentation: knowledgeFiles.segmentation,
      isHeld: knowledgeFiles.isHeld,
      folder: knowledgeFiles.folder,
      tags: knowledgeFiles.tags,
      visibility: knowledgeFiles.visibility,
      validFrom: knowledgeFiles.validFrom,
      validUntil: knowledgeFiles.validUntil,
      ownerId: knowledgeFiles.ownerId,
      ownerName: owners.name,
      uploaderId: files.ownerId,
      uploaderName: uploaders.name,
      createdAt: knowledgeFiles.createdAt,
      updatedAt: knowledgeFiles.updatedAt,
      finishedAt: knowledgeFiles.finishedAt,
      rereading: knowledgeRereadings.status,
      page: {
        url: knowledgePages.url,
        refresh: knowledgePages.refresh,
        status: knowledgePages.status,
        failure: knowledgePages.failure,
        checkedAt: knowledgePages.checkedAt,
        changedAt: knowledgePages.changedAt,
      },
    })
    .from(knowledgeFiles)
    .leftJoin(knowledgeRereadings, eq(knowledgeRereadings.knowledgeFileId, knowledgeFiles.id))
    .leftJoin(knowledgePages, eq(knowledgePages.knowledgeFileId, knowledgeFiles.id))
    .$dynamic();
  return withFile(rows, knowledgeFiles.fileId)
    .leftJoin(owners, eq(owners.id, knowledgeFiles.ownerId))
    .leftJoin(uploaders, eq(uploaders.id, files.ownerId))
    .leftJoin(tasks, openTaskOf(fileVersions.id, KNOWLEDGE_FILE_TASK));
}
export type KnowledgeFileRow = Awaited<ReturnType<typeof selectFiles>>[number];

/** What waits until a person says how it is cut was read: nothing works on it. */
const isAt = (stage: keyof typeof STAGES): SQL | undefined =>
  and(
    isIn(knowledgeFiles.status, stage),
    stage === "running"
      ? sql`not (${knowledgeFiles.isHeld} and ${knowledgeFiles.status} = 'uploaded' and ${knowledgeFiles.finishedAt} is not null)`
      : undefined,
  );

export interface KnowledgeFileFilter extends ReadFileFilter {
  /** Files that lie in it, not below it; empty: the root. */
  folder?: string;
  /** Files that carry it. */
  tag?: string;
  uploaderId?: string;
  /** Whose days end before then, or have ended. */
  endsBefore?: Date;
  /** These ones only. */
  ids?: readonly string[];
  /** What lies in the trash, instead of the live ones. */
  trash?: boolean;
  /** Failed for this reason. */
  failure?: string;
}

/** Files of a base this person may see, narrowed by a filter; over `knowledge_files` joined with `files`. */
export function matchingFiles(
  subjects: GrantedSubjects,
  baseId: string,
  { keyword, status, folder, tag, uploaderId, endsBefore, ids, trash, failure }: KnowledgeFileFilter,
): SQL | undefined {
  return and(
    eq(knowledgeFiles.baseId, baseId),
    trash ? isNotNull(knowledgeFiles.deletedAt) : isLive,
    visibleFile(subjects),
    matchesFile({ keyword }, knowledgeFiles.status),
    status ? isAt(status) : undefined,
    failure ? eq(knowledgeFiles.failure, failure) : undefined,
    folder === undefined ? undefined : eq(knowledgeFiles.folder, folder),
    tag ? arrayContains(knowledgeFiles.tags, [tag]) : undefined,
    uploaderId ? eq(files.ownerId, uploaderId) : undefined,
    endsBefore ? lte(knowledgeFiles.validUntil, endsBefore) : undefined,
    ids ? inArray(knowledgeFiles.id, [...ids]) : undefined,
  );
}

const ORDER = {
  created: knowledgeFiles.createdAt,
  updated: knowledgeFiles.updatedAt,
  name: files.name,
  size: fileVersions.size,
  slices: knowledgeFiles.sliceCount,
} as const;

/** Files of a base this person may see; the caller found the base in their scope. */
export function listKnowledgeFiles(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  filter: KnowledgeFileFilter,
  { sort, ascending, ...page }: Page & { sort: keyof typeof ORDER; ascending: boolean },
): Promise<{ rows: KnowledgeFileRow[]; total: number }> {
  const direction = ascending ? asc : desc;
  const rows = selectFiles(db).where(matchingFiles(subjects, baseId, filter));
  return pageOf(db, rows, page, direction(ORDER[sort]), direction(knowledgeFiles.id));
}

/** Ids of files a filter finds, oldest first. */
export async function listFileIds(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  filter: KnowledgeFileFilter,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: knowledgeFiles.id })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(matchingFiles(subjects, baseId, filter))
    .orderBy(asc(knowledgeFiles.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const times = (stage: keyof typeof STAGES) => sql<number>`count(*) filter (where ${isAt(stage)})`.mapWith(Number);

/** How many of a base's files this person may see are in each state; the filter's own state does not count. */
export async function countFileStates(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  { status: _, ...filter }: KnowledgeFileFilter,
) {
  const [row] = await db
    .select({ all: count(), running: times("running"), failed: times("failed"), ready: times("ready") })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(matchingFiles(subjects, baseId, filter));
  return row ?? { all: 0, running: 0, failed: 0, ready: 0 };
}

/** A live file of a live base this person has the right to, or null. */
export async function findKnowledgeFile(db: Queryable, subjects: GrantedSubjects, id: string, right: BaseRight) {
  const [row] = await selectFiles(db)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(and(eq(knowledgeFiles.id, id), reachableFile(subjects, right)));
  return row ?? null;
}

/** A file in the trash of a live base this person manages, or null. */
export async function findDeletedFile(db: Queryable, subjects: GrantedSubjects, id: string) {
  const [row] = await selectFiles(db)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(
      and(
        eq(knowledgeFiles.id, id),
        isNotNull(knowledgeFiles.deletedAt),
        reachableBase(subjects, "manage"),
        visibleFile(subjects),
      ),
    );
  return row ?? null;
}

/** The live files of these files, in no order. */
export function listFilesByFile(db: Queryable, baseId: string, fileIds: readonly string[]) {
  if (fileIds.length === 0) return Promise.resolve([]);
  return selectFiles(db).where(
    and(eq(knowledgeFiles.baseId, baseId), inArray(knowledgeFiles.fileId, [...fileIds]), isLive),
  );
}

/** A live file of the base with these bytes, but for one; `isVisible`: to this person. */
export async function findDuplicateFile(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  sha256: string,
  except?: string,
) {
  const [row] = await db
    .select({
      id: knowledgeFiles.id,
      name: files.name,
      isVisible: correlated(sql<boolean>`${visibleFile(subjects)}`),
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(
      and(
        eq(knowledgeFiles.baseId, baseId),
        eq(fileVersions.sha256, sha256),
        isLive,
        except ? ne(knowledgeFiles.id, except) : undefined,
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Tokens a slice of a base has on average; 0 while it has none. */
export async function meanSliceTokens(db: Queryable, baseId: string): Promise<number> {
  const { tokens, sliceCount } = knowledgeFiles;
  const [row] = await db
    .select({ mean: sql<number>`coalesce(sum(${tokens})::float8 / nullif(sum(${sliceCount}), 0), 0)`.mapWith(Number) })
    .from(knowledgeFiles)
    .where(and(eq(knowledgeFiles.baseId, baseId), isNull(knowledgeFiles.deletedAt)));
  return row?.mean ?? 0;
}

/** Versions of a file of a base, newest first; the caller found the file in the person's scope. */
export function listFileVersions(db: Queryable, fileId: string) {
  return (
    db
      .select({
        versionId: fileVersions.id,
        number: fileVersions.number,
        size: fileVersions.size,
        isCurrent: correlated(sql<boolean>`${fileVersions.id} = ${files.currentVersionId}`),
        isAnswering: correlated(sql<boolean>`coalesce(${fileVersions.id} = ${knowledgeFiles.readyVersionId}, false)`),
        createdAt: fileVersions.createdAt,
      })
      .from(fileVersions)
      .innerJoin(files, eq(files.id, fileVersions.fileId))
      .innerJoin(knowledgeFiles, eq(knowledgeFiles.fileId, files.id))
      // One that stands aside is none of them yet.
      .leftJoin(knowledgeRereadings, eq(knowledgeRereadings.versionId, fileVersions.id))
      .where(and(eq(files.id, fileId), isNull(knowledgeRereadings.versionId)))
      .orderBy(desc(fileVersions.number))
  );
}

/** Live files of a folder by their names, as far as this person may see them. */
export function listNamesakes(
  db: Queryable,
  subjects: GrantedSubjects,
  { baseId, folder, names }: { baseId: string; folder: string; names: readonly string[] },
) {
  if (names.length === 0) return Promise.resolve([]);
  return db
    .select({ id: knowledgeFiles.id, name: files.name })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(and(matchingFiles(subjects, baseId, { folder }), inArray(files.name, [...names])));
}

/** Files and bytes of bases as far as this person may see them, of bases that have any. */
export async function measureBases(db: Queryable, subjects: GrantedSubjects, baseIds: readonly string[]) {
  if (baseIds.length === 0) return new Map<string, { files: number; size: number }>();
  const rows = await db
    .select({
      baseId: knowledgeFiles.baseId,
      files: count(),
      size: sql<number>`coalesce(sum(${fileVersions.size}), 0)`.mapWith(Number),
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(and(inArray(knowledgeFiles.baseId, [...baseIds]), isLive, visibleFile(subjects)))
    .groupBy(knowledgeFiles.baseId);
  return new Map(rows.map(({ baseId, ...size }) => [baseId, size]));
}

import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { BaseType } from "@/lib/config/knowledge-kinds";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles, knowledgeShortcuts } from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import { type GrantedSubjects, isGranted } from "../permissions/grants";

/** `grants.resource_type` of bases. */
export const BASE_RESOURCE = "knowledge_base";

/**
 * Bases a person may use, in the trash or not: their own, those for all, and those granted to them. What only its owner
 * sees has no other reader, whatever its grants say (ARCHITECTURE 9).
 */
export function visibleBase(subjects: GrantedSubjects): SQL | undefined {
  return and(
    ofKey(subjects),
    or(
      eq(knowledgeBases.ownerId, subjects.userId),
      eq(knowledgeBases.visibility, "all"),
      and(
        eq(knowledgeBases.visibility, "partial"),
        isGranted(BASE_RESOURCE, knowledgeBases.id, subjects, ["view", "manage"]),
      ),
    ),
  );
}

/** A key of the Open API may be for some bases only. */
const ofKey = ({ baseIds }: GrantedSubjects) => (baseIds ? inArray(knowledgeBases.id, [...baseIds]) : undefined);

/** Bases a person may change: their own, and those they were granted the management of. */
export function managedBase(subjects: GrantedSubjects): SQL | undefined {
  return and(
    ofKey(subjects),
    or(
      eq(knowledgeBases.ownerId, subjects.userId),
      and(
        inArray(knowledgeBases.visibility, ["all", "partial"]),
        isGranted(BASE_RESOURCE, knowledgeBases.id, subjects, ["manage"]),
      ),
    ),
  );
}

export type BaseRight = "view" | "manage";
const reach = (subjects: GrantedSubjects, right: BaseRight) =>
  right === "view" ? visibleBase(subjects) : managedBase(subjects);
/** Live bases a person has the right to. */
export const reachableBase = (subjects: GrantedSubjects, right: BaseRight): SQL | undefined =>
  and(isNull(knowledgeBases.deletedAt), reach(subjects, right));
const isLive = isNull(knowledgeBases.deletedAt);

function selectBases(db: Queryable, subjects: GrantedSubjects) {
  return db
    .select({
      id: knowledgeBases.id,
      name: knowledgeBases.name,
      description: knowledgeBases.description,
      icon: knowledgeBases.icon,
      type: knowledgeBases.type,
      visibility: knowledgeBases.visibility,
      segmentation: knowledgeBases.segmentation,
      embeddingModelId: knowledgeBases.embeddingModelId,
      nextEmbeddingModelId: knowledgeBases.nextEmbeddingModelId,
      visionModelId: knowledgeBases.visionModelId,
      retrieval: knowledgeBases.retrieval,
      ownerId: knowledgeBases.ownerId,
      ownerName: users.name,
      mayManage: correlated(sql<boolean>`${managedBase(subjects)}`),
      position: knowledgeShortcuts.position,
      createdAt: knowledgeBases.createdAt,
      updatedAt: knowledgeBases.updatedAt,
      deletedAt: knowledgeBases.deletedAt,
    })
    .from(knowledgeBases)
    .innerJoin(users, eq(users.id, knowledgeBases.ownerId))
    .leftJoin(
      knowledgeShortcuts,
      and(eq(knowledgeShortcuts.baseId, knowledgeBases.id), eq(knowledgeShortcuts.userId, subjects.userId)),
    )
    .$dynamic();
}
export type BaseRow = Awaited<ReturnType<typeof selectBases>>[number];

export interface BaseFilter {
  keyword?: string;
  /** Own ones only (spec 6). */
  mine?: boolean;
  type?: BaseType;
  right: BaseRight;
  /** Own ones that were deleted, instead of the live ones. */
  trash?: boolean;
}

function matching(subjects: GrantedSubjects, { keyword, mine, type, right, trash }: BaseFilter): SQL | undefined {
  const pattern = keyword ? likePattern(keyword) : null;
  return and(
    trash ? isNotNull(knowledgeBases.deletedAt) : isLive,
    mine || trash ? eq(knowledgeBases.ownerId, subjects.userId) : reach(subjects, right),
    type ? eq(knowledgeBases.type, type) : undefined,
    pattern ? or(ilike(knowledgeBases.name, pattern), ilike(knowledgeBases.description, pattern)) : undefined,
  );
}

const ORDER = { updated: knowledgeBases.updatedAt, created: knowledgeBases.createdAt, name: knowledgeBases.name };

export async function listBases(
  db: Queryable,
  subjects: GrantedSubjects,
  filter: BaseFilter,
  { sort, ...page }: Page & { sort: keyof typeof ORDER },
): Promise<{ rows: BaseRow[]; total: number }> {
  const direction = sort === "name" ? asc : desc;
  const list = selectBases(db, subjects).where(matching(subjects, filter));
  return pageOf(db, list, page, direction(ORDER[sort]), direction(knowledgeBases.id));
}

/** A live base this person has the right to; null when it is missing, deleted or not theirs. */
export async function findBase(db: Queryable, subjects: GrantedSubjects, id: string, right: BaseRight) {
  const [row] = await selectBases(db, subjects).where(and(eq(knowledgeBases.id, id), isLive, reach(subjects, right)));
  return row ?? null;
}

/** Own base in the trash, or null. */
export async function findDeletedBase(db: Queryable, subjects: GrantedSubjects, id: string) {
  const own = eq(knowledgeBases.ownerId, subjects.userId);
  const [row] = await selectBases(db, subjects).where(
    and(eq(knowledgeBases.id, id), own, isNotNull(knowledgeBases.deletedAt)),
  );
  return row ?? null;
}

/** Whether a base lies in the trash, and whether a person may change it otherwise; null when it is gone for good. */
export async function findBaseState(db: Queryable, subjects: GrantedSubjects, id: string) {
  const [row] = await db
    .select({
      isDeleted: sql<boolean>`${knowledgeBases.deletedAt} is not null`,
      mayManage: correlated(sql<boolean>`${managedBase(subjects)}`),
    })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.id, id));
  return row ?? null;
}

export async function insertBase(db: Queryable, row: typeof knowledgeBases.$inferInsert & { id: string }) {
  await db.insert(knowledgeBases).values(row);
}

/** The caller found the base in the person's scope. */
export async function updateBase(tx: Transaction, id: string, patch: Partial<typeof knowledgeBases.$inferInsert>) {
  await tx.update(knowledgeBases).set(patch).where(eq(knowledgeBases.id, id));
}

/** Bases that lay in the trash since before then. */
export function listPurgeableBases(db: Queryable, before: Date, limit: number) {
  return db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(lt(knowledgeBases.deletedAt, before))
    .orderBy(asc(knowledgeBases.deletedAt))
    .limit(limit);
}

export async function removeBase(tx: Transaction, id: string) {
  await tx.delete(knowledgeBases).where(eq(knowledgeBases.id, id));
}

/** Those of these live bases that a person may use. */
export function listReachableBases(db: Queryable, subjects: GrantedSubjects, ids: readonly string[]) {
  return selectBases(db, subjects).where(and(inArray(knowledgeBases.id, [...ids]), isLive, visibleBase(subjects)));
}

/** A person's shortcuts to live bases they may still use, in their order. */
export function listShortcuts(db: Queryable, subjects: GrantedSubjects) {
  return db
    .select({
      id: knowledgeBases.id,
      name: knowledgeBases.name,
      icon: knowledgeBases.icon,
      mayManage: correlated(sql<boolean>`${managedBase(subjects)}`),
    })
    .from(knowledgeShortcuts)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeShortcuts.baseId))
    .where(and(eq(knowledgeShortcuts.userId, subjects.userId), isLive, visibleBase(subjects)))
    .orderBy(asc(knowledgeShortcuts.position), asc(knowledgeBases.id));
}

/** A person's shortcuts become these, in this order. */
export async function replaceShortcuts(tx: Transaction, userId: string, baseIds: readonly string[]) {
  await tx.delete(knowledgeShortcuts).where(eq(knowledgeShortcuts.userId, userId));
  if (baseIds.length === 0) return;
  await tx.insert(knowledgeShortcuts).values(baseIds.map((baseId, position) => ({ userId, baseId, position })));
}

/** Bases of a person, those in the trash too. */
export async function countOwnedBases(db: Queryable, ownerId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(knowledgeBases).where(eq(knowledgeBases.ownerId, ownerId));
  return row?.count ?? 0;
}

/** Live bases of a person: what others may need when they go. */
export function listOwnedBases(db: Queryable, ownerId: string) {
  return db
    .select({ id: knowledgeBases.id, name: knowledgeBases.name })
    .from(knowledgeBases)
    .where(and(eq(knowledgeBases.ownerId, ownerId), isLive))
    .orderBy(asc(knowledgeBases.name), asc(knowledgeBases.id));
}

/** Live bases of a person with the files in them: what they take along (spec M6). */
export async function listOwnBaseContent(db: Queryable, ownerId: string) {
  const bases = await db
    .select({
      id: knowledgeBases.id,
      name: knowledgeBases.name,
      description: knowledgeBases.description,
      type: knowledgeBases.type,
      visibility: knowledgeBases.visibility,
      createdAt: knowledgeBases.createdAt,
    })
    .from(knowledgeBases)
    .where(and(eq(knowledgeBases.ownerId, ownerId), isLive))
    .orderBy(asc(knowledgeBases.name), asc(knowledgeBases.id));
  const content = await db
    .select({
      baseId: knowledgeFiles.baseId,
      name: files.name,
      size: fileVersions.size,
      type: fileVersions.type,
      status: knowledgeFiles.status,
      createdAt: knowledgeFiles.createdAt,
    })
    .from(knowledgeFiles)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .leftJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(and(eq(knowledgeBases.ownerId, ownerId), isLive, isNull(knowledgeFiles.deletedAt)))
    .orderBy(asc(files.name), asc(knowledgeFiles.id));
  const byBase = Map.groupBy(content, ({ baseId }) => baseId);
  return bases.map(({ id, ...base }) => ({
    ...base,
    files: (byBase.get(id) ?? []).map(({ baseId: _, ...file }) => file),
  }));
}

/** All bases of a person become another's. */
export async function transferBases(tx: Transaction, from: string, to: string) {
  await tx.update(knowledgeBases).set({ ownerId: to }).where(eq(knowledgeBases.ownerId, from));
}

/** Own bases nobody else sees go to the trash: their owner has gone. */
export async function hideOwnBases(tx: Transaction, ownerId: string) {
  const hidden = and(eq(knowledgeBases.ownerId, ownerId), eq(knowledgeBases.visibility, "self"), isLive);
  await tx.update(knowledgeBases).set({ deletedAt: new Date() }).where(hidden);
}

/** Live bases whose vectors a model makes, or that are searched by its help. */
export function listBasesOfModel(db: Queryable, modelId: string) {
  const helps = correlated(
    sql`exists (select 1 from jsonb_each_text(${knowledgeBases.retrieval}) own where own.value = ${modelId})`,
  );
  return db
    .select({ name: knowledgeBases.name })
    .from(knowledgeBases)
    .where(
      and(
        or(
          eq(knowledgeBases.embeddingModelId, modelId),
          eq(knowledgeBases.nextEmbeddingModelId, modelId),
          eq(knowledgeBases.visionModelId, modelId),
          helps,
        ),
        isLive,
      ),
    )
    .orderBy(asc(knowledgeBases.name))
    .limit(1000);
}

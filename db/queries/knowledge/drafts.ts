import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { type Page, pageOf } from "../../page";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeDrafts, knowledgeFiles } from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import type { GrantedSubjects } from "../permissions/grants";
import { reachableBase } from "./bases";
import { reachableFile } from "./files";

const authors = alias(users, "draft_authors");
const deciders = alias(users, "draft_deciders");

/** Drafts with what this person may know of the base and the file they became. */
function selectDrafts(db: Queryable, subjects: GrantedSubjects) {
  return db
    .select({
      id: knowledgeDrafts.id,
      title: knowledgeDrafts.title,
      text: knowledgeDrafts.text,
      state: knowledgeDrafts.state,
      reason: knowledgeDrafts.reason,
      originKind: knowledgeDrafts.originKind,
      originTitle: knowledgeDrafts.originTitle,
      authorId: authors.id,
      authorName: authors.name,
      deciderName: deciders.name,
      baseId: knowledgeDrafts.baseId,
      baseName: correlated(
        sql<string | null>`case when ${reachableBase(subjects, "view")} then ${knowledgeBases.name} end`,
      ),
      fileId: correlated(
        sql<
          string | null
        >`(select ${knowledgeFiles.id} from ${knowledgeFiles} inner join ${files} on ${files.id} = ${knowledgeFiles.fileId}
          where ${knowledgeFiles.id} = ${knowledgeDrafts.knowledgeFileId} and ${reachableFile(subjects, "view")})`,
      ),
      createdAt: knowledgeDrafts.createdAt,
      decidedAt: knowledgeDrafts.decidedAt,
    })
    .from(knowledgeDrafts)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeDrafts.baseId))
    .innerJoin(authors, eq(authors.id, knowledgeDrafts.authorId))
    .leftJoin(deciders, eq(deciders.id, knowledgeDrafts.deciderId))
    .$dynamic();
}
export type DraftRow = Awaited<ReturnType<typeof selectDrafts>>[number];

export interface DraftFilter {
  /** Of a base the person manages; without it the drafts they filed themselves. */
  baseId?: string;
  /** Of this answer. */
  messageId?: string;
  isOpen?: boolean;
}

function matching(subjects: GrantedSubjects, { baseId, messageId, isOpen }: DraftFilter): SQL | undefined {
  return and(
    baseId
      ? and(eq(knowledgeDrafts.baseId, baseId), reachableBase(subjects, "manage"))
      : eq(knowledgeDrafts.authorId, subjects.userId),
    messageId ? eq(knowledgeDrafts.messageId, messageId) : undefined,
    isOpen === undefined ? undefined : isOpen ? eq(knowledgeDrafts.state, "open") : ne(knowledgeDrafts.state, "open"),
  );
}

/** Drafts, the newest first; those that wait, the oldest first. */
export function listDrafts(db: Queryable, subjects: GrantedSubjects, filter: DraftFilter, page: Page) {
  const direction = filter.isOpen ? asc : desc;
  return pageOf(db, selectDrafts(db, subjects).where(matching(subjects, filter)), page, direction(knowledgeDrafts.id));
}

/** A draft of a base this person manages, or null. */
export async function findManagedDraft(db: Queryable, subjects: GrantedSubjects, id: string) {
  const [row] = await selectDrafts(db, subjects).where(
    and(eq(knowledgeDrafts.id, id), reachableBase(subjects, "manage")),
  );
  return row ?? null;
}

/** Everything a person filed, with the names of bases they may still use (spec M6). */
export async function listOwnDraftContent(db: Queryable, subjects: GrantedSubjects) {
  const rows = await selectDrafts(db, subjects).where(matching(subjects, {})).orderBy(asc(knowledgeDrafts.id));
  return rows.map(({ title, text, state, reason, baseName, createdAt, decidedAt }) => ({
    ...{ base: baseName, title, text, state, reason, createdAt, decidedAt },
  }));
}

export async function insertDraft(tx: Transaction, row: typeof knowledgeDrafts.$inferInsert & { id: string }) {
  await tx.insert(knowledgeDrafts).values(row);
}

/** Decides about a draft that waits; false when somebody was quicker. */
export async function decideDraft(
  tx: Transaction,
  id: string,
  decision: Pick<typeof knowledgeDrafts.$inferInsert, "state" | "reason" | "deciderId" | "knowledgeFileId">,
): Promise<boolean> {
  const rows = await tx
    .update(knowledgeDrafts)
    .set({ ...decision, decidedAt: new Date() })
    .where(and(eq(knowledgeDrafts.id, id), eq(knowledgeDrafts.state, "open")))
    .returning({ id: knowledgeDrafts.id });
  return rows.length > 0;
}

/** Takes back an own draft that waits; null when there is none. */
export async function removeDraft(tx: Transaction, authorId: string, id: string) {
  const [row] = await tx
    .delete(knowledgeDrafts)
    .where(and(eq(knowledgeDrafts.id, id), eq(knowledgeDrafts.authorId, authorId), eq(knowledgeDrafts.state, "open")))
    .returning({ title: knowledgeDrafts.title });
  return row ?? null;
}

/** Drafts of a person that wait. */
export async function countOpenDrafts(db: Queryable, authorId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(knowledgeDrafts)
    .where(and(eq(knowledgeDrafts.authorId, authorId), eq(knowledgeDrafts.state, "open")));
  return row?.count ?? 0;
}

/** Where versions lie: the base, and how far it shows the file; a file outside of bases is its owner's alone. */
export function listHomes(db: Queryable, versionIds: readonly string[]) {
  if (versionIds.length === 0) return Promise.resolve([]);
  return db
    .select({
      versionId: fileVersions.id,
      baseId: knowledgeFiles.baseId,
      visibility: knowledgeFiles.visibility,
    })
    .from(fileVersions)
    .leftJoin(knowledgeFiles, eq(knowledgeFiles.fileId, fileVersions.fileId))
    .where(inArray(fileVersions.id, [...versionIds]));
}

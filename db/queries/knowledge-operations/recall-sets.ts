import { and, asc, desc, eq, ilike, inArray, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { recallItems, recallSets } from "../../schema/knowledge-operations";
import { users } from "../../schema/organisation";
import { managedBase } from "../knowledge/bases";
import { reachableFile } from "../knowledge/files";
import type { GrantedSubjects } from "../permissions/grants";

export type RecallItemRow = typeof recallItems.$inferSelect;
type ItemState = RecallItemRow["state"];

const itemsOf = (state: ItemState) =>
  correlated(
    sql<number>`(select count(*)::int from recall_items item where item.set_id = ${recallSets.id} and item.state = ${state})`,
  );

/** Sets of live bases this person manages. */
const managed = (subjects: GrantedSubjects): SQL | undefined =>
  and(sql`${knowledgeBases.deletedAt} is null`, managedBase(subjects));

function selectSets(db: Queryable, subjects: GrantedSubjects, condition: SQL | undefined) {
  return db
    .select({
      id: recallSets.id,
      baseId: recallSets.baseId,
      baseName: knowledgeBases.name,
      retrieval: knowledgeBases.retrieval,
      name: recallSets.name,
      author: users.name,
      active: itemsOf("active"),
      proposed: itemsOf("proposed"),
      createdAt: recallSets.createdAt,
    })
    .from(recallSets)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, recallSets.baseId))
    .innerJoin(users, eq(users.id, recallSets.authorId))
    .where(and(condition, managed(subjects)))
    .$dynamic();
}
export type RecallSetRow = Awaited<ReturnType<typeof selectSets>>[number];

/** Sets of a base, the newest first. */
export function listRecallSets(
  db: Queryable,
  subjects: GrantedSubjects,
  { baseId, keyword, ...page }: Page & { baseId: string; keyword?: string },
): Promise<{ rows: RecallSetRow[]; total: number }> {
  const named = keyword ? ilike(recallSets.name, likePattern(keyword)) : undefined;
  const list = selectSets(db, subjects, and(eq(recallSets.baseId, baseId), named));
  return pageOf(db, list, page, desc(recallSets.createdAt), desc(recallSets.id));
}

/** A set of a base this person manages, or null. */
export async function findRecallSet(
  db: Queryable,
  subjects: GrantedSubjects,
  id: string,
): Promise<RecallSetRow | null> {
  const [row] = await selectSets(db, subjects, eq(recallSets.id, id));
  return row ?? null;
}

/** Others wait with their changes of the sets of a base until the transaction ends. */
export async function lockBaseSets(tx: Transaction, baseId: string): Promise<number> {
  await tx
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.id, baseId))
    .for("no key update");
  return tx.$count(recallSets, eq(recallSets.baseId, baseId));
}

/** Others wait with their changes of the set's questions until the transaction ends; how many it has. */
export async function lockRecallSet(tx: Transaction, id: string): Promise<number> {
  await tx.select({ id: recallSets.id }).from(recallSets).where(eq(recallSets.id, id)).for("no key update");
  return tx.$count(recallItems, eq(recallItems.setId, id));
}

export async function insertRecallSet(db: Queryable, row: typeof recallSets.$inferInsert): Promise<void> {
  await db.insert(recallSets).values(row);
}

export async function renameRecallSet(db: Queryable, id: string, name: string): Promise<void> {
  await db.update(recallSets).set({ name }).where(eq(recallSets.id, id));
}

export async function removeRecallSet(db: Queryable, id: string): Promise<void> {
  await db.delete(recallSets).where(eq(recallSets.id, id));
}

/** Questions of a set, those that wait for a decision first, then the newest. */
export function listRecallItems(
  db: Queryable,
  { setId, keyword, state, ...page }: Page & { setId: string; keyword?: string; state?: ItemState },
): Promise<{ rows: RecallItemRow[]; total: number }> {
  const list = db
    .select()
    .from(recallItems)
    .where(
      and(
        eq(recallItems.setId, setId),
        state ? eq(recallItems.state, state) : undefined,
        keyword ? ilike(recallItems.question, likePattern(keyword)) : undefined,
      ),
    )
    .$dynamic();
  return pageOf(db, list, page, desc(sql`${recallItems.state} = 'proposed'`), desc(recallItems.id));
}

/** A question with its base, where this person manages that; else null. */
export async function findRecallItem(db: Queryable, subjects: GrantedSubjects, id: string) {
  const [row] = await db
    .select({ item: recallItems, baseId: recallSets.baseId })
    .from(recallItems)
    .innerJoin(recallSets, eq(recallSets.id, recallItems.setId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, recallSets.baseId))
    .where(and(eq(recallItems.id, id), managed(subjects)));
  return row ? { ...row.item, baseId: row.baseId } : null;
}

/** Texts of all questions of a set. */
export async function listRecallQuestions(db: Queryable, setId: string): Promise<string[]> {
  const rows = await db
    .select({ question: recallItems.question })
    .from(recallItems)
    .where(eq(recallItems.setId, setId));
  return rows.map(({ question }) => question);
}

export async function insertRecallItems(
  db: Queryable,
  rows: readonly (typeof recallItems.$inferInsert)[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const made = await db
    .insert(recallItems)
    .values([...rows])
    .returning({ id: recallItems.id });
  return made.map(({ id }) => id);
}

export async function updateRecallItem(
  db: Queryable,
  id: string,
  change: Partial<Pick<RecallItemRow, "question" | "expected" | "state">>,
): Promise<void> {
  await db.update(recallItems).set(change).where(eq(recallItems.id, id));
}

export async function removeRecallItem(db: Queryable, id: string): Promise<void> {
  await db.delete(recallItems).where(eq(recallItems.id, id));
}

const proposedOf = (setId: string, ids: readonly string[] | "all") =>
  and(
    eq(recallItems.setId, setId),
    eq(recallItems.state, "proposed"),
    ids === "all" ? undefined : inArray(recallItems.id, [...ids]),
  );

/** Takes proposed questions over; those that expect nothing stay. The number of those taken over. */
export async function approveRecallItems(
  db: Queryable,
  setId: string,
  ids: readonly string[] | "all",
): Promise<number> {
  const rows = await db
    .update(recallItems)
    .set({ state: "active" })
    .where(and(proposedOf(setId, ids), sql`jsonb_array_length(${recallItems.expected}) > 0`))
    .returning({ id: recallItems.id });
  return rows.length;
}

export async function rejectRecallItems(db: Queryable, setId: string, ids: readonly string[] | "all"): Promise<number> {
  const rows = await db.delete(recallItems).where(proposedOf(setId, ids)).returning({ id: recallItems.id });
  return rows.length;
}

export function countProposed(db: Queryable, setId: string): Promise<number> {
  return db.$count(recallItems, and(eq(recallItems.setId, setId), eq(recallItems.state, "proposed")));
}

function selectFiles(db: Queryable, subjects: GrantedSubjects, baseId: string, condition?: SQL) {
  return db
    .select({ id: knowledgeFiles.id, name: files.name })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(and(eq(knowledgeFiles.baseId, baseId), condition, reachableFile(subjects, "view")));
}

/** Names of those of some files of a base that this person may read, by id. */
export async function namesOfFiles(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectFiles(db, subjects, baseId, inArray(knowledgeFiles.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Files of a base that have one of these names, in any case, and that this person may read. */
export function listFilesNamed(db: Queryable, subjects: GrantedSubjects, baseId: string, names: readonly string[]) {
  const folded = names.map((name) => name.toLowerCase());
  return selectFiles(db, subjects, baseId, sql`lower(${files.name}) = any(${sql.param(folded)}::text[])`).orderBy(
    asc(files.name),
  );
}

/** Questions that are asked, of some sets. */
export function countActive(db: Queryable, setId: string): Promise<number> {
  return db.$count(recallItems, and(eq(recallItems.setId, setId), eq(recallItems.state, "active")));
}

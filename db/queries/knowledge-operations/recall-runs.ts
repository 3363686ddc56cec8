import { and, asc, desc, eq, gt, ilike, inArray, lte, notExists, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { recallItems, recallResults, recallRuns, recallSets } from "../../schema/knowledge-operations";
import { users } from "../../schema/organisation";
import { sliceSets, slices } from "../../schema/retrieval";
import { managedBase } from "../knowledge/bases";
import { isAnsweringSet, reachableFile } from "../knowledge/files";
import type { GrantedSubjects } from "../permissions/grants";

export type RunRow = typeof recallRuns.$inferSelect;

function selectRuns(db: Queryable) {
  return db
    .select({
      id: recallRuns.id,
      setId: recallRuns.setId,
      state: recallRuns.state,
      author: users.name,
      settings: recallRuns.settings,
      others: recallRuns.others,
      questions: recallRuns.questions,
      figures: recallRuns.figures,
      createdAt: recallRuns.createdAt,
      finishedAt: recallRuns.finishedAt,
    })
    .from(recallRuns)
    .innerJoin(users, eq(users.id, recallRuns.authorId))
    .$dynamic();
}
export type NamedRunRow = Awaited<ReturnType<typeof selectRuns>>[number];

/** Runs of a set, the newest first. */
export function listRuns(db: Queryable, setId: string, limit: number): Promise<NamedRunRow[]> {
  return selectRuns(db).where(eq(recallRuns.setId, setId)).orderBy(desc(recallRuns.id)).limit(limit);
}

/** The last run of each of some sets, by the set's id. */
export async function lastRuns(db: Queryable, setIds: readonly string[]): Promise<Map<string, NamedRunRow>> {
  if (setIds.length === 0) return new Map();
  const newest = eq(
    recallRuns.id,
    correlated(
      sql`(select run.id from recall_runs run where run.set_id = ${recallRuns.setId} order by run.id desc limit 1)`,
    ),
  );
  const rows = await selectRuns(db).where(and(inArray(recallRuns.setId, [...setIds]), newest));
  return new Map(rows.map((row) => [row.setId, row]));
}

/** A run of a set whose base this person manages, or null. */
export async function findRun(db: Queryable, subjects: GrantedSubjects, id: string) {
  const [row] = await selectRuns(db).where(
    and(
      eq(recallRuns.id, id),
      correlated(
        sql`exists (select 1 from ${recallSets} join ${knowledgeBases} on ${knowledgeBases.id} = ${recallSets.baseId}
          where ${recallSets.id} = ${recallRuns.setId} and ${knowledgeBases.deletedAt} is null and ${managedBase(subjects)})`,
      ),
    ),
  );
  return row ?? null;
}

/** A run for its own worker. */
export async function findRunToDo(db: Queryable, id: string): Promise<RunRow | null> {
  const [row] = await db.select().from(recallRuns).where(eq(recallRuns.id, id));
  return row ?? null;
}

export async function insertRun(db: Queryable, row: typeof recallRuns.$inferInsert): Promise<void> {
  await db.insert(recallRuns).values(row);
}

export async function updateRun(
  db: Queryable,
  id: string,
  change: Partial<Pick<RunRow, "state" | "figures" | "finishedAt" | "questions">>,
): Promise<void> {
  await db.update(recallRuns).set(change).where(eq(recallRuns.id, id));
}

/** Leaves the newest runs of a set. */
export async function dropOldRuns(db: Queryable, setId: string, keep: number): Promise<void> {
  const kept = db
    .select({ id: recallRuns.id })
    .from(recallRuns)
    .where(eq(recallRuns.setId, setId))
    .orderBy(desc(recallRuns.id))
    .limit(keep);
  await db.delete(recallRuns).where(and(eq(recallRuns.setId, setId), sql`${recallRuns.id} not in ${kept}`));
}

/** The newest question of a set: those that are written after a run began are not asked in it. */
export async function findLastItemId(db: Queryable, setId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: recallItems.id })
    .from(recallItems)
    .where(and(eq(recallItems.setId, setId), eq(recallItems.state, "active")))
    .orderBy(desc(recallItems.id))
    .limit(1);
  return row?.id ?? null;
}

interface Pending {
  runId: string;
  setId: string;
  /** The last question that is asked. */
  upTo: string;
}

/** Questions a run has not asked yet, some of them in their order. */
export function listPending(db: Queryable, { runId, setId, upTo }: Pending, limit: number) {
  const asked = db
    .select({ one: sql`1` })
    .from(recallResults)
    .where(and(eq(recallResults.runId, runId), eq(recallResults.itemId, recallItems.id)));
  return db
    .select({ id: recallItems.id, question: recallItems.question, expected: recallItems.expected })
    .from(recallItems)
    .where(
      and(eq(recallItems.setId, setId), eq(recallItems.state, "active"), lte(recallItems.id, upTo), notExists(asked)),
    )
    .orderBy(asc(recallItems.id))
    .limit(limit);
}

export function countResults(db: Queryable, runId: string): Promise<number> {
  return db.$count(recallResults, eq(recallResults.runId, runId));
}

/** Keeps what became of a question, once; of one that was deleted meanwhile nothing is kept. */
export async function insertResult(
  db: Queryable,
  { runId, itemId, first, second }: { runId: string; itemId: string; first: object; second: object | null },
): Promise<void> {
  const [item] = await db
    .select({ id: recallItems.id })
    .from(recallItems)
    .where(eq(recallItems.id, itemId))
    .for("key share");
  if (item) await db.insert(recallResults).values({ runId, itemId, first, second }).onConflictDoNothing();
}

/** Scores of all questions of a run, both sides. */
export function listScores(db: Queryable, runId: string) {
  return db
    .select({
      first: sql<unknown>`${recallResults.first}->'scores'`,
      second: sql<unknown>`${recallResults.second}->'scores'`,
    })
    .from(recallResults)
    .where(eq(recallResults.runId, runId))
    .orderBy(asc(recallResults.itemId));
}

const ndcgOf = (side: SQL) => sql`coalesce((${side}->'scores'->>'ndcg')::float8, 0)`;
const firstGain = ndcgOf(sql`${recallResults.first}`);
/** What the second setting gains on a question, against the first. */
const gained = sql`case when ${recallResults.second} is null then 0 else ${ndcgOf(sql`${recallResults.second}`)} - ${firstGain} end`;
/** A place of one side stands elsewhere on the other. */
const isChanged = sql`${recallResults.second} is not null
  and ${recallResults.first}->'places' is distinct from ${recallResults.second}->'places'`;
const isLost = sql`(coalesce((${recallResults.first}->'scores'->>'answered')::float8, 1) = 0
  or coalesce((${recallResults.second}->'scores'->>'answered')::float8, 1) = 0)`;

/** Questions of a run: those the two settings answer most differently first, then those answered worst. */
export function listResults(
  db: Queryable,
  { runId, show, keyword, ...page }: Page & { runId: string; show: "all" | "changed" | "lost"; keyword?: string },
) {
  const list = db
    .select({
      itemId: recallResults.itemId,
      question: recallItems.question,
      editedAt: recallItems.updatedAt,
      first: recallResults.first,
      second: recallResults.second,
    })
    .from(recallResults)
    .innerJoin(recallItems, eq(recallItems.id, recallResults.itemId))
    .where(
      and(
        eq(recallResults.runId, runId),
        show === "changed" ? isChanged : show === "lost" ? isLost : undefined,
        keyword ? ilike(recallItems.question, likePattern(keyword)) : undefined,
      ),
    )
    .$dynamic();
  return pageOf(
    db,
    list,
    page,
    desc(sql`(${isChanged})`),
    desc(sql`abs(${gained})`),
    asc(firstGain),
    asc(recallResults.itemId),
  );
}

export async function findResult(db: Queryable, runId: string, itemId: string) {
  const [row] = await db
    .select({ first: recallResults.first, second: recallResults.second })
    .from(recallResults)
    .where(and(eq(recallResults.runId, runId), eq(recallResults.itemId, itemId)));
  return row ?? null;
}

function selectSlices(db: Queryable, subjects: GrantedSubjects, baseId: string, condition: SQL | undefined) {
  return db
    .select({
      sliceId: slices.id,
      fileId: knowledgeFiles.id,
      fileName: files.name,
      page: slices.part,
      heading: slices.heading,
      text: slices.text,
    })
    .from(slices)
    .innerJoin(sliceSets, eq(sliceSets.id, slices.setId))
    .innerJoin(knowledgeFiles, isAnsweringSet)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(
      and(eq(knowledgeFiles.baseId, baseId), eq(slices.isDisabled, false), condition, reachableFile(subjects, "view")),
    );
}

/** Those of some slices that still answer for a base and that this person may read. */
export function listReadableSlices(db: Queryable, subjects: GrantedSubjects, baseId: string, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return selectSlices(db, subjects, baseId, inArray(slices.id, [...ids]));
}
export type ReadableSlice = Awaited<ReturnType<typeof listReadableSlices>>[number];

/** Slices of a base questions can be made of, in no order; short ones say too little. */
export function drawSlices(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  { limit, tokens }: { limit: number; tokens: number },
) {
  return selectSlices(db, subjects, baseId, gt(slices.tokens, tokens)).orderBy(sql`random()`).limit(limit);
}

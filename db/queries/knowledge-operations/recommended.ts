import { and, asc, count, desc, eq, inArray, isNull, max, or, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { recommendedQuestions } from "../../schema/knowledge-operations";
import { users } from "../../schema/organisation";
import { reachableBase } from "../knowledge/bases";
import { visibleFile } from "../knowledge/files";
import type { GrantedSubjects } from "../permissions/grants";

/** Questions for everybody, and those of bases a person reaches. */
const ofReach = (subjects: GrantedSubjects): SQL | undefined =>
  or(isNull(recommendedQuestions.baseId), reachableBase(subjects, "view"));

const ORDER = [desc(recommendedQuestions.isSticky), asc(recommendedQuestions.position), asc(recommendedQuestions.id)];

const columns = {
  id: recommendedQuestions.id,
  content: recommendedQuestions.content,
  baseId: recommendedQuestions.baseId,
  baseName: knowledgeBases.name,
  baseIcon: knowledgeBases.icon,
};

/** All of them whoever looks after the center may see, in their order. */
export function listRecommended(db: Queryable, subjects: GrantedSubjects, limit: number) {
  return db
    .select({
      ...columns,
      isShown: recommendedQuestions.isShown,
      isSticky: recommendedQuestions.isSticky,
      origin: recommendedQuestions.origin,
      files: sql<number>`cardinality(${recommendedQuestions.knowledgeFileIds})`,
      author: users.name,
      updatedAt: recommendedQuestions.updatedAt,
    })
    .from(recommendedQuestions)
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, recommendedQuestions.baseId))
    .leftJoin(users, eq(users.id, recommendedQuestions.authorId))
    .where(ofReach(subjects))
    .orderBy(...ORDER)
    .limit(limit);
}

/** One of them, or null where it is missing or of a base out of reach. */
export async function findRecommended(db: Queryable, subjects: GrantedSubjects, id: string) {
  const [row] = await db
    .select({
      id: recommendedQuestions.id,
      content: recommendedQuestions.content,
      origin: recommendedQuestions.origin,
      baseId: recommendedQuestions.baseId,
    })
    .from(recommendedQuestions)
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, recommendedQuestions.baseId))
    .where(and(eq(recommendedQuestions.id, id), ofReach(subjects)));
  return row ?? null;
}

/**
 * What a person is offered: shown ones of bases they may ask, and where a question rests on files, only if they may read one
 * of these. Of some bases, with those for everybody; without any, of all.
 */
export function listOffered(db: Queryable, subjects: GrantedSubjects, baseIds: readonly string[], limit: number) {
  const readable = correlated(
    sql<boolean>`exists (select 1 from ${knowledgeFiles} inner join ${files} on ${files.id} = ${knowledgeFiles.fileId}
      where ${knowledgeFiles.id} = any(${recommendedQuestions.knowledgeFileIds}) and ${knowledgeFiles.deletedAt} is null
        and ${files.deletedAt} is null and ${visibleFile(subjects)})`,
  );
  return db
    .select(columns)
    .from(recommendedQuestions)
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, recommendedQuestions.baseId))
    .where(
      and(
        eq(recommendedQuestions.isShown, true),
        ofReach(subjects),
        baseIds.length > 0
          ? or(isNull(recommendedQuestions.baseId), inArray(recommendedQuestions.baseId, [...baseIds]))
          : undefined,
        or(sql`cardinality(${recommendedQuestions.knowledgeFileIds}) = 0`, readable),
      ),
    )
    .orderBy(...ORDER)
    .limit(limit);
}

export async function countManual(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(recommendedQuestions)
    .where(eq(recommendedQuestions.origin, "manual"));
  return row?.count ?? 0;
}

/** Behind the last one. */
export async function insertRecommended(
  tx: Transaction,
  row: Omit<typeof recommendedQuestions.$inferInsert, "position">,
): Promise<{ id: string }> {
  const [last] = await tx.select({ position: max(recommendedQuestions.position) }).from(recommendedQuestions);
  const [made] = await tx
    .insert(recommendedQuestions)
    .values({ ...row, position: (last?.position ?? 0) + 1 })
    .returning({ id: recommendedQuestions.id });
  if (!made) throw new Error("no row");
  return made;
}

/** The caller found it in the person's scope. */
export async function updateRecommended(
  tx: Transaction,
  id: string,
  patch: Partial<typeof recommendedQuestions.$inferInsert>,
): Promise<void> {
  await tx
    .update(recommendedQuestions)
    .set({ ...patch, updatedAt: new Date() })
    .where(eq(recommendedQuestions.id, id));
}

export async function removeRecommended(tx: Transaction, id: string): Promise<void> {
  await tx.delete(recommendedQuestions).where(eq(recommendedQuestions.id, id));
}

/** Places of some of them, in the order they have now. */
export function listPlaces(db: Queryable, subjects: GrantedSubjects, ids: readonly string[]) {
  return db
    .select({ id: recommendedQuestions.id, position: recommendedQuestions.position })
    .from(recommendedQuestions)
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, recommendedQuestions.baseId))
    .where(and(inArray(recommendedQuestions.id, [...ids]), ofReach(subjects)))
    .orderBy(asc(recommendedQuestions.position), asc(recommendedQuestions.id));
}

/** A question that was asked by several people and answered well. */
export interface AskedOften {
  baseId: string;
  questionKey: string;
  messageId: string;
  people: number;
  /** Files of the base the answers cited. */
  fileIds: string[];
}

interface OftenAsked {
  since: Date;
  people: number;
  support: number;
  limit: number;
}

/**
 * Questions of live bases that several people asked since then, that every time had an answer nobody disliked, borne out well
 * enough, and that rest on files more than one person may read; most asked first.
 */
export async function listAskedOften(
  db: Queryable,
  { since, people, support, limit }: OftenAsked,
): Promise<AskedOften[]> {
  const result = await db.execute<{
    base_id: string;
    question_key: string;
    message_id: string;
    people: number;
    file_ids: string[] | null;
  }>(sql`
    with asked as (
      select answer.base_id, answer.question_key, count(distinct answer.user_id)::int as people, count(*) as times,
        (array_agg(answer.message_id order by answer.answered_at desc))[1] as message_id
      from knowledge_answers answer
      join knowledge_bases base on base.id = answer.base_id and base.deleted_at is null and base.visibility <> 'self'
      where answer.answered_at >= ${since}
      group by answer.base_id, answer.question_key
      having count(distinct answer.user_id) >= ${people}
        and bool_and(answer.outcome in ('answered', 'curated')) and bool_and(answer.feedback is distinct from 'dislike')
        and (bool_and(answer.outcome = 'curated')
          or (sum(answer.cited) > 0 and sum(answer.supported)::real / sum(answer.cited) >= ${support}))
    ), cited as (
      select asked.base_id, asked.question_key, array_agg(distinct (slice ->> 'knowledgeFileId')::uuid) as file_ids
      from asked
      join knowledge_answers answer on answer.base_id = asked.base_id and answer.question_key = asked.question_key
        and answer.answered_at >= ${since}
      cross join lateral jsonb_array_elements(answer.used) as used_slices(slice)
      where (slice ->> 'isCited')::boolean
      group by asked.base_id, asked.question_key
    )
    select asked.base_id, asked.question_key, asked.message_id, asked.people, cited.file_ids
    from asked left join cited using (base_id, question_key)
    where not exists (select 1 from knowledge_files file
      where file.id = any(cited.file_ids) and (file.visibility = 'self' or file.deleted_at is not null))
    order by asked.people desc, asked.times desc, asked.base_id, asked.question_key
    limit ${limit}`);
  return result.rows.map((row) => ({
    baseId: row.base_id,
    questionKey: row.question_key,
    messageId: row.message_id,
    people: Number(row.people),
    fileIds: row.file_ids ?? [],
  }));
}

/** The words of the question an answer was given to; null once they are gone. */
export async function findQuestionOf(db: Queryable, messageId: string): Promise<unknown> {
  const result = await db.execute<{ parts: unknown }>(sql`
    select question.parts from chat_messages answer join chat_messages question on question.id = answer.parent_id
    join chat_sessions session on session.id = answer.session_id and session.deleted_at is null
    where answer.id = ${messageId}`);
  return result.rows[0]?.parts ?? null;
}

/** Whether words name a person of the organisation, by name or account. */
export async function namesSomebody(db: Queryable, words: string): Promise<boolean> {
  const result = await db.execute(sql`
    select 1 from users where (char_length(name) >= 2 and position(lower(name) in lower(${words})) > 0)
      or (char_length(account) >= 3 and position(lower(account) in lower(${words})) > 0) limit 1`);
  return (result.rowCount ?? 0) > 0;
}

/** Proposes a question, or says anew what one rests on: what a person decided of it stays. */
export async function proposeRecommended(
  tx: Transaction,
  row: { content: string; baseId: string; questionKey: string; knowledgeFileIds: string[] },
): Promise<void> {
  const [last] = await tx.select({ position: max(recommendedQuestions.position) }).from(recommendedQuestions);
  await tx
    .insert(recommendedQuestions)
    .values({ ...row, origin: "auto", position: (last?.position ?? 0) + 1 })
    .onConflictDoUpdate({
      target: [recommendedQuestions.baseId, recommendedQuestions.questionKey],
      set: { knowledgeFileIds: row.knowledgeFileIds },
    });
}

/** Proposals nobody asks any more go; what a person switched off, or put on top, stays. */
export async function removeProposals(tx: Transaction, kept: readonly string[]): Promise<void> {
  await tx
    .delete(recommendedQuestions)
    .where(
      and(
        eq(recommendedQuestions.origin, "auto"),
        eq(recommendedQuestions.isShown, true),
        eq(recommendedQuestions.isSticky, false),
        kept.length > 0
          ? sql`${recommendedQuestions.baseId}::text || ' ' || ${recommendedQuestions.questionKey} <> all(${sql.param([...kept])})`
          : undefined,
      ),
    );
}

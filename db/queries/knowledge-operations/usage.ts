import { and, asc, between, count, desc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Split } from "@/lib/config/day-range";
import type { Queryable } from "../../client";
import { inWindow } from "../../day-window";
import { type Page, pageOf } from "../../page";
import { knowledgeBases } from "../../schema/knowledge";
import {
  knowledgeAnswers,
  knowledgeAskers,
  knowledgeDays,
  knowledgeFindings,
  knowledgeQuestions,
} from "../../schema/knowledge-operations";
import { departments } from "../../schema/organisation";
import { visibleBase } from "../knowledge/bases";
import type { GrantedSubjects } from "../permissions/grants";

/** Whose use is counted: these bases on these days, both ends counted, of one department or of all. */
export interface UsedBases {
  baseIds: readonly string[];
  from: string;
  to: string;
  departmentId?: string;
}

/** Sums stay exact far beyond what an integer of the database holds. */
const summed = (column: SQL | (typeof knowledgeDays)["questions"] | (typeof knowledgeDays)["costMicros"]) =>
  sql<number>`coalesce(sum(${column}), 0)::float8`;

const SUMS = {
  questions: summed(knowledgeDays.questions),
  answered: summed(knowledgeDays.answered),
  notFound: summed(knowledgeDays.notFound),
  cited: summed(knowledgeDays.cited),
  supported: summed(knowledgeDays.supported),
  likes: summed(knowledgeDays.likes),
  dislikes: summed(knowledgeDays.dislikes),
  costMicros: summed(knowledgeDays.costMicros),
};

const ofDays = ({ baseIds, from, to, departmentId }: UsedBases) =>
  and(
    inArray(knowledgeDays.baseId, [...baseIds]),
    between(knowledgeDays.day, from, to),
    departmentId ? eq(knowledgeDays.departmentId, departmentId) : undefined,
  );

/** What was counted by day, oldest first; days without a question are left out. */
export function listUsedDays(db: Queryable, of: UsedBases) {
  return db
    .select({ day: knowledgeDays.day, ...SUMS })
    .from(knowledgeDays)
    .where(ofDays(of))
    .groupBy(knowledgeDays.day)
    .orderBy(asc(knowledgeDays.day));
}
export type UsedDayRow = Awaited<ReturnType<typeof listUsedDays>>[number];

/** What was counted by department, the busiest first; the name is null where the department is gone. */
export function listUsedDepartments(db: Queryable, of: UsedBases) {
  return db
    .select({ id: knowledgeDays.departmentId, name: departments.name, ...SUMS })
    .from(knowledgeDays)
    .leftJoin(departments, eq(departments.id, knowledgeDays.departmentId))
    .where(and(ofDays(of), gt(knowledgeDays.questions, 0)))
    .groupBy(knowledgeDays.departmentId, departments.name)
    .orderBy(desc(SUMS.questions), asc(knowledgeDays.departmentId));
}

/** What was counted by base, the busiest first. */
export function listUsedBases(db: Queryable, of: UsedBases) {
  return db
    .select({ id: knowledgeDays.baseId, ...SUMS })
    .from(knowledgeDays)
    .where(and(ofDays(of), gt(knowledgeDays.questions, 0)))
    .groupBy(knowledgeDays.baseId)
    .orderBy(desc(SUMS.questions), asc(knowledgeDays.baseId));
}

/** People who asked, each once. */
export async function countAskers(db: Queryable, { baseIds, departmentId }: UsedBases, window: Split): Promise<number> {
  const people = db
    .select({ id: knowledgeAskers.userId })
    .from(knowledgeAskers)
    .where(
      and(
        inArray(knowledgeAskers.baseId, [...baseIds]),
        inWindow(knowledgeAskers.grain, knowledgeAskers.day, window),
        departmentId ? eq(knowledgeAskers.departmentId, departmentId) : undefined,
      ),
    )
    .groupBy(knowledgeAskers.userId)
    .as("people");
  // Grouped, not `distinct`: hashing people is several times as fast as sorting them.
  const [row] = await db.select({ people: count() }).from(people);
  return row?.people ?? 0;
}

/** Moments a range of days begins and ends at; the end is not counted any more. */
export interface Span {
  since: Date;
  before: Date;
}

/** How often each reason was given for a dislike, the most frequent first. */
export function listDislikeReasons(db: Queryable, { baseIds, departmentId }: UsedBases, { since, before }: Span) {
  const times = count();
  return db
    .select({ reason: knowledgeAnswers.feedbackReason, count: times })
    .from(knowledgeAnswers)
    .where(
      and(
        inArray(knowledgeAnswers.baseId, [...baseIds]),
        sql`${knowledgeAnswers.feedback} = 'dislike'`,
        gte(knowledgeAnswers.answeredAt, since),
        lt(knowledgeAnswers.answeredAt, before),
        departmentId ? ofDepartment(knowledgeAnswers.departmentId, departmentId) : undefined,
      ),
    )
    .groupBy(knowledgeAnswers.feedbackReason)
    .orderBy(desc(times), asc(knowledgeAnswers.feedbackReason));
}

/** Counters name nobody's department by the nil UUID (`NO_DEPARTMENT`), rows by null. */
const NOBODYS = "00000000-0000-0000-0000-000000000000";
const ofDepartment = (
  column: (typeof knowledgeAnswers)["departmentId"] | (typeof knowledgeFindings)["departmentId"],
  id: string,
) => (id === NOBODYS ? isNull(column) : eq(column, id));

/** Answers that were given and are little supported or disliked; those somebody saw no fault in are left out. */
export async function countPoorAnswers(
  db: Queryable,
  { baseIds, departmentId }: UsedBases,
  { since, before }: Span,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(knowledgeFindings)
    .where(
      and(
        inArray(knowledgeFindings.baseId, [...baseIds]),
        eq(knowledgeFindings.kind, "wrong"),
        gte(knowledgeFindings.askedAt, since),
        lt(knowledgeFindings.askedAt, before),
        sql`${knowledgeFindings.state} <> 'dismissed'`,
        sql`not ${knowledgeFindings.causes} @> array['notFound']`,
        departmentId ? ofDepartment(knowledgeFindings.departmentId, departmentId) : undefined,
      ),
    );
  return row?.count ?? 0;
}

interface Asked {
  baseIds: readonly string[];
  window: Split;
  /** Only questions that had no answer at least once, by how often. */
  isMissed?: boolean;
}

const within = (window: Split) => inWindow(knowledgeQuestions.grain, knowledgeQuestions.day, window);

function questionsOf(db: Queryable, { baseIds, window, isMissed }: Asked) {
  const questions = sql<number>`sum(${knowledgeQuestions.questions})::int`;
  const answered = sql<number>`sum(${knowledgeQuestions.answered})::int`;
  const rows = db
    .select({
      baseId: knowledgeQuestions.baseId,
      key: knowledgeQuestions.questionKey,
      questions: questions.as("questions"),
      answered: answered.as("answered"),
    })
    .from(knowledgeQuestions)
    .where(and(inArray(knowledgeQuestions.baseId, [...baseIds]), within(window)))
    .groupBy(knowledgeQuestions.baseId, knowledgeQuestions.questionKey)
    .having(isMissed ? sql`sum(${knowledgeQuestions.questions}) > sum(${knowledgeQuestions.answered})` : sql`true`)
    .$dynamic();
  return { rows, order: isMissed ? sql`${questions} - ${answered} desc` : sql`${questions} desc` };
}

export interface AskedQuestion {
  baseId: string;
  key: string;
  questions: number;
  answered: number;
}

/** The most frequent questions by base and words, and those that had no answer most often: summed once for both. */
export async function listMostAsked(
  db: Queryable,
  { baseIds, window }: Omit<Asked, "isMissed">,
  limit: number,
): Promise<{ top: AskedQuestion[]; missed: AskedQuestion[] }> {
  const { rows } = await db.execute<{
    is_missed: boolean;
    base_id: string;
    question_key: string;
    questions: number;
    answered: number;
  }>(sql`with asked as materialized (
      select base_id, question_key, sum(questions)::int questions, sum(answered)::int answered from knowledge_questions
      where base_id = any(${sql.param([...baseIds])}::uuid[]) and (${within(window)}) group by 1, 2
    )
    (select false is_missed, * from asked order by questions desc, question_key, base_id limit ${limit})
    union all
    (select true, * from asked where questions > answered
      order by questions - answered desc, question_key, base_id limit ${limit})`);
  const of = (isMissed: boolean) =>
    rows
      .filter((row) => row.is_missed === isMissed)
      .map((row) => ({
        baseId: row.base_id,
        key: row.question_key,
        questions: row.questions,
        answered: row.answered,
      }));
  return { top: of(false), missed: of(true) };
}

/** A page of the same. */
export function pageOfQuestions(
  db: Queryable,
  asked: Asked,
  page: Page,
): Promise<{ rows: AskedQuestion[]; total: number }> {
  const { rows, order } = questionsOf(db, asked);
  return pageOf(
    db,
    rows,
    page,
    order,
    asc(knowledgeQuestions.questionKey) as never,
    asc(knowledgeQuestions.baseId) as never,
  );
}

/** Answers to these questions, the newest first: one of each day, looked up by the key of the table. */
export async function listQuestionAnswers(
  db: Queryable,
  { from, to }: { from: string; to: string },
  questions: readonly { baseId: string; key: string }[],
) {
  if (questions.length === 0) return [];
  const { rows } = await db.execute<{ base_id: string; question_key: string; message_id: string }>(sql`
    select one.base_id, one.question_key, one.message_id
    from unnest(${sql.param(questions.map(({ baseId }) => baseId))}::uuid[],
      ${sql.param(questions.map(({ key }) => key))}::text[]) wanted (base_id, question_key)
    cross join generate_series(${from}::date, ${to}::date, interval '1 day') days (day)
    cross join lateral (select base_id, day, question_key, message_id from knowledge_questions counted
      where counted.base_id = wanted.base_id and counted.grain = 'day' and counted.day = days.day::date
        and counted.question_key = wanted.question_key offset 0) one
    order by one.day desc`);
  return rows.map((row) => ({ baseId: row.base_id, key: row.question_key, messageId: row.message_id }));
}

/** Live bases, and whether a person may use each: what others keep is counted without a name. */
export function listAllBases(db: Queryable, subjects: GrantedSubjects) {
  return db
    .select({
      id: knowledgeBases.id,
      name: knowledgeBases.name,
      icon: knowledgeBases.icon,
      isReadable: sql<boolean>`${visibleBase(subjects)}`,
    })
    .from(knowledgeBases)
    .where(isNull(knowledgeBases.deletedAt))
    .orderBy(asc(knowledgeBases.name), asc(knowledgeBases.id));
}

import { and, asc, between, count, desc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
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
export async function countAskers(db: Queryable, { baseIds, from, to, departmentId }: UsedBases): Promise<number> {
  const [row] = await db
    .select({ people: sql<number>`count(distinct ${knowledgeAskers.userId})::int` })
    .from(knowledgeAskers)
    .where(
      and(
        inArray(knowledgeAskers.baseId, [...baseIds]),
        between(knowledgeAskers.day, from, to),
        departmentId ? eq(knowledgeAskers.departmentId, departmentId) : undefined,
      ),
    );
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

type Asked = Pick<UsedBases, "baseIds" | "from" | "to"> & {
  /** Only questions that had no answer at least once, by how often. */
  isMissed?: boolean;
};

function questionsOf(db: Queryable, { baseIds, from, to, isMissed }: Asked) {
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
    .where(and(inArray(knowledgeQuestions.baseId, [...baseIds]), between(knowledgeQuestions.day, from, to)))
    .groupBy(knowledgeQuestions.baseId, knowledgeQuestions.questionKey)
    .having(isMissed ? sql`sum(${knowledgeQuestions.questions}) > sum(${knowledgeQuestions.answered})` : sql`true`)
    .$dynamic();
  return { rows, order: isMissed ? sql`${questions} - ${answered} desc` : sql`${questions} desc` };
}

/** The most frequent questions, by base and words. */
export function listTopQuestions(db: Queryable, asked: Asked, limit: number) {
  const { rows, order } = questionsOf(db, asked);
  return rows.orderBy(order, asc(knowledgeQuestions.questionKey), asc(knowledgeQuestions.baseId)).limit(limit);
}

/** A page of the same. */
export function pageOfQuestions(db: Queryable, asked: Asked, page: Page) {
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

/** Answers to questions of these words, the newest first: one of each day. */
export function listQuestionAnswers(
  db: Queryable,
  { baseIds, from, to }: Pick<UsedBases, "baseIds" | "from" | "to">,
  keys: readonly string[],
) {
  if (keys.length === 0 || baseIds.length === 0) return Promise.resolve([]);
  return db
    .select({
      baseId: knowledgeQuestions.baseId,
      key: knowledgeQuestions.questionKey,
      messageId: knowledgeQuestions.messageId,
    })
    .from(knowledgeQuestions)
    .where(
      and(
        inArray(knowledgeQuestions.baseId, [...baseIds]),
        between(knowledgeQuestions.day, from, to),
        inArray(knowledgeQuestions.questionKey, [...keys]),
      ),
    )
    .orderBy(desc(knowledgeQuestions.day));
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

import { and, eq, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { correlated } from "../../correlated";
import { appRunSteps, appRuns, appUseDays } from "../../schema/apps";
import { chatMessages, chatSessions } from "../../schema/conversation";

/** Kind of conversations with apps. */
const KIND = "app";

/** Use of an app on each day from then on that it was used. */
export function listUseDays(db: Queryable, appId: string, since: string) {
  return db
    .select({
      day: appUseDays.day,
      uses: sql<number>`sum(${appUseDays.uses})::int`,
      begun: sql<number>`sum(${appUseDays.begun})::int`,
      people: sql<number>`count(*)::int`,
    })
    .from(appUseDays)
    .where(and(eq(appUseDays.appId, appId), gte(appUseDays.day, since)))
    .groupBy(appUseDays.day)
    .orderBy(appUseDays.day);
}

/** People who used an app from then on, how many used it in the days before as well, and how many did then. */
export async function countPeople(db: Queryable, appId: string, { before, since }: { before: string; since: string }) {
  const now = db
    .selectDistinct({ userId: appUseDays.userId })
    .from(appUseDays)
    .where(and(eq(appUseDays.appId, appId), gte(appUseDays.day, since)))
    .as("now");
  const then = db
    .selectDistinct({ userId: appUseDays.userId })
    .from(appUseDays)
    .where(and(eq(appUseDays.appId, appId), gte(appUseDays.day, before), lt(appUseDays.day, since)))
    .as("then");
  const [row] = await db
    .select({
      people: sql<number>`count(${now.userId})::int`,
      returned: sql<number>`count(*) filter (where ${now.userId} is not null and ${then.userId} is not null)::int`,
      earlier: sql<number>`count(${then.userId})::int`,
    })
    .from(now)
    .fullJoin(then, eq(now.userId, then.userId));
  return row ?? { people: 0, returned: 0, earlier: 0 };
}

/**
 * People by the week in which they first used an app, from a Monday on, and how many of them used it so many weeks after;
 * 0 is that week itself.
 */
export function listCohorts(db: Queryable, appId: string, since: string) {
  const firsts = db
    .select({
      userId: appUseDays.userId,
      week: sql<string>`date_trunc('week', min(${appUseDays.day})::timestamp)::date`.as("week"),
    })
    .from(appUseDays)
    .where(eq(appUseDays.appId, appId))
    .groupBy(appUseDays.userId)
    .as("firsts");
  const after = sql<number>`((date_trunc('week', ${appUseDays.day}::timestamp)::date - ${firsts.week}) / 7)::int`;
  return db
    .select({
      week: sql<string>`${firsts.week}::text`.as("of"),
      after: after.as("after"),
      people: sql<number>`count(distinct ${appUseDays.userId})::int`,
    })
    .from(appUseDays)
    .innerJoin(firsts, eq(firsts.userId, appUseDays.userId))
    .where(and(eq(appUseDays.appId, appId), gte(firsts.week, since)))
    .groupBy(sql`1`, sql`2`);
}

/** A span of time; without its end up to now. */
export interface Span {
  since: Date;
  until?: Date;
}

const within = (column: PgColumn, { since, until }: Span) =>
  and(gte(column, since), until ? lt(column, until) : undefined);

/** The value a share of the rows stays below; null without rows. */
const percentile = (share: number, of: SQL | PgColumn) =>
  sql<number | null>`percentile_cont(${sql.raw(String(share))}) within group (order by ${of})`;

/** Answers an app gave in a span, temporary conversations left out: a maker's trials are none. */
const answersOf = (appId: string, span: Span): SQL | undefined =>
  and(
    eq(chatSessions.aboutId, appId),
    eq(chatSessions.kind, KIND),
    eq(chatSessions.isTemporary, false),
    eq(chatMessages.role, "assistant"),
    within(chatMessages.createdAt, span),
  );

/** What came of an app's answers in a span, in counts and sums; times are of their median and their 95th percentile. */
export async function sumAnswers(db: Queryable, appId: string, span: Span) {
  // Bases were searched and nothing of them is cited.
  const searched = sql`jsonb_path_exists(${chatMessages.parts}, '$[*] ? (@.type == "steps")')`;
  const cited = sql`jsonb_path_exists(${chatMessages.parts}, '$[*] ? (@.type == "citation")')`;
  const count = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`;
  const [row] = await db
    .select({
      answers: sql<number>`count(*)::int`,
      inputTokens: sql<number>`coalesce(sum(${chatMessages.inputTokens}), 0)::float8`,
      outputTokens: sql<number>`coalesce(sum(${chatMessages.outputTokens}), 0)::float8`,
      costMicros: sql<number>`coalesce(sum(${chatMessages.costMicros}), 0)::float8`,
      currency: sql<string | null>`max(${chatMessages.currency})`,
      medianMs: percentile(0.5, chatMessages.firstTokenMs),
      slowMs: percentile(0.95, chatMessages.firstTokenMs),
      likes: count(sql`${chatMessages.feedback} = 'like'`),
      dislikes: count(sql`${chatMessages.feedback} = 'dislike'`),
      failed: count(sql`${chatMessages.status} in ('failed', 'interrupted', 'limited')`),
      unanswered: count(sql`${chatMessages.status} = 'done' and ${searched} and not ${cited}`),
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(answersOf(appId, span));
  return row!;
}

/** How soon an app began to answer on each day of a time zone on which it did. */
export function listAnswerDays(db: Queryable, appId: string, span: Span, timeZone: string) {
  const day = dayOf(chatMessages.createdAt, timeZone);
  return db
    .select({
      day: day.as("day"),
      medianMs: percentile(0.5, chatMessages.firstTokenMs),
      slowMs: percentile(0.95, chatMessages.firstTokenMs),
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(answersOf(appId, span))
    .groupBy(sql`1`);
}

const dayOf = (column: PgColumn, timeZone: string) =>
  sql<string>`to_char(${column} at time zone ${timeZone}, 'YYYY-MM-DD')`;

/** Tools an app called, and how often they failed; the most called first. */
export function listToolCalls(db: Queryable, appId: string, span: Span, limit: number) {
  const calls = sql`jsonb_path_query(${chatMessages.parts}, '$[*] ? (@.type == "tool")')`;
  const called = db
    .select({ call: correlated(sql<unknown>`${calls}`).as("call") })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(answersOf(appId, span))
    .as("called");
  const name = sql<string>`${called.call} ->> 'name'`;
  return db
    .select({
      name,
      title: sql<string | null>`max(${called.call} ->> 'title')`,
      calls: sql<number>`count(*)::int`,
      failures: sql<number>`count(*) filter (where ${called.call} ->> 'state' = 'failed')::int`,
      slowMs: percentile(0.95, sql`(${called.call} ->> 'ms')::float8`),
    })
    .from(called)
    .groupBy(name)
    .orderBy(sql`count(*) desc`, name)
    .limit(limit);
}

/** Runs of a workflow in a span; a maker's trials of the draft are none. */
const runsOf = (appId: string, span: Span): SQL | undefined =>
  and(eq(appRuns.appId, appId), isNotNull(appRuns.version), within(appRuns.createdAt, span));

const ENDED = sql`${appRuns.status} in ('done', 'failed')`;
/** Time machines worked on runs that ended. */
const worked = (share: number) => sql<number | null>`${percentile(share, appRuns.workedMs)} filter (where ${ENDED})`;

/** What `sumAnswers` tells of conversations, of runs: those that ended, and the time machines worked on them. */
export async function sumRuns(db: Queryable, appId: string, span: Span) {
  const [row] = await db
    .select({
      answers: sql<number>`count(*) filter (where ${ENDED})::int`,
      inputTokens: sql<number>`coalesce(sum(${appRuns.inputTokens}), 0)::float8`,
      outputTokens: sql<number>`coalesce(sum(${appRuns.outputTokens}), 0)::float8`,
      costMicros: sql<number>`coalesce(sum(${appRuns.costMicros}), 0)::float8`,
      currency: sql<string | null>`max(${appRuns.currency})`,
      medianMs: worked(0.5),
      slowMs: worked(0.95),
      likes: sql<number>`0::int`,
      dislikes: sql<number>`0::int`,
      failed: sql<number>`count(*) filter (where ${appRuns.status} = 'failed')::int`,
      unanswered: sql<number>`0::int`,
    })
    .from(appRuns)
    .where(runsOf(appId, span));
  return row!;
}

/** How long machines worked on the runs of each day of a time zone on which there were some. */
export function listRunDays(db: Queryable, appId: string, span: Span, timeZone: string) {
  return db
    .select({ day: dayOf(appRuns.createdAt, timeZone).as("day"), medianMs: worked(0.5), slowMs: worked(0.95) })
    .from(appRuns)
    .where(runsOf(appId, span))
    .groupBy(sql`1`);
}

/** How often some nodes of a workflow ran, and failed. */
export function listNodeCalls(db: Queryable, appId: string, span: Span, nodeIds: readonly string[]) {
  return db
    .select({
      name: appRunSteps.nodeId,
      calls: sql<number>`count(*)::int`,
      failures: sql<number>`count(*) filter (where ${appRunSteps.status} = 'failed')::int`,
      slowMs: percentile(0.95, sql`extract(epoch from ${appRunSteps.endedAt} - ${appRunSteps.startedAt}) * 1000`),
    })
    .from(appRunSteps)
    .innerJoin(appRuns, eq(appRuns.id, appRunSteps.runId))
    .where(and(runsOf(appId, span), inArray(appRunSteps.nodeId, [...nodeIds])))
    .groupBy(appRunSteps.nodeId)
    .orderBy(sql`count(*) desc`, appRunSteps.nodeId);
}

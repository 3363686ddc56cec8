import { and, eq, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
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

/** Answers an app gave from a moment on, temporary conversations left out: a maker's trials are none. */
const answersOf = (appId: string, since: Date): SQL | undefined =>
  and(
    eq(chatSessions.aboutId, appId),
    eq(chatSessions.kind, KIND),
    eq(chatSessions.isTemporary, false),
    eq(chatMessages.role, "assistant"),
    gte(chatMessages.createdAt, since),
  );

export async function sumAnswers(db: Queryable, appId: string, since: Date) {
  const median = (column: SQL) => sql<number | null>`percentile_cont(0.5) within group (order by ${column})`;
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
      firstTokenMs: median(sql`${chatMessages.firstTokenMs}`),
      durationMs: median(sql`${chatMessages.durationMs}`),
      likes: count(sql`${chatMessages.feedback} = 'like'`),
      dislikes: count(sql`${chatMessages.feedback} = 'dislike'`),
      failed: count(sql`${chatMessages.status} in ('failed', 'interrupted', 'limited')`),
      unanswered: count(sql`${chatMessages.status} = 'done' and ${searched} and not ${cited}`),
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(answersOf(appId, since));
  return row!;
}

/** Tools an app called, and how often they failed; the most called first. */
export async function listToolCalls(db: Queryable, appId: string, since: Date, limit: number) {
  const calls = sql`jsonb_path_query(${chatMessages.parts}, '$[*] ? (@.type == "tool")')`;
  const called = db
    .select({ call: correlated(sql<unknown>`${calls}`).as("call") })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(answersOf(appId, since))
    .as("called");
  const name = sql<string>`${called.call} ->> 'name'`;
  return db
    .select({
      name,
      title: sql<string | null>`max(${called.call} ->> 'title')`,
      calls: sql<number>`count(*)::int`,
      failures: sql<number>`count(*) filter (where ${called.call} ->> 'state' = 'failed')::int`,
    })
    .from(called)
    .groupBy(name)
    .orderBy(sql`count(*) desc`, name)
    .limit(limit);
}

/** Runs of a workflow from a moment on; a maker's trials of the draft are none. */
const runsOf = (appId: string, since: Date): SQL | undefined =>
  and(eq(appRuns.appId, appId), isNotNull(appRuns.version), gte(appRuns.createdAt, since));

/** What `sumAnswers` tells of conversations, of runs: those that ended, and the time machines worked on them. */
export async function sumRuns(db: Queryable, appId: string, since: Date) {
  const ended = sql`${appRuns.status} in ('done', 'failed')`;
  const [row] = await db
    .select({
      answers: sql<number>`count(*) filter (where ${ended})::int`,
      inputTokens: sql<number>`coalesce(sum(${appRuns.inputTokens}), 0)::float8`,
      outputTokens: sql<number>`coalesce(sum(${appRuns.outputTokens}), 0)::float8`,
      costMicros: sql<number>`coalesce(sum(${appRuns.costMicros}), 0)::float8`,
      currency: sql<string | null>`max(${appRuns.currency})`,
      firstTokenMs: sql<number | null>`null::float8`,
      durationMs: sql<
        number | null
      >`percentile_cont(0.5) within group (order by ${appRuns.workedMs}) filter (where ${ended})`,
      likes: sql<number>`0::int`,
      dislikes: sql<number>`0::int`,
      failed: sql<number>`count(*) filter (where ${appRuns.status} = 'failed')::int`,
      unanswered: sql<number>`0::int`,
    })
    .from(appRuns)
    .where(runsOf(appId, since));
  return row!;
}

/** How often some nodes of a workflow ran, and failed. */
export function listNodeCalls(db: Queryable, appId: string, since: Date, nodeIds: readonly string[]) {
  return db
    .select({
      name: appRunSteps.nodeId,
      calls: sql<number>`count(*)::int`,
      failures: sql<number>`count(*) filter (where ${appRunSteps.status} = 'failed')::int`,
    })
    .from(appRunSteps)
    .innerJoin(appRuns, eq(appRuns.id, appRunSteps.runId))
    .where(and(runsOf(appId, since), inArray(appRunSteps.nodeId, [...nodeIds])))
    .groupBy(appRunSteps.nodeId)
    .orderBy(sql`count(*) desc`, appRunSteps.nodeId);
}

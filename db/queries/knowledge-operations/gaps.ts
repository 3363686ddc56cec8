import { and, asc, count, countDistinct, desc, eq, gte, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { GapState } from "@/lib/config/knowledge-kinds";
import type { Queryable } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { knowledgeBases } from "../../schema/knowledge";
import {
  gapChecks,
  gapEvents,
  knowledgeDays,
  knowledgeFindings,
  knowledgeGaps,
} from "../../schema/knowledge-operations";
import { departments, users } from "../../schema/organisation";
import { managedBase, visibleBase } from "../knowledge/bases";
import type { GrantedSubjects } from "../permissions/grants";
import { joinedTexts } from "../records/records";
import { wordsAreOpen } from "./words";

/** Whose gaps a person sees: of bases they manage, and with the center's right of all they may use. */
export interface GapScope {
  subjects: GrantedSubjects;
  manages: boolean;
  isOfCenter: boolean;
}

export interface GapFilter {
  baseId?: string;
  since: Date;
  departmentId?: string;
  ownerId?: string;
  keyword?: string;
}

const askedQuestions = alias(chatMessages, "asked_question");
const answers = alias(chatMessages, "given_answer");
const live = alias(chatSessions, "live_session");
const askers = alias(users, "asker");
const owners = alias(users, "gap_owner");
const units = alias(departments, "asker_unit");

const none = sql`false`;

/** Over `knowledge_bases`: live ones in the scope. */
const inScope = ({ subjects, manages, isOfCenter }: GapScope): SQL | undefined =>
  and(
    isNull(knowledgeBases.deletedAt),
    or(manages ? managedBase(subjects) : none, isOfCenter ? visibleBase(subjects) : none),
  );

/** Whether a person of the scope may change the gaps of a base. */
const mayChange = ({ subjects, manages }: GapScope) =>
  correlated(sql<boolean>`(${manages ? managedBase(subjects) : none})`);

/** Whether a person may read the words of a finding; the asker may have said so. */
const isReadable = (viewerId: string) =>
  wordsAreOpen(viewerId, { or: sql`${knowledgeFindings.isByAsker}`, session: live, owner: askers });

const isCounted = and(eq(knowledgeFindings.kind, "wrong"), ne(knowledgeFindings.state, "dismissed"));

/** Findings of gaps in a scope, with all that tells who may read them; narrowed down. */
function matching(scope: GapScope, { baseId, since, departmentId, ownerId, keyword }: GapFilter): SQL | undefined {
  const pattern = keyword ? likePattern(keyword) : null;
  return and(
    isCounted,
    inScope(scope),
    baseId ? eq(knowledgeGaps.baseId, baseId) : undefined,
    gte(knowledgeFindings.askedAt, since),
    departmentId ? eq(knowledgeFindings.departmentId, departmentId) : undefined,
    ownerId ? (ownerId === "none" ? isNull(knowledgeGaps.ownerId) : eq(knowledgeGaps.ownerId, ownerId)) : undefined,
    // What may not be read is not found either.
    pattern
      ? sql`${isReadable(scope.subjects.userId)} and ${joinedTexts(askedQuestions.parts as never)} ilike ${pattern}`
      : undefined,
  );
}

const counted = (cause: string) =>
  sql<number>`(count(*) filter (where ${cause} = any(${knowledgeFindings.causes})))::int`;

/** Gaps of a scope, each with what its questions of the days add up to; `state` unset: of all. */
export async function listGaps(
  db: Queryable,
  scope: GapScope,
  filter: GapFilter,
  { state, id, limit, offset }: { state?: GapState; id?: string; limit: number; offset: number },
) {
  const week = new Date(Date.now() - 7 * 86_400_000);
  const rows = await withFindings(
    db
      .select({
        id: knowledgeGaps.id,
        baseId: knowledgeBases.id,
        baseName: knowledgeBases.name,
        state: knowledgeGaps.state,
        ownerId: owners.id,
        ownerName: owners.name,
        dueAt: knowledgeGaps.dueAt,
        stateAt: knowledgeGaps.stateAt,
        mayChange: mayChange(scope),
        questions: sql<number>`count(*)::int`,
        notFound: counted("notFound"),
        lowSupport: counted("lowSupport"),
        disliked: counted("dislike"),
        recent: sql<number>`(count(*) filter (where ${knowledgeFindings.askedAt} >= ${week}))::int`,
        askers: countDistinct(knowledgeFindings.askerId),
        firstAt: sql`min(${knowledgeFindings.askedAt})`.mapWith(knowledgeFindings.askedAt),
      })
      .from(knowledgeFindings)
      .$dynamic(),
  )
    .leftJoin(owners, eq(owners.id, knowledgeGaps.ownerId))
    .where(
      and(
        matching(scope, filter),
        state ? eq(knowledgeGaps.state, state) : undefined,
        id ? eq(knowledgeGaps.id, id) : undefined,
      ),
    )
    .groupBy(knowledgeGaps.id, knowledgeBases.id, owners.id)
    .orderBy(
      // What is done is told newest first, what is to be done by its weight.
      desc(sql`case when ${knowledgeGaps.state} = 'verified' then ${knowledgeGaps.stateAt} end`),
      desc(sql`count(*)`),
      desc(knowledgeGaps.stateAt),
      asc(knowledgeGaps.id),
    )
    .limit(limit)
    .offset(offset);
  return rows as unknown as GapRow[];
}

export interface GapRow {
  id: string;
  baseId: string;
  baseName: string;
  state: GapState;
  ownerId: string | null;
  ownerName: string | null;
  dueAt: Date | null;
  stateAt: Date;
  mayChange: boolean;
  questions: number;
  notFound: number;
  lowSupport: number;
  disliked: number;
  recent: number;
  askers: number;
  firstAt: Date;
}

// biome-ignore lint/suspicious/noExplicitAny: any select over findings
function withFindings<Select extends { innerJoin: any; leftJoin: any }>(select: Select): Select {
  return select
    .innerJoin(knowledgeGaps, eq(knowledgeGaps.id, knowledgeFindings.gapId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeGaps.baseId))
    .innerJoin(askers, eq(askers.id, knowledgeFindings.askerId))
    .leftJoin(answers, eq(answers.id, knowledgeFindings.messageId))
    .leftJoin(live, and(eq(live.id, answers.sessionId), isNull(live.deletedAt)))
    .leftJoin(askedQuestions, eq(askedQuestions.id, answers.parentId));
}

/** Gaps and questions by state. */
export async function countGaps(db: Queryable, scope: GapScope, filter: GapFilter) {
  const rows = await withFindings(
    db
      .select({
        state: knowledgeGaps.state,
        gaps: countDistinct(knowledgeGaps.id),
        questions: count(),
      })
      .from(knowledgeFindings)
      .$dynamic(),
  )
    .where(matching(scope, filter))
    .groupBy(knowledgeGaps.state);
  return rows as { state: GapState; gaps: number; questions: number }[];
}

/** Words of the most central question of each gap that a person may read. */
export async function listTitles(db: Queryable, viewerId: string, gapIds: readonly string[], length: number) {
  if (gapIds.length === 0) return new Map<string, string>();
  const rows = await withFindings(
    db
      .selectDistinctOn([knowledgeFindings.gapId], {
        gapId: knowledgeFindings.gapId,
        words: sql<string | null>`left(${joinedTexts(askedQuestions.parts as never)}, ${length})`,
      })
      .from(knowledgeFindings)
      .$dynamic(),
  )
    .where(and(isCounted, inArray(knowledgeFindings.gapId, [...gapIds]), isReadable(viewerId)))
    .orderBy(
      knowledgeFindings.gapId,
      sql`${knowledgeFindings.gapLikeness} desc nulls last`,
      asc(knowledgeFindings.askedAt),
      asc(knowledgeFindings.id),
    );
  return new Map(rows.flatMap(({ gapId, words }) => (gapId && words?.trim() ? [[gapId, words.trim()] as const] : [])));
}

/** Departments the questions of gaps came from, most first. */
export async function listDepartments(db: Queryable, gapIds: readonly string[], since: Date) {
  if (gapIds.length === 0) return [];
  return db
    .select({ gapId: knowledgeFindings.gapId, name: units.name, count: count() })
    .from(knowledgeFindings)
    .innerJoin(units, eq(units.id, knowledgeFindings.departmentId))
    .where(and(isCounted, inArray(knowledgeFindings.gapId, [...gapIds]), gte(knowledgeFindings.askedAt, since)))
    .groupBy(knowledgeFindings.gapId, units.id)
    .orderBy(desc(count()), asc(units.name));
}

/** How the questions of gaps that can still be asked came out. */
export async function countChecks(db: Queryable, gapIds: readonly string[]) {
  const known = new Map<string, { passed: number; missed: number; total: number }>();
  if (gapIds.length === 0) return known;
  const rows = await db
    .select({
      gapId: knowledgeFindings.gapId,
      total: count(),
      passed: sql<number>`(count(*) filter (where ${gapChecks.findingId} is not null and ${gapChecks.miss} is null))::int`,
      missed: sql<number>`(count(*) filter (where ${gapChecks.miss} is not null))::int`,
    })
    .from(knowledgeFindings)
    .innerJoin(answers, eq(answers.id, knowledgeFindings.messageId))
    .innerJoin(live, and(eq(live.id, answers.sessionId), isNull(live.deletedAt)))
    .leftJoin(gapChecks, eq(gapChecks.findingId, knowledgeFindings.id))
    .where(and(isCounted, inArray(knowledgeFindings.gapId, [...gapIds])))
    .groupBy(knowledgeFindings.gapId);
  for (const { gapId, ...counts } of rows) if (gapId) known.set(gapId, counts);
  return known;
}

/** The gap with its base, where it is in the scope; null else. */
export async function findGap(db: Queryable, scope: GapScope, id: string) {
  const [row] = await db
    .select({
      id: knowledgeGaps.id,
      baseId: knowledgeGaps.baseId,
      baseName: knowledgeBases.name,
      state: knowledgeGaps.state,
      ownerId: knowledgeGaps.ownerId,
      dueAt: knowledgeGaps.dueAt,
      center: knowledgeGaps.center,
      modelId: knowledgeGaps.modelId,
      mayChange: mayChange(scope),
    })
    .from(knowledgeGaps)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeGaps.baseId))
    .where(and(eq(knowledgeGaps.id, id), inScope(scope)));
  return row ?? null;
}
export type FoundGap = NonNullable<Awaited<ReturnType<typeof findGap>>>;

/** Questions of a gap, the most central first; words and answers only of those a person may read. */
export async function listQuestions(db: Queryable, viewerId: string, gapId: string, limit: number) {
  const mayRead = isReadable(viewerId);
  const rows = await withFindings(
    db
      .select({
        id: knowledgeFindings.id,
        isGone: sql<boolean>`(${live.id} is null)`,
        question: sql<string | null>`case when ${mayRead} then ${joinedTexts(askedQuestions.parts as never)} end`,
        before: sql<unknown>`case when ${mayRead} then ${answers.parts} end`,
        department: units.name,
        causes: knowledgeFindings.causes,
        reason: knowledgeFindings.reason,
        askedAt: knowledgeFindings.askedAt,
        miss: gapChecks.miss,
        cited: gapChecks.cited,
        supported: gapChecks.supported,
        checkedAt: gapChecks.checkedAt,
        now: sql<unknown>`case when ${mayRead} then ${gapChecks.parts} end`,
      })
      .from(knowledgeFindings)
      .$dynamic(),
  )
    .leftJoin(units, eq(units.id, knowledgeFindings.departmentId))
    .leftJoin(gapChecks, eq(gapChecks.findingId, knowledgeFindings.id))
    .where(and(isCounted, eq(knowledgeFindings.gapId, gapId)))
    .orderBy(
      sql`${knowledgeFindings.gapLikeness} desc nulls last`,
      asc(knowledgeFindings.askedAt),
      asc(knowledgeFindings.id),
    )
    .limit(limit);
  return rows;
}

/** What became of a gap, oldest first. */
export function listEvents(db: Queryable, gapId: string, limit: number) {
  return db
    .select({
      id: gapEvents.id,
      kind: gapEvents.kind,
      actorId: users.id,
      actorName: users.name,
      facts: gapEvents.facts,
      createdAt: gapEvents.createdAt,
    })
    .from(gapEvents)
    .leftJoin(users, eq(users.id, gapEvents.actorId))
    .where(eq(gapEvents.gapId, gapId))
    .orderBy(desc(gapEvents.id))
    .limit(limit)
    .then((rows) => rows.reverse());
}

/** Questions put to the bases of a scope since a day of the product's time zone. */
export async function countAsked(
  db: Queryable,
  scope: GapScope,
  { baseId, departmentId, day }: { baseId?: string; departmentId?: string; day: string },
): Promise<number> {
  const [row] = await db
    .select({ asked: sql<number>`coalesce(sum(${knowledgeDays.questions}), 0)::int` })
    .from(knowledgeDays)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeDays.baseId))
    .where(
      and(
        inScope(scope),
        baseId ? eq(knowledgeDays.baseId, baseId) : undefined,
        departmentId ? eq(knowledgeDays.departmentId, departmentId) : undefined,
        gte(knowledgeDays.day, day),
      ),
    );
  return row?.asked ?? 0;
}

/** What the board can be narrowed to: bases, owners and departments of gaps with questions since then. */
export async function listFacets(db: Queryable, scope: GapScope, since: Date, limit: number) {
  const of = and(isCounted, inScope(scope), gte(knowledgeFindings.askedAt, since));
  const gapBase = eq(knowledgeBases.id, knowledgeGaps.baseId);
  const gapOf = eq(knowledgeGaps.id, knowledgeFindings.gapId);
  const [bases, people, parts] = await Promise.all([
    db
      .selectDistinct({ id: knowledgeBases.id, name: knowledgeBases.name })
      .from(knowledgeFindings)
      .innerJoin(knowledgeGaps, gapOf)
      .innerJoin(knowledgeBases, gapBase)
      .where(of)
      .orderBy(asc(knowledgeBases.name))
      .limit(limit),
    db
      .selectDistinct({ id: owners.id, name: owners.name })
      .from(knowledgeFindings)
      .innerJoin(knowledgeGaps, gapOf)
      .innerJoin(knowledgeBases, gapBase)
      .innerJoin(owners, eq(owners.id, knowledgeGaps.ownerId))
      .where(of)
      .orderBy(asc(owners.name))
      .limit(limit),
    db
      .selectDistinct({ id: units.id, name: units.name })
      .from(knowledgeFindings)
      .innerJoin(knowledgeGaps, gapOf)
      .innerJoin(knowledgeBases, gapBase)
      .innerJoin(units, eq(units.id, knowledgeFindings.departmentId))
      .where(of)
      .orderBy(asc(units.name))
      .limit(limit),
  ]);
  return { bases, owners: people, departments: parts };
}

/** Live bases of a scope whose gaps a person may change; one of them, or all. */
export async function listChangeable(db: Queryable, scope: GapScope, baseId?: string): Promise<string[]> {
  if (!scope.manages) return [];
  const rows = await db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(
      and(
        isNull(knowledgeBases.deletedAt),
        managedBase(scope.subjects),
        baseId ? eq(knowledgeBases.id, baseId) : undefined,
      ),
    )
    .orderBy(asc(knowledgeBases.id));
  return rows.map(({ id }) => id);
}

/** Whether a scope has this base. */
export async function hasBase(db: Queryable, scope: GapScope, baseId: string): Promise<boolean> {
  const rows = await db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(eq(knowledgeBases.id, baseId), inScope(scope)));
  return rows.length > 0;
}

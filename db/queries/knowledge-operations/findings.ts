import { and, arrayContains, desc, eq, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DislikeReason } from "@/lib/config/feedback";
import type { FINDING_STATES, FindingCause, FindingKind } from "@/lib/config/knowledge-kinds";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { knowledgeBases } from "../../schema/knowledge";
import { knowledgeAnswers, knowledgeFindings, knowledgeGaps } from "../../schema/knowledge-operations";
import { operationLogs } from "../../schema/operation-log";
import { departments, users } from "../../schema/organisation";
import { managedBase, visibleBase } from "../knowledge/bases";
import type { GrantedSubjects } from "../permissions/grants";
import { askedMessages, questionStart, wordsAreOpen } from "./words";

export type FindingState = (typeof FINDING_STATES)[number];

/** Who looks: bases they manage, with the center's right those they may use as well. */
export interface Insight {
  subjects: GrantedSubjects;
  managesBases: boolean;
  managesCenter: boolean;
}

/** Live bases whose findings somebody sees. */
export const insightBase = ({ subjects, managesBases, managesCenter }: Insight): SQL | undefined =>
  and(
    isNull(knowledgeBases.deletedAt),
    managesCenter ? visibleBase(subjects) : managesBases ? managedBase(subjects) : sql`false`,
  );

export interface FindingFilter {
  baseId?: string;
  kind: FindingKind;
  cause?: FindingCause;
  reason?: DislikeReason;
  /** `active`: what nobody has dealt with yet. */
  state?: FindingState | "active";
  assigneeId?: string;
  since?: Date;
  /** In words the person may read, and in no others. */
  keyword?: string;
}

const assignees = alias(users, "assignees");
/** Of the asker: their own words, those the policy opens, and those they gave themselves, knowing who reads them. */
const isOpen = (viewerId: string) => wordsAreOpen(viewerId, { or: sql`${knowledgeFindings.isByAsker}` });

function selectFindings(db: Queryable, viewerId: string) {
  const open = isOpen(viewerId);
  return db
    .select({
      id: knowledgeFindings.id,
      messageId: knowledgeFindings.messageId,
      baseId: knowledgeFindings.baseId,
      baseName: knowledgeBases.name,
      kind: knowledgeFindings.kind,
      causes: knowledgeFindings.causes,
      reason: knowledgeFindings.reason,
      state: knowledgeFindings.state,
      assigneeId: knowledgeFindings.assigneeId,
      assigneeName: assignees.name,
      gapId: knowledgeFindings.gapId,
      qaId: knowledgeFindings.qaId,
      recallItemId: knowledgeFindings.recallItemId,
      askedAt: knowledgeFindings.askedAt,
      updatedAt: knowledgeFindings.updatedAt,
      departmentName: departments.name,
      askerId: knowledgeFindings.askerId,
      isOpen: open,
      isGone: sql<boolean>`(${chatSessions.id} is null or ${chatSessions.deletedAt} is not null)`,
      askerName: sql<string | null>`case when ${open} then ${users.name} end`,
      question: sql<string | null>`case when ${open} then ${questionStart} end`,
      remark: sql<string | null>`case when ${open} then ${chatMessages.feedbackText} end`,
    })
    .from(knowledgeFindings)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFindings.baseId))
    .innerJoin(users, eq(users.id, knowledgeFindings.askerId))
    .leftJoin(departments, eq(departments.id, knowledgeFindings.departmentId))
    .leftJoin(assignees, eq(assignees.id, knowledgeFindings.assigneeId))
    .leftJoin(chatMessages, eq(chatMessages.id, knowledgeFindings.messageId))
    .leftJoin(askedMessages, eq(askedMessages.id, chatMessages.parentId))
    .leftJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .$dynamic();
}
export type FindingRow = Awaited<ReturnType<typeof selectFindings>>[number];

function stateIs(state: FindingFilter["state"]): SQL | undefined {
  if (!state) return undefined;
  return state === "active"
    ? inArray(knowledgeFindings.state, ["open", "assigned"])
    : eq(knowledgeFindings.state, state);
}

function matching(insight: Insight, filter: FindingFilter): SQL | undefined {
  const { baseId, kind, cause, reason, state, assigneeId, since, keyword } = filter;
  return and(
    insightBase(insight),
    baseId ? eq(knowledgeFindings.baseId, baseId) : undefined,
    eq(knowledgeFindings.kind, kind),
    cause ? arrayContains(knowledgeFindings.causes, [cause]) : undefined,
    reason ? eq(knowledgeFindings.reason, reason) : undefined,
    stateIs(state),
    assigneeId ? eq(knowledgeFindings.assigneeId, assigneeId) : undefined,
    since ? gte(knowledgeFindings.askedAt, since) : undefined,
    keyword ? sql`(${isOpen(insight.subjects.userId)} and ${questionStart} ilike ${likePattern(keyword)})` : undefined,
  );
}

/** A page of findings somebody sees, the newest first. */
export function listFindings(
  db: Queryable,
  insight: Insight,
  filter: FindingFilter,
  page: Page,
): Promise<{ rows: FindingRow[]; total: number }> {
  const rows = selectFindings(db, insight.subjects.userId).where(matching(insight, filter));
  return pageOf(db, rows, page, desc(knowledgeFindings.askedAt), desc(knowledgeFindings.id));
}

/** How many there are in each state; the filter's own state does not count. */
export async function countFindingStates(db: Queryable, insight: Insight, { state: _, ...filter }: FindingFilter) {
  const listed = selectFindings(db, insight.subjects.userId).where(matching(insight, filter)).as("listed");
  const rows = await db
    .select({ state: listed.state, count: sql<number>`count(*)::int` })
    .from(listed)
    .groupBy(listed.state);
  const of = (state: FindingState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { active: of("open") + of("assigned"), done: of("done"), dismissed: of("dismissed") };
}

/** One finding somebody sees, or null. */
export async function findFinding(db: Queryable, insight: Insight, id: string): Promise<FindingRow | null> {
  const [row] = await selectFindings(db, insight.subjects.userId).where(
    and(insightBase(insight), eq(knowledgeFindings.id, id)),
  );
  return row ?? null;
}

/** The newest words people gave with a dislike, where they may be read. */
export function listRemarks(
  db: Queryable,
  insight: Insight,
  { baseIds, since, before }: { baseIds: readonly string[]; since: Date; before: Date },
  limit: number,
) {
  return selectFindings(db, insight.subjects.userId)
    .where(
      and(
        insightBase(insight),
        inArray(knowledgeFindings.baseId, [...baseIds]),
        eq(knowledgeFindings.kind, "wrong"),
        gte(knowledgeFindings.askedAt, since),
        sql`${knowledgeFindings.askedAt} < ${before}`,
        sql`${chatMessages.feedback} = 'dislike'`,
        sql`coalesce(${chatMessages.feedbackText}, '') <> ''`,
        isOpen(insight.subjects.userId),
      ),
    )
    .orderBy(desc(knowledgeFindings.askedAt), desc(knowledgeFindings.id))
    .limit(limit);
}

/** Changes a finding that is still in one of these states; false where it is not. */
export async function moveFinding(
  tx: Transaction,
  id: string,
  from: readonly FindingState[],
  to: { state: FindingState; assigneeId?: string | null },
): Promise<boolean> {
  const moved = await tx
    .update(knowledgeFindings)
    .set({ ...to, updatedAt: new Date() })
    .where(and(eq(knowledgeFindings.id, id), inArray(knowledgeFindings.state, [...from])))
    .returning({ id: knowledgeFindings.id });
  return moved.length > 0;
}

/** What people did about a finding, oldest first. */
export function listFindingEvents(db: Queryable, id: string, limit: number) {
  return db
    .select({
      id: operationLogs.id,
      action: operationLogs.action,
      at: operationLogs.createdAt,
      actorName: users.name,
      after: operationLogs.after,
    })
    .from(operationLogs)
    .leftJoin(users, eq(users.id, operationLogs.actorId))
    .where(
      and(
        eq(operationLogs.targetId, id),
        eq(operationLogs.targetType, "knowledgeFinding"),
        eq(operationLogs.result, "success"),
      ),
    )
    .orderBy(operationLogs.id)
    .limit(limit);
}

/** An answer a base was asked for, with its conversation; null where its words are gone or closed to this person. */
export async function findOpenAnswer(
  db: Queryable,
  insight: Insight,
  { messageId, baseId }: { messageId: string; baseId: string },
) {
  const viewerId = insight.subjects.userId;
  const byAsker = correlated(
    sql`exists (select 1 from ${knowledgeFindings} where ${knowledgeFindings.messageId} = ${chatMessages.id}
      and ${knowledgeFindings.baseId} = ${knowledgeAnswers.baseId} and ${knowledgeFindings.isByAsker})`,
  );
  const [row] = await db
    .select({
      id: chatMessages.id,
      parentId: chatMessages.parentId,
      sessionId: chatSessions.id,
      title: chatSessions.title,
      userId: chatSessions.userId,
      isOpen: wordsAreOpen(viewerId, { or: byAsker }),
    })
    .from(knowledgeAnswers)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeAnswers.baseId))
    .innerJoin(chatMessages, eq(chatMessages.id, knowledgeAnswers.messageId))
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .innerJoin(users, eq(users.id, chatSessions.userId))
    .where(and(insightBase(insight), eq(knowledgeAnswers.messageId, messageId), eq(knowledgeAnswers.baseId, baseId)));
  return row ?? null;
}

/** How far somebody is with what some answers left open. */
export function listQuestionStates(db: Queryable, messageIds: readonly string[]) {
  if (messageIds.length === 0) return Promise.resolve([]);
  return db
    .select({
      messageId: knowledgeFindings.messageId,
      baseId: knowledgeFindings.baseId,
      state: knowledgeFindings.state,
      gapState: knowledgeGaps.state,
    })
    .from(knowledgeFindings)
    .leftJoin(knowledgeGaps, eq(knowledgeGaps.id, knowledgeFindings.gapId))
    .where(and(inArray(knowledgeFindings.messageId, [...messageIds]), eq(knowledgeFindings.kind, "wrong")));
}

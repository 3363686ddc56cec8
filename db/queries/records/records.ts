import { and, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { DISLIKE_REASONS } from "../../../lib/config/feedback";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { chatMessages, chatSessions, runs } from "../../schema/conversation";
import { usageLedger } from "../../schema/models";
import { departments, users } from "../../schema/organisation";
import { recordReads } from "../../schema/records";
import { contentDepartments } from "./policies";

const questions = alias(chatMessages, "question");
const readers = alias(users, "reader");

export interface RecordFilter {
  from?: Date;
  /** Not included any more. */
  before?: Date;
  userId?: string;
  /** With those below it. */
  departmentId?: string;
  kind?: string;
  /** Of the run, where the kind of a conversation does not tell. */
  app?: string;
  modelId?: string;
  feedback?: "like" | "dislike" | "any";
  reason?: (typeof DISLIKE_REASONS)[number];
  status?: "done" | "stopped" | "interrupted" | "limited" | "failed" | "notDone" | "noAnswer" | "reviewed";
  keyword?: string;
}

/** Whose eyes: the owner's, or an administrator's, who reads words only where the department's policy lets them. */
export type RecordView = { ownerId: string } | "console";

const isReadable = sql<boolean>`coalesce(${chatSessions.deletedAt} is null and not ${chatSessions.isTemporary}
  and ${users.departmentId} in ${contentDepartments}, false)`;
const readableTo = (view: RecordView) => (view === "console" ? isReadable : sql<boolean>`true`);

/** Ids carry their time, and rows of a moment get theirs within it: this far apart at most, milliseconds. */
const ID_SLACK_MS = 3_600_000;

/** The lowest UUIDv7 of a moment: a span of time becomes a span of the primary key. */
export function idAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

const textsOf = (parts: AnyPgColumn) => sql`jsonb_path_query_array(${parts}, '$[*] ? (@.type == "text").text')::text`;
/** The words of a message, joined. */
export const joinedTexts = (parts: AnyPgColumn) =>
  sql`(select string_agg(part ->> 'text', ' ') from jsonb_array_elements(${parts}) part where part ->> 'type' = 'text')`;

/** Where a keyword has no letters of two cases, as Chinese has none, the plain comparison does: it is five times as fast. */
const hasCase = (keyword: string) => keyword.toLowerCase() !== keyword.toUpperCase();

/** Title, question and answer; the texts are searched as JSON writes them. What may not be read is not found either. */
function found(keyword: string, view: RecordView): SQL {
  const pattern = likePattern(JSON.stringify(keyword).slice(1, -1));
  const has = sql.raw(hasCase(keyword) ? "ilike" : "like");
  return sql`(${readableTo(view)} and (${chatSessions.title} ${has} ${likePattern(keyword)}
    or ${textsOf(questions.parts)} ${has} ${pattern} or ${textsOf(chatMessages.parts)} ${has} ${pattern}))`;
}

function statusIs(status: RecordFilter["status"]): SQL | undefined {
  if (!status) return undefined;
  if (status === "notDone") return inArray(chatMessages.status, ["interrupted", "limited", "failed"]);
  if (status === "reviewed") return sql`jsonb_path_exists(${chatMessages.parts}, '$[*] ? (@.type == "review")')`;
  if (status !== "noAnswer") return eq(chatMessages.status, status);
  return and(
    ne(chatMessages.status, "streaming"),
    sql`not jsonb_path_exists(${chatMessages.parts}, '$[*] ? (@.type == "text" && @.text != "")')`,
  );
}

function matching(filter: RecordFilter, view: RecordView): SQL | undefined {
  const { from, before, departmentId, feedback, keyword } = filter;
  return and(
    eq(chatMessages.role, "assistant"),
    view === "console"
      ? undefined
      : and(eq(chatSessions.userId, view.ownerId), isNull(chatSessions.deletedAt), eq(chatSessions.isTemporary, false)),
    from && and(gte(chatMessages.createdAt, from), gte(chatMessages.id, idAt(from.getTime() - ID_SLACK_MS))),
    before && and(lt(chatMessages.createdAt, before), lt(chatMessages.id, idAt(before.getTime() + ID_SLACK_MS))),
    filter.userId ? eq(chatSessions.userId, filter.userId) : undefined,
    departmentId ? sql`${departments.path} like ${`%${departmentId}/%`}` : undefined,
    filter.kind ? eq(chatSessions.kind, filter.kind) : undefined,
    filter.app
      ? correlated(
          sql`exists (select 1 from ${runs} where ${runs.messageId} = ${chatMessages.id} and ${runs.app} = ${filter.app})`,
        )
      : undefined,
    filter.modelId ? eq(chatMessages.modelId, filter.modelId) : undefined,
    feedback === "any" ? isNotNull(chatMessages.feedback) : feedback ? eq(chatMessages.feedback, feedback) : undefined,
    filter.reason ? eq(chatMessages.feedbackReason, filter.reason) : undefined,
    statusIs(filter.status),
    keyword ? found(keyword, view) : undefined,
  );
}

/** Columns of a round; words leave the database only for eyes that may read them. */
function columnsFor(view: RecordView) {
  const mayRead = readableTo(view);
  return {
    ...columnsOf(chatMessages, "id", "createdAt", "sessionId"),
    kind: chatSessions.kind,
    userId: users.id,
    userName: users.name,
    account: users.account,
    departmentId: departments.id,
    departmentName: departments.name,
    ...columnsOf(chatMessages, "modelId", "modelName", "status", "error", "feedback", "feedbackReason"),
    feedbackText: sql<string | null>`case when ${mayRead} then ${chatMessages.feedbackText} end`,
    ...columnsOf(chatMessages, "inputTokens", "outputTokens", "usageEstimated", "firstTokenMs", "durationMs"),
    ...columnsOf(chatMessages, "citedSentences", "supportedSentences", "costMicros", "currency"),
    isReadable: mayRead,
    isDeleted: sql<boolean>`${chatSessions.deletedAt} is not null`,
    isTemporary: chatSessions.isTemporary,
    title: sql<string | null>`case when ${mayRead} then ${chatSessions.title} end`,
    question: sql<string | null>`case when ${mayRead} then left(${joinedTexts(questions.parts)}, 300) end`,
  };
}

function rounds(db: Queryable, view: RecordView) {
  return db
    .select(columnsFor(view))
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .innerJoin(users, eq(users.id, chatSessions.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(questions, eq(questions.id, chatMessages.parentId));
}

interface RoundPage {
  view: RecordView;
  /** The last id above. */
  before?: string;
  /** No further back than this id. */
  since?: string;
  limit: number;
}

/** A page of rounds, newest first (ids sort by time). */
export function listRounds(db: Queryable, filter: RecordFilter, { view, before, since, limit }: RoundPage) {
  return rounds(db, view)
    .where(
      and(
        matching(filter, view),
        before ? lt(chatMessages.id, before) : undefined,
        since ? gte(chatMessages.id, since) : undefined,
      ),
    )
    .orderBy(desc(chatMessages.id))
    .limit(limit);
}
export type RoundRow = Awaited<ReturnType<typeof listRounds>>[number];

export async function findRound(db: Queryable, id: string, view: RecordView): Promise<RoundRow | null> {
  const [row] = await rounds(db, view).where(and(matching({}, view), eq(chatMessages.id, id)));
  return row ?? null;
}

/** How many rounds a filter leaves, counted to `most` at most. */
export async function countRounds(db: Queryable, filter: RecordFilter, view: RecordView, most: number) {
  const some = db
    .select({ one: sql`1` })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .innerJoin(users, eq(users.id, chatSessions.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(questions, eq(questions.id, chatMessages.parentId))
    .where(matching(filter, view))
    .limit(most)
    .as("some");
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some);
  return row?.count ?? 0;
}

/** Whole questions and answers of rounds, for a file. The caller knows which of them may be read. */
export async function listRoundTexts(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: chatMessages.id,
      question: sql<string | null>`${joinedTexts(questions.parts)}`,
      answer: sql<string | null>`${joinedTexts(chatMessages.parts)}`,
    })
    .from(chatMessages)
    .leftJoin(questions, eq(questions.id, chatMessages.parentId))
    .where(inArray(chatMessages.id, [...ids]));
}

/** Calls of one run: its first, and those after tools or a cut (`callIdOf`). */
const CALL_SUFFIXES = ["", ...Array.from({ length: 10 }, (_, index) => `:${index + 1}`)];

/** The calls that answers were made with, as the ledger knows them. */
export function listRoundCalls(db: Queryable, messageIds: readonly string[]) {
  if (messageIds.length === 0) return Promise.resolve([]);
  return (
    db
      .select({
        messageId: runs.messageId,
        requestId: sql<string>`coalesce(${usageLedger.requestId}, ${runs.id}::text)`,
        callId: usageLedger.id,
        costMicros: usageLedger.costMicros,
        currency: usageLedger.currency,
        isUnpriced: sql<boolean>`coalesce(${usageLedger.costMicros} is null and ${usageLedger.settledAt} is not null
          and ${usageLedger.inputTokens} + ${usageLedger.outputTokens} > 0, false)`,
      })
      .from(runs)
      .innerJoin(
        sql`unnest(array[${sql.join(
          CALL_SUFFIXES.map((suffix) => sql`${suffix}`),
          sql`, `,
        )}]) suffix`,
        sql`true`,
      )
      // The day picks the ledger's partitions; time zones are no further apart.
      .leftJoin(
        usageLedger,
        and(
          sql`${usageLedger.requestId} = ${runs.id}::text || suffix`,
          sql`${usageLedger.day} between (${runs.createdAt} - interval '1 day')::date and (${runs.createdAt} + interval '1 day')::date`,
        ),
      )
      .where(and(inArray(runs.messageId, [...messageIds]), sql`(suffix = '' or ${usageLedger.id} is not null)`))
      .orderBy(runs.createdAt, usageLedger.id)
  );
}

type Read = Pick<typeof recordReads.$inferInsert, "userId" | "sessionId" | "title" | "callId" | "callApp" | "calledAt">;

/** Readings of other people's conversations and logged calls, seen by those whose they are (spec B8). */
export async function insertReads(db: Queryable, readerId: string, sessions: readonly Read[]): Promise<void> {
  const others = sessions.filter(({ userId }) => userId !== readerId);
  if (others.length === 0) return;
  await db.insert(recordReads).values(others.map((session) => ({ readerId, ...session })));
}

/** Who read a person's conversations, the last first; `before` is the last id above. */
export function listReads(db: Queryable, userId: string, page: { before?: string; limit: number }) {
  return db
    .select({
      ...columnsOf(recordReads, "id", "createdAt", "sessionId", "title", "callId", "callApp", "calledAt"),
      readerName: readers.name,
      readerAccount: readers.account,
      isThere: sql<boolean>`${chatSessions.id} is not null`,
      kind: chatSessions.kind,
    })
    .from(recordReads)
    .leftJoin(readers, eq(readers.id, recordReads.readerId))
    .leftJoin(
      chatSessions,
      and(eq(chatSessions.id, recordReads.sessionId), eq(chatSessions.userId, userId), isNull(chatSessions.deletedAt)),
    )
    .where(and(eq(recordReads.userId, userId), page.before ? lt(recordReads.id, page.before) : undefined))
    .orderBy(desc(recordReads.id))
    .limit(page.limit);
}

/** Models that answered a person, by a word or one by its id. */
export function listOwnModels(
  db: Queryable,
  { ownerId, keyword, id }: { ownerId: string; keyword?: string; id?: string },
  limit: number,
) {
  return db
    .selectDistinct({ id: sql<string>`${chatMessages.modelId}`, name: chatMessages.modelName })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(
      and(
        eq(chatSessions.userId, ownerId),
        isNotNull(chatMessages.modelId),
        id ? eq(chatMessages.modelId, id) : undefined,
        keyword ? ilike(chatMessages.modelName, likePattern(keyword)) : undefined,
      ),
    )
    .orderBy(chatMessages.modelName)
    .limit(limit);
}

import { and, asc, count, desc, eq, ilike, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { correlated } from "../correlated";
import { executeHot } from "../hot";
import { type CHAT_KINDS, chatMessages, chatSessions, runs } from "../schema/chat";
import { admissionCte, type Reservation } from "./usage";

/** Areas do not see one another's conversations; personal chat is meant where nothing is said. */
export type ChatKind = (typeof CHAT_KINDS)[number];

export const liveSession = (userId: string, kind: ChatKind = "personal"): SQL | undefined =>
  and(eq(chatSessions.userId, userId), eq(chatSessions.kind, kind), isNull(chatSessions.deletedAt));
const live = liveSession;

/** `%` and `_` of a search text are meant literally. */
function like(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}

const sessionColumns = {
  id: chatSessions.id,
  title: chatSessions.title,
  archivedAt: chatSessions.archivedAt,
  folderId: chatSessions.folderId,
  pinnedAt: chatSessions.pinnedAt,
  isTemporary: chatSessions.isTemporary,
  lastMessageAt: chatSessions.lastMessageAt,
  createdAt: chatSessions.createdAt,
  running: correlated(
    sql<boolean>`exists (select 1 from ${runs} where ${runs.sessionId} = ${chatSessions.id} and ${runs.status} = 'running')`,
  ),
};

/** Temporary chats are in no list and count against no limit. */
const isKept = eq(chatSessions.isTemporary, false);

/** Sessions of one person, pinned ones and then the last used first. A keyword looks at titles and at what was written. */
export function listChatSessions(
  db: Queryable,
  userId: string,
  filter: { keyword?: string; archived: boolean; limit: number; offset: number },
) {
  const found = filter.keyword
    ? correlated(sql`(${ilike(chatSessions.title, like(filter.keyword))} or exists (
        select 1 from ${chatMessages} where ${chatMessages.sessionId} = ${chatSessions.id}
          and jsonb_path_query_array(${chatMessages.parts}, '$[*].text')::text ilike ${like(filter.keyword)}))`)
    : undefined;
  return db
    .select(sessionColumns)
    .from(chatSessions)
    .where(
      and(
        live(userId),
        isKept,
        filter.archived ? sql`${chatSessions.archivedAt} is not null` : isNull(chatSessions.archivedAt),
        found,
      ),
    )
    .orderBy(sql`${chatSessions.pinnedAt} is null`, desc(chatSessions.lastMessageAt), desc(chatSessions.id))
    .limit(filter.limit)
    .offset(filter.offset);
}

export async function findChatSession(db: Queryable, userId: string, id: string, kind?: ChatKind) {
  const [row] = await db
    .select({ ...sessionColumns, activeLeafId: chatSessions.activeLeafId, settings: chatSessions.settings })
    .from(chatSessions)
    .where(and(eq(chatSessions.id, id), live(userId, kind)));
  return row ?? null;
}

/** Active personal sessions; call it under `lockChatSessions`. */
export async function countChatSessions(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(chatSessions)
    .where(and(live(userId), isKept, isNull(chatSessions.archivedAt)));
  return row?.count ?? 0;
}

/** Makes counting and inserting one step for a person (SECURITY rule 23). Ends with the transaction. */
export async function lockChatSessions(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 1))`);
}

export async function insertChatSession(
  db: Queryable,
  userId: string,
  title: string,
  kind: ChatKind = "personal",
  more: Partial<Pick<typeof chatSessions.$inferInsert, "isTemporary" | "isTitleOwn" | "folderId">> = {},
) {
  const [row] = await db
    .insert(chatSessions)
    .values({ userId, title, kind, ...more })
    .returning(sessionColumns);
  return row!;
}

/** Changes one own session; false when it is not there or not theirs. */
export async function updateChatSession(
  db: Queryable,
  userId: string,
  id: string,
  patch: Partial<
    Pick<
      typeof chatSessions.$inferInsert,
      "title" | "isTitleOwn" | "archivedAt" | "pinnedAt" | "folderId" | "deletedAt" | "activeLeafId" | "settings"
    >
  >,
  kind?: ChatKind,
): Promise<boolean> {
  const rows = await db
    .update(chatSessions)
    .set(patch)
    .where(and(eq(chatSessions.id, id), live(userId, kind)))
    .returning({ id: chatSessions.id });
  return rows.length > 0;
}

/** The session used longest ago, to be archived when the eleventh is wanted. */
export async function findOldestChatSession(db: Queryable, userId: string) {
  const [row] = await db
    .select({ id: chatSessions.id, title: chatSessions.title })
    .from(chatSessions)
    .where(and(live(userId), isKept, isNull(chatSessions.archivedAt)))
    .orderBy(asc(chatSessions.lastMessageAt), asc(chatSessions.id))
    .limit(1);
  return row ?? null;
}

export interface TurnNode {
  id: string;
  parentId: string | null;
  role: "user" | "assistant";
  parts: unknown;
  status: string;
}

export interface TurnContext {
  sessionId: string;
  activeLeafId: string | null;
  title: string;
  /** Run that was started under the same idempotency key. */
  repeatedRunId: string | null;
  /** Chat settings of the session and of the person. */
  settings: unknown;
  preferences: unknown;
  isTemporary: boolean;
  /** What every chat shall know of the person, oldest first: nothing while they have not switched it on (spec M7). */
  memories: string[];
  /** Answers that are being written, as of a moment of `performance.now()`. */
  running: { byPerson: number; inChat: number; asOf: number };
  /** The branch, newest first. */
  path: TurnNode[];
}

/** Stands for "at the beginning", where no parent means the end of the branch in view. */
export const ROOT_ID = "00000000-0000-0000-0000-000000000000";

/** The most messages a question takes along; older ones would not fit any model's context. */
const PATH_MAX = 400;

/**
 * Everything a question needs of its session, in one statement: ownership, the branch above it, and the run of a
 * repeated post. Null when the session is not there or not theirs.
 */
export async function findTurnContext(
  userId: string,
  at: { sessionId: string; parentId?: string; idempotencyKey?: string; kind?: ChatKind },
): Promise<TurnContext | null> {
  const asOf = performance.now();
  const result = await executeHot(
    "turn_context",
    sql`
    with recursive session as (
      select id, active_leaf_id, title, settings, is_temporary from chat_sessions
      where id = ${at.sessionId}::uuid and user_id = ${userId}::uuid and kind = ${at.kind ?? "personal"}
        and deleted_at is null
    ), path as (
      select m.id, m.parent_id, m.role, m.parts, m.status, 1 as depth
      from chat_messages m, session s
      where m.session_id = s.id and m.id = coalesce(${at.parentId ?? null}::uuid, s.active_leaf_id)
      union all
      select m.id, m.parent_id, m.role, m.parts, m.status, p.depth + 1
      from path p join chat_messages m on m.id = p.parent_id where p.depth < ${PATH_MAX}::int
    )
    select s.id as session_id, s.active_leaf_id, s.title, s.settings, s.is_temporary,
      (select u.chat from user_preferences u where u.user_id = ${userId}::uuid) as preferences,
      (select json_agg(m.text order by m.created_at, m.id) from memories m
        join user_preferences u on u.user_id = m.user_id and u.memory_enabled
        where m.user_id = ${userId}::uuid and not s.is_temporary) as memories,
      (select r.id from runs r where r.user_id = ${userId}::uuid and r.idempotency_key = ${at.idempotencyKey ?? null})
        as repeated_run_id,
      (select json_build_object('byPerson', count(*), 'inChat', count(*) filter (where r.session_id = s.id))
        from runs r where r.user_id = ${userId}::uuid and r.status = 'running') as running,
      (select json_agg(json_build_object('id', p.id, 'parentId', p.parent_id, 'role', p.role, 'parts', p.parts,
        'status', p.status) order by p.depth) from path p) as path
    from session s`,
  );
  const row = result.rows[0] as
    | {
        session_id: string;
        active_leaf_id: string | null;
        title: string;
        settings: unknown;
        preferences: unknown;
        is_temporary: boolean;
        memories: string[] | null;
        repeated_run_id: string | null;
        running: Omit<TurnContext["running"], "asOf">;
        path: TurnNode[] | null;
      }
    | undefined;
  if (!row) return null;
  return {
    sessionId: row.session_id,
    activeLeafId: row.active_leaf_id,
    title: row.title,
    repeatedRunId: row.repeated_run_id,
    settings: row.settings ?? {},
    preferences: row.preferences ?? {},
    isTemporary: row.is_temporary,
    memories: row.memories ?? [],
    running: { ...row.running, asOf },
    path: row.path ?? [],
  };
}

export interface NewTurn {
  runId: string;
  userId: string;
  sessionId: string;
  instance: string;
  idempotencyKey: string | null;
  /** Null for a further answer to a question that is there. */
  question: { id: string; parentId: string | undefined; parts: unknown[] } | null;
  answer: {
    id: string;
    parentId: string;
    modelId: string;
    modelName: string;
    /** It is there already and is taken up again. */
    isContinued?: boolean;
    /** Of the answers several models give to one question. */
    comparisonId?: string;
  };
  /** Given to a session that has none yet. */
  title: string;
  /** Of the ledger; personal chat where nothing is said. */
  app?: string;
  /** Answers a person, and a chat, may have at the same time. */
  most: { perPerson: number; perChat: number };
}

/**
 * Whether there is a place for the answer: `place` holds the limit that refused it, or null. Counting and inserting are one
 * step for a person, because the function's lock ends with the statement.
 */
function placeCte({ userId, sessionId, answer, most }: NewTurn): SQL {
  return sql`place as materialized (select refuse_answer(${userId}::uuid, ${sessionId}::uuid,
      ${answer.comparisonId ?? null}::uuid, ${most.perPerson}::int, ${most.perChat}::int) as refused)`;
}

/** Question, empty answer, run and the session's new leaf; `admitted` is a CTE with one row, refused or not. */
function turnCtes(turn: NewTurn): SQL {
  return sql`leaf as (
      select id, active_leaf_id from chat_sessions
      where id = ${turn.sessionId}::uuid and exists (select 1 from admitted where refused is null) for update
    ), question as (
      insert into chat_messages (id, session_id, parent_id, role, parts)
      select ${turn.question?.id ?? null}::uuid, leaf.id, nullif(coalesce(${turn.question?.parentId ?? null}::uuid, leaf.active_leaf_id), ${ROOT_ID}::uuid),
        'user', ${JSON.stringify(turn.question?.parts ?? [])}::jsonb
      from leaf where ${turn.question !== null}::boolean
    ), answer as (
      insert into chat_messages (id, session_id, parent_id, role, status, model_id, model_name, comparison_id)
      select ${turn.answer.id}::uuid, leaf.id, ${turn.answer.parentId}::uuid, 'assistant', 'streaming',
        ${turn.answer.modelId}::uuid, ${turn.answer.modelName}, ${turn.answer.comparisonId ?? null}::uuid from leaf
      where not ${turn.answer.isContinued ?? false}::boolean
    ), continued as (
      update chat_messages set status = 'streaming', error = null, updated_at = now() from leaf
      where chat_messages.id = ${turn.answer.id}::uuid and chat_messages.session_id = leaf.id
        and ${turn.answer.isContinued ?? false}::boolean
    ), run as (
      insert into runs (id, user_id, session_id, message_id, app, instance, idempotency_key)
      select ${turn.runId}::uuid, ${turn.userId}::uuid, leaf.id, ${turn.answer.id}::uuid, ${turn.app ?? "chat"},
        ${turn.instance}, ${turn.idempotencyKey} from leaf
    ), session as (
      update chat_sessions set active_leaf_id = ${turn.answer.id}::uuid, last_message_at = now(), updated_at = now(),
        archived_at = null, title = case when title = '' and not is_temporary then ${turn.title} else title end
      from leaf where chat_sessions.id = leaf.id
    )`;
}

/**
 * Reservation, question, empty answer, run and the session's new leaf in one statement: all or nothing; answers the
 * limit that refused the call, or null. Without a parent the question goes under the leaf of this moment, read under a lock: two tabs
 * that ask together get one order, and nothing is lost.
 */
export async function insertTurn(turn: NewTurn, reservation: Reservation): Promise<string | null> {
  const ctes = sql`${placeCte(turn)}, ${admissionCte(reservation)}, ${turnCtes(turn)}`;
  const statement = sql`with ${ctes} select refused from admitted`;
  const result = await executeHot("turn_insert", statement);
  return (result.rows[0] as { refused: string | null }).refused;
}

/** As `insertTurn`, for an answer that has work to do before its model is called: the call is reserved on its own then. */
export async function insertPreparedTurn(turn: NewTurn): Promise<string | null> {
  const ctes = sql`${placeCte(turn)}, admitted as (select refused from place), ${turnCtes(turn)}`;
  const result = await executeHot("turn_prepare", sql`with ${ctes} select refused from admitted`);
  return (result.rows[0] as { refused: string | null }).refused;
}

const messageColumns = {
  id: chatMessages.id,
  parentId: chatMessages.parentId,
  role: chatMessages.role,
  parts: chatMessages.parts,
  status: chatMessages.status,
  error: chatMessages.error,
  modelId: chatMessages.modelId,
  modelName: chatMessages.modelName,
  inputTokens: chatMessages.inputTokens,
  outputTokens: chatMessages.outputTokens,
  usageEstimated: chatMessages.usageEstimated,
  firstTokenMs: chatMessages.firstTokenMs,
  durationMs: chatMessages.durationMs,
  context: chatMessages.context,
  costMicros: chatMessages.costMicros,
  currency: chatMessages.currency,
  comparisonId: chatMessages.comparisonId,
  feedback: chatMessages.feedback,
  feedbackReason: chatMessages.feedbackReason,
  feedbackText: chatMessages.feedbackText,
  createdAt: chatMessages.createdAt,
};

/** The shape of a session's tree, oldest first, without the texts. The caller has checked whose session it is. */
export function listMessageNodes(db: Queryable, sessionId: string) {
  return db
    .select({ id: chatMessages.id, parentId: chatMessages.parentId, status: chatMessages.status })
    .from(chatMessages)
    .where(eq(chatMessages.sessionId, sessionId))
    .orderBy(asc(chatMessages.id));
}

/** Messages of a session by their ids, oldest first. */
export function listMessages(db: Queryable, sessionId: string, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.sessionId, sessionId), inArray(chatMessages.id, ids)))
    .orderBy(asc(chatMessages.id));
}

/** A message in a session of this person, with its session. */
export async function findMessage(db: Queryable, userId: string, id: string, kind?: ChatKind) {
  const [row] = await db
    .select({
      id: chatMessages.id,
      sessionId: chatMessages.sessionId,
      parentId: chatMessages.parentId,
      role: chatMessages.role,
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(and(eq(chatMessages.id, id), live(userId, kind)));
  return row ?? null;
}

/** An answer in a session of this person, with what it said and used. */
export async function findAnswer(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({ sessionId: chatMessages.sessionId, ...messageColumns })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(and(eq(chatMessages.id, id), eq(chatMessages.role, "assistant"), live(userId)));
  return row ?? null;
}

/** The answers to a question, oldest first. The caller has checked whose question it is. */
export function listAnswers(db: Queryable, questionId: string) {
  return db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.parentId, questionId), eq(chatMessages.role, "assistant")))
    .orderBy(asc(chatMessages.id));
}

/** How many answers a question has. */
export async function countAnswers(db: Queryable, questionId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(chatMessages).where(eq(chatMessages.parentId, questionId));
  return row?.count ?? 0;
}

/** The run of each answer that is still being written. */
export function listRunningRuns(db: Queryable, messageIds: string[]) {
  if (messageIds.length === 0) return Promise.resolve([]);
  return db
    .select({ id: runs.id, messageId: runs.messageId })
    .from(runs)
    .where(and(inArray(runs.messageId, messageIds), eq(runs.status, "running")));
}

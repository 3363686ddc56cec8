import { type SQL, sql } from "drizzle-orm";
import { executeHot } from "../../hot";
import { admissionCte, type Reservation } from "../models/usage";

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
  at: { sessionId: string; parentId?: string; idempotencyKey?: string; kind: string },
): Promise<TurnContext | null> {
  const asOf = performance.now();
  const result = await executeHot(
    "turn_context",
    sql`
    with recursive session as (
      select id, active_leaf_id, title, settings, is_temporary from chat_sessions
      where id = ${at.sessionId}::uuid and user_id = ${userId}::uuid and kind = ${at.kind}
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

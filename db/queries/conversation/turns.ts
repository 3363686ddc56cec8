import { type SQL, sql } from "drizzle-orm";
import { executeHot } from "../../hot";
import { callBody, type Reservation } from "../models/usage";

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

/** A question that wants to know what stands above it. */
export interface TurnWish {
  userId: string;
  sessionId: string;
  parentId?: string;
  idempotencyKey?: string;
  kind: string;
}

interface ContextRow extends Omit<TurnContext, "running"> {
  place: number;
  running: Omit<TurnContext["running"], "asOf">;
}

/**
 * Everything questions need of their sessions, in one statement: ownership, the branch above each, and the run of a
 * repeated post. Null for one whose session is not there or not theirs.
 */
export async function findTurnContexts(wishes: readonly TurnWish[]): Promise<(TurnContext | null)[]> {
  const asOf = performance.now();
  const asked = JSON.stringify(wishes.map((wish, place) => ({ place, ...wish })));
  // "offset 0" keeps the planner at one look-up a question, whatever the size of the table.
  const result = await executeHot(
    "turn_context",
    sql`
    select asked.place, s.id as "sessionId", s.active_leaf_id as "activeLeafId", s.title, s.is_temporary as "isTemporary",
      coalesce(s.settings, '{}') as settings,
      coalesce((select u.chat from user_preferences u where u.user_id = asked."userId"), '{}') as preferences,
      (select coalesce(json_agg(m.text order by m.created_at, m.id), '[]') from memories m
        join user_preferences u on u.user_id = m.user_id and u.memory_enabled
        where m.user_id = asked."userId" and not s.is_temporary) as memories,
      (select r.id from runs r where r.user_id = asked."userId" and r.idempotency_key = asked."idempotencyKey")
        as "repeatedRunId",
      (select json_build_object('byPerson', count(*), 'inChat', count(*) filter (where r.session_id = s.id))
        from runs r where r.user_id = asked."userId" and r.status = 'running') as running,
      branch.path
    from jsonb_to_recordset(${asked}::jsonb) as asked (place int, "userId" uuid, "sessionId" uuid, kind text,
      "parentId" uuid, "idempotencyKey" text)
    cross join lateral (
      select id, active_leaf_id, title, settings, is_temporary from chat_sessions
      where id = asked."sessionId" and user_id = asked."userId" and kind = asked.kind and deleted_at is null offset 0
    ) s
    cross join lateral (
      with recursive path as (
        select m.id, m.parent_id, m.role, m.parts, m.status, 1 as depth
        from chat_messages m
        where m.session_id = s.id and m.id = coalesce(asked."parentId", s.active_leaf_id)
        union all
        select m.id, m.parent_id, m.role, m.parts, m.status, p.depth + 1
        from path p join chat_messages m on m.id = p.parent_id where p.depth < ${PATH_MAX}::int
      )
      select coalesce(json_agg(json_build_object('id', p.id, 'parentId', p.parent_id, 'role', p.role, 'parts', p.parts,
        'status', p.status) order by p.depth), '[]') as path
      from path p
    ) branch`,
  );
  const contexts: (TurnContext | null)[] = wishes.map(() => null);
  for (const { place, running, ...context } of result.rows as ContextRow[]) {
    contexts[place] = { ...context, running: { ...running, asOf } };
  }
  return contexts;
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

/** The rows of turns, as the statements below read them; a call without a reservation makes its own later. */
function turnsCte(turns: readonly { turn: NewTurn; reservation?: Reservation }[]): SQL {
  const rows = turns.map(({ turn, reservation }, place) => ({
    place,
    run_id: turn.runId,
    user_id: turn.userId,
    session_id: turn.sessionId,
    instance: turn.instance,
    idempotency_key: turn.idempotencyKey,
    question_id: turn.question?.id,
    question_parent: turn.question?.parentId,
    question_parts: turn.question?.parts,
    answer_id: turn.answer.id,
    answer_parent: turn.answer.parentId,
    model_id: turn.answer.modelId,
    model_name: turn.answer.modelName,
    is_continued: turn.answer.isContinued ?? false,
    comparison_id: turn.answer.comparisonId,
    title: turn.title,
    app: turn.app ?? "chat",
    person_most: turn.most.perPerson,
    chat_most: turn.most.perChat,
    call: reservation && callBody(reservation),
  }));
  return sql`turn as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (place int, run_id uuid, user_id uuid,
        session_id uuid, instance text, idempotency_key text, question_id uuid, question_parent uuid, question_parts jsonb,
        answer_id uuid, answer_parent uuid, model_id uuid, model_name text, is_continued boolean, comparison_id uuid,
        title text, app text, person_most int, chat_most int, call jsonb)
    )`;
}

/**
 * Whether there is a place for each answer: `refused` is the limit that refused it, or null. Counting and inserting are
 * one step for a person, because the function's lock ends with the statement. The locks are taken in one order, so that
 * two statements never wait for each other.
 */
const PLACES = sql`placed as materialized (
      select o.place, o.call, refuse_answer(o.user_id, o.session_id, o.comparison_id, o.person_most, o.chat_most) as refused
      from (select * from turn order by hashtextextended(turn.user_id::text, 8)) o
    )`;

/** Admits the calls that have a place; a refusal of the place comes first and takes from no counter. */
const ADMISSION = sql`calling as materialized (
      select place, row_number() over (order by place) - 1 as call, call as body from placed where refused is null
    ), taken as materialized (
      select t.call, t.refused
      from (select coalesce(jsonb_agg(body order by place), '[]'::jsonb) as bodies from calling) c,
        lateral admit_calls(c.bodies) t
    ), admitted as materialized (
      select p.place, coalesce(p.refused, taken.refused) as refused
      from placed p left join calling on calling.place = p.place left join taken on taken.call = calling.call
    )`;

/** Question, empty answer, run and the session's new leaf of those that are admitted. */
const ROWS = sql`leaf as (
      select t.*, s.id as found, s.active_leaf_id from turn t
      join admitted on admitted.place = t.place and admitted.refused is null
      join chat_sessions s on s.id = t.session_id order by s.id for update of s
    ), question as (
      insert into chat_messages (id, session_id, parent_id, role, parts)
      select question_id, found, nullif(coalesce(question_parent, active_leaf_id), ${ROOT_ID}::uuid), 'user', question_parts
      from leaf where question_id is not null
    ), answer as (
      insert into chat_messages (id, session_id, parent_id, role, status, model_id, model_name, comparison_id)
      select answer_id, found, answer_parent, 'assistant', 'streaming', model_id, model_name, comparison_id
      from leaf where not is_continued
    ), continued as (
      update chat_messages m set status = 'streaming', error = null, updated_at = now() from leaf
      where m.id = leaf.answer_id and m.session_id = leaf.found and leaf.is_continued
    ), run as (
      insert into runs (id, user_id, session_id, message_id, app, instance, idempotency_key)
      select run_id, user_id, found, answer_id, app, instance, idempotency_key from leaf
    ), session as (
      update chat_sessions s set active_leaf_id = leaf.answer_id, last_message_at = now(), updated_at = now(),
        archived_at = null, title = case when s.title = '' and not s.is_temporary then leaf.title else s.title end
      from leaf where s.id = leaf.found
    )`;

/**
 * Reservation, question, empty answer, run and the session's new leaf of turns of different people in one statement: all
 * or nothing; answers for each the limit that refused it, or null. Without a parent the question goes under the leaf of
 * this moment, read under a lock: two tabs that ask together get one order, and nothing is lost.
 */
export async function insertTurns(
  turns: readonly { turn: NewTurn; reservation: Reservation }[],
): Promise<(string | null)[]> {
  return refusals(turns, sql`${PLACES}, ${ADMISSION}`, "turn_insert");
}

/** As `insertTurns`, for answers that have work to do before their model is called: the calls are reserved then. */
export async function insertPreparedTurns(turns: readonly NewTurn[]): Promise<(string | null)[]> {
  const admission = sql`${PLACES}, admitted as (select place, refused from placed)`;
  return refusals(
    turns.map((turn) => ({ turn })),
    admission,
    "turn_prepare",
  );
}

async function refusals(
  turns: readonly { turn: NewTurn; reservation?: Reservation }[],
  admission: SQL,
  name: string,
): Promise<(string | null)[]> {
  const statement = sql`with ${turnsCte(turns)}, ${admission}, ${ROWS} select place, refused from admitted`;
  const answers: (string | null)[] = turns.map(() => null);
  for (const row of (await executeHot(name, statement)).rows as { place: number; refused: string | null }[]) {
    answers[row.place] = row.refused;
  }
  return answers;
}

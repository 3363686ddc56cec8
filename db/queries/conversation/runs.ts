import { and, asc, eq, exists, gte, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { executeHot } from "../../hot";
import { chatMessages, chatSessions, runChunks, runs } from "../../schema/conversation";
import { departments, users } from "../../schema/organisation";
import { type Settlement, settlementCte } from "../models/usage";
import { departmentIsOpen } from "../organisation/departments";

export interface ChunkRow {
  runId: string;
  fromLine: number;
  toLine: number;
  lines: string;
}

/** Stores lines of many runs in one statement; on Postgres it also tells the other processes which runs moved. */
export async function insertChunks(rows: readonly ChunkRow[], notify: boolean): Promise<void> {
  if (rows.length === 0) return;
  const told = notify ? payloadsOf(rows.map((row) => row.runId).join(",")) : [];
  await executeHot(
    "run_chunks",
    sql`
    with stored as (
      insert into run_chunks (run_id, from_line, to_line, lines)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r ("runId" uuid, "fromLine" int, "toLine" int, lines text)
      on conflict do nothing
    )
    select pg_notify('run_lines', ids) from jsonb_array_elements_text(${JSON.stringify(told)}::jsonb) ids`,
  );
}

/** Empties the stored lines of a run up to one, but for the first: their numbers stay, their words are gone. */
export async function blankChunks(db: Queryable, runId: string, upTo: number, blank: string): Promise<void> {
  const rest = sql`repeat(chr(10) || ${blank}, to_line - from_line)`;
  await db.execute(sql`update run_chunks
    set lines = case when from_line = 1 then split_part(lines, chr(10), 1) else ${blank} end || ${rest}
    where run_id = ${runId} and to_line <= ${upTo}`);
}

/** NOTIFY carries ids only, never text (ARCHITECTURE 9); payloads stay far below the 8,000 bytes Postgres takes. */
export async function notifyProcesses(
  db: Queryable,
  channel: "run_lines" | "run_stop" | "run_consent",
  ids: string,
): Promise<void> {
  for (const payload of payloadsOf(ids)) await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Whole ids, with their commas: 200 of them are 7,400 characters. */
function payloadsOf(ids: string): string[] {
  return ids.match(/.{1,7400}/g) ?? [];
}

/** A run of this person; other people's are not found. */
export async function findRun(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({
      id: runs.id,
      sessionId: runs.sessionId,
      kind: chatSessions.kind,
      ...columnsOf(runs, "messageId", "status", "instance", "lines", "createdAt", "finishedAt"),
    })
    .from(runs)
    .innerJoin(chatSessions, eq(chatSessions.id, runs.sessionId))
    .where(and(eq(runs.id, id), eq(runs.userId, userId)));
  return row ?? null;
}

export async function findRunByKey(db: Queryable, userId: string, idempotencyKey: string) {
  const [row] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.userId, userId), eq(runs.idempotencyKey, idempotencyKey)));
  return row?.id ?? null;
}

/** Stored pieces that hold lines after the given one, in order. */
export function listChunks(db: Queryable, runId: string, afterLine: number) {
  return db
    .select({ fromLine: runChunks.fromLine, toLine: runChunks.toLine, lines: runChunks.lines })
    .from(runChunks)
    .where(and(eq(runChunks.runId, runId), sql`${runChunks.toLine} > ${afterLine}`))
    .orderBy(asc(runChunks.fromLine));
}

export async function findRunState(db: Queryable, runId: string) {
  const [row] = await db.select({ status: runs.status, lines: runs.lines }).from(runs).where(eq(runs.id, runId));
  return row ?? null;
}

/** What is stored of a message; its caller drives the run that writes it. */
export async function findParts(db: Queryable, messageId: string): Promise<unknown> {
  const [row] = await db.select({ parts: chatMessages.parts }).from(chatMessages).where(eq(chatMessages.id, messageId));
  return row?.parts ?? [];
}

export async function requestStop(db: Queryable, runIds: readonly string[]) {
  await db
    .update(runs)
    .set({ stopRequestedAt: new Date() })
    .where(inArray(runs.id, [...runIds]));
}

/** Runs that answer in these conversations now. System work: the caller has deleted them. */
export async function listRunningIn(db: Queryable, sessionIds: readonly string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(inArray(runs.sessionId, [...sessionIds]), eq(runs.status, "running")));
  return rows.map((row) => row.id);
}

/** Runs of one person that are being answered now, newest first. */
export function listRunning(db: Queryable, userId: string) {
  return db
    .select({
      id: runs.id,
      sessionId: runs.sessionId,
      kind: chatSessions.kind,
      title: chatSessions.title,
      createdAt: runs.createdAt,
    })
    .from(runs)
    .innerJoin(chatSessions, eq(chatSessions.id, runs.sessionId))
    .where(and(eq(runs.userId, userId), eq(runs.status, "running")))
    .orderBy(sql`${runs.createdAt} desc`)
    .limit(50);
}

/**
 * Says that a process still drives these runs; answers those that must end: somebody asked for it, or nobody is left to
 * read them, because the conversation was deleted, its person may not come in any more, or the run itself is gone.
 */
export async function beat(db: Queryable, runIds: readonly string[]): Promise<string[]> {
  if (runIds.length === 0) return [];
  const asker = db
    .select({ one: sql`1` })
    .from(chatSessions)
    .innerJoin(users, eq(users.id, chatSessions.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        eq(chatSessions.id, runs.sessionId),
        isNull(chatSessions.deletedAt),
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        departmentIsOpen,
      ),
    );
  const rows = await db
    .update(runs)
    .set({ heartbeatAt: sql`now()` })
    .where(and(inArray(runs.id, [...runIds]), eq(runs.status, "running")))
    .returning({
      id: runs.id,
      goesOn: correlated(sql<boolean>`${runs.stopRequestedAt} is null and ${exists(asker)}`),
    });
  const goOn = new Set(rows.filter((row) => row.goesOn).map((row) => row.id));
  return runIds.filter((id) => !goOn.has(id));
}

/**
 * Takes over runs nobody drives any more: all of other processes when `silentSeconds` is null, else those without a
 * heartbeat for so long. Each is taken by one caller only.
 */
export function takeAbandonedRuns(db: Queryable, instance: string, silentSeconds: number | null) {
  return db
    .update(runs)
    .set({ instance, heartbeatAt: sql`now()` })
    .where(
      and(
        eq(runs.status, "running"),
        silentSeconds === null
          ? ne(runs.instance, instance)
          : lt(runs.heartbeatAt, sql`now() - make_interval(secs => ${silentSeconds})`),
      ),
    )
    .returning({ id: runs.id, messageId: runs.messageId, createdAt: runs.createdAt });
}

export interface FinishedTurn {
  runId: string;
  messageId: string;
  status: "done" | "stopped" | "interrupted" | "limited" | "failed";
  error: string | null;
  parts: unknown[];
  inputTokens: number;
  outputTokens: number;
  usageEstimated: boolean;
  firstTokenMs: number | null;
  durationMs: number | null;
  /** Sentences with a citation, and those their passages bear out (spec D6). */
  support?: { cited: number; supported: number } | null;
  /** What went to the model; absent where nothing is told of it. */
  context?: unknown;
  /** Of calls that wrote earlier parts of the same answer. */
  before?: { costMicros: number; currency: string } | null;
  lines: number;
  /** Lines not stored yet. */
  rest: ChunkRow | null;
}

/** The end of answers in one statement: message, run, the last lines, and what the last call of each used. */
export async function finishTurns(ends: readonly { turn: FinishedTurn; settlement: Settlement }[]): Promise<void> {
  const rows = ends.map(({ turn: { support, rest, before, lines, ...turn }, settlement }) => ({
    ...turn,
    ...support,
    ...costOf(before, settlement),
    lineCount: lines,
    fromLine: rest?.fromLine,
    toLine: rest?.toLine,
    rest: rest?.lines,
  }));
  await executeHot(
    "turn_finish",
    sql`
    with ${settlementCte(ends.map(({ settlement }) => settlement))}, turn as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t ("runId" uuid, "messageId" uuid, status text,
        error text, parts jsonb, "inputTokens" int, "outputTokens" int, "usageEstimated" boolean, "firstTokenMs" int,
        "durationMs" int, cited int, supported int, context jsonb, "costMicros" bigint, currency text, "lineCount" int,
        "fromLine" int, "toLine" int, rest text)
    ), message as (
      update chat_messages m set parts = turn.parts, status = turn.status, error = turn.error,
        input_tokens = turn."inputTokens", output_tokens = turn."outputTokens", usage_estimated = turn."usageEstimated",
        first_token_ms = turn."firstTokenMs", duration_ms = turn."durationMs", cited_sentences = turn.cited,
        supported_sentences = turn.supported, context = turn.context, cost_micros = turn."costMicros",
        currency = turn.currency, updated_at = now()
      from turn where m.id = turn."messageId"
    ), rest as (
      insert into run_chunks (run_id, from_line, to_line, lines)
      select "runId", "fromLine", "toLine", rest from turn where rest is not null
      on conflict do nothing
    ), run as (
      update runs set status = turn.status, lines = turn."lineCount", finished_at = now()
      from turn where runs.id = turn."runId" and runs.status = 'running'
    )
    select count from settled`,
  );
}

/** Money of all calls of an answer. */
function costOf(before: FinishedTurn["before"], { costMicros, currency }: Settlement) {
  const hasCost = costMicros !== null || Boolean(before);
  return {
    costMicros: hasCost ? (costMicros ?? 0) + (before?.costMicros ?? 0) : null,
    currency: currency ?? before?.currency,
  };
}

/** Ends an answer without touching what is stored of it. */
export async function interruptRun(db: Queryable, { id, messageId }: { id: string; messageId: string }): Promise<void> {
  await db
    .update(chatMessages)
    .set({ status: "interrupted", error: "interrupted" })
    .where(and(eq(chatMessages.id, messageId), eq(chatMessages.status, "streaming")));
  await db.update(runs).set({ status: "interrupted", finishedAt: sql`now()` }).where(eq(runs.id, id));
}

/** Stream lines an hour after their run's end: readers get 410 and read the messages (ARCHITECTURE 9). */
export async function removeOldChunks(db: Queryable, before: Date): Promise<void> {
  const old = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(ne(runs.status, "running"), lt(runs.finishedAt, before)));
  await db.delete(runChunks).where(inArray(runChunks.runId, old));
}

/** Answers still marked streaming without a running run: what a crash between two statements leaves. */
export async function interruptOrphans(db: Queryable, before: Date): Promise<void> {
  const running = db.select({ id: runs.messageId }).from(runs).where(eq(runs.status, "running"));
  await db
    .update(chatMessages)
    .set({ status: "interrupted", error: "interrupted" })
    .where(
      and(
        eq(chatMessages.status, "streaming"),
        lt(chatMessages.createdAt, before),
        sql`${chatMessages.id} not in ${running}`,
        gte(chatMessages.createdAt, sql`now() - interval '7 days'`),
      ),
    );
}

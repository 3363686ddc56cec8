import { and, desc, eq, gte, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { executeHot } from "../../hot";
import { chatSessions } from "../../schema/conversation";
import { requestLogs } from "../../schema/gateway";
import { usageLedger } from "../../schema/models";
import { apiKeys } from "../../schema/open-api";
import { users } from "../../schema/organisation";
import { contentDepartments } from "../records/policies";

export interface LogFilter {
  from?: Date;
  to?: Date;
  modelId?: string;
  userId?: string;
  app?: string;
  outcome?: string;
  /** Key of the error catalogue; `any` and `none` for with and without one. */
  error?: string;
}

const columns = {
  ...columnsOf(requestLogs, "id", "day", "app", "userId"),
  userName: users.name,
  account: users.account,
  apiKeyName: apiKeys.name,
  ...columnsOf(requestLogs, "modelId", "modelName", "kind", "outcome", "error", "attempts"),
  ...columnsOf(requestLogs, "level", "inputTokens", "outputTokens", "durationMs", "createdAt"),
};

function matching(filter: LogFilter): (SQL | undefined)[] {
  const { from, to, modelId, userId, app, outcome, error } = filter;
  return [
    from && gte(requestLogs.createdAt, from),
    to && lte(requestLogs.createdAt, to),
    modelId ? eq(requestLogs.modelId, modelId) : undefined,
    userId ? eq(requestLogs.userId, userId) : undefined,
    app ? eq(requestLogs.app, app) : undefined,
    outcome ? eq(requestLogs.outcome, outcome) : undefined,
    error === "any"
      ? isNotNull(requestLogs.error)
      : error === "none"
        ? isNull(requestLogs.error)
        : error
          ? eq(requestLogs.error, error)
          : undefined,
  ];
}

/** A page of logged requests, newest first (ids sort by time); `before` is the last id above. Without their content. */
export function listRequestLogs(db: Queryable, filter: LogFilter, page: { before?: string; limit: number }) {
  return db
    .select(columns)
    .from(requestLogs)
    .leftJoin(users, eq(users.id, requestLogs.userId))
    .leftJoin(apiKeys, eq(apiKeys.id, requestLogs.apiKeyId))
    .where(and(...matching(filter), page.before ? lt(requestLogs.id, page.before) : undefined))
    .orderBy(desc(requestLogs.id))
    .limit(page.limit);
}

/** One logged request with its sealed content, and what the ledger says it cost. */
export async function findRequestLog(db: Queryable, id: string) {
  const [row] = await db
    .select({
      ...columns,
      contentCipher: requestLogs.contentCipher,
      sessionId: requestLogs.sessionId,
      title: chatSessions.title,
      /** The policy that holds for the person's department now opens words to administrators. */
      isOpened: sql<boolean>`coalesce(${users.departmentId} in ${contentDepartments}, false)`,
      /** Its conversation is there, or it belongs to none. */
      isThere: sql<boolean>`${requestLogs.sessionId} is null or ${chatSessions.id} is not null`,
      ...columnsOf(usageLedger, "costMicros", "currency", "estimated", "firstTokenMs"),
    })
    .from(requestLogs)
    .leftJoin(users, eq(users.id, requestLogs.userId))
    .leftJoin(apiKeys, eq(apiKeys.id, requestLogs.apiKeyId))
    .leftJoin(
      chatSessions,
      and(
        eq(chatSessions.id, requestLogs.sessionId),
        isNull(chatSessions.deletedAt),
        eq(chatSessions.isTemporary, false),
      ),
    )
    .leftJoin(usageLedger, and(eq(usageLedger.id, requestLogs.id), eq(usageLedger.day, requestLogs.day)))
    .where(eq(requestLogs.id, id));
  return row ?? null;
}

/** What a call cost, from the ledger, by the id the call was made under. */
export async function findCost(db: Queryable, requestId: string) {
  const [row] = await db
    .select({ costMicros: usageLedger.costMicros, currency: usageLedger.currency })
    .from(usageLedger)
    .where(eq(usageLedger.requestId, requestId));
  return row ?? null;
}

/** Apps that have made calls lately, by name. */
export async function listApps(db: Queryable): Promise<string[]> {
  const rows = await db.execute<{ key: string }>(
    sql`select distinct key from usage_totals where dimension = 'app' and grain = 'month' order by key limit 200`,
  );
  return rows.rows.map(({ key }) => key);
}

/** Writes log rows as one JSON text: many calls a second pass here, and a statement of 17 columns a row is slow to build. */
export async function insertRequestLogs(
  rows: readonly (typeof requestLogs.$inferInsert & { createdAt: Date })[],
): Promise<void> {
  if (rows.length === 0) return;
  const bodies = rows.map((row) => ({
    id: row.id,
    day: row.day,
    app: row.app,
    user_id: row.userId,
    api_key_id: row.apiKeyId,
    session_id: row.sessionId,
    model_id: row.modelId,
    model_name: row.modelName,
    kind: row.kind,
    outcome: row.outcome,
    error: row.error,
    attempts: row.attempts,
    content_cipher: row.contentCipher,
    level: row.level,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    duration_ms: row.durationMs,
    created_at: row.createdAt,
  }));
  await executeHot(
    "request_logs",
    sql`
    insert into request_logs (id, day, app, user_id, api_key_id, session_id, model_id, model_name, kind, outcome, error, attempts,
      content_cipher, level, input_tokens, output_tokens, duration_ms, created_at)
    select * from jsonb_to_recordset(${JSON.stringify(bodies)}::jsonb) as r (id uuid, day date, app text, user_id uuid,
      api_key_id uuid, session_id uuid, model_id uuid, model_name text, kind text, outcome text, error text, attempts jsonb,
      content_cipher text, level text, input_tokens int, output_tokens int, duration_ms int, created_at timestamptz)
    on conflict do nothing`,
  );
}

export async function removeOldRequestLogs(db: Queryable, before: Date): Promise<void> {
  await db.delete(requestLogs).where(lt(requestLogs.createdAt, before));
}

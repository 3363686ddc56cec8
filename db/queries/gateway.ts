import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { ModelStatus } from "../../lib/config/model-kinds";
import type { Queryable } from "../client";
import { executeHot } from "../hot";
import { breakers, healthEvents, requestLogs } from "../schema/gateway";
import { channels, models, supplierKeys, suppliers } from "../schema/models";
import { apiKeys } from "../schema/open-api";
import { departments, users } from "../schema/organisation";
import { NO_ID } from "../schema/reports";
import { departmentIsOpen } from "./departments";
import { heldRights } from "./identity";

export function listBreakers(db: Queryable) {
  return db.select().from(breakers).orderBy(asc(breakers.openedAt));
}

/** Opens a breaker, or keeps it open for longer. */
export async function openBreaker(db: Queryable, row: typeof breakers.$inferInsert): Promise<void> {
  const { state, reason, openings, retryAt } = row;
  await db
    .insert(breakers)
    .values(row)
    .onConflictDoUpdate({
      target: [breakers.channelId, breakers.keyId],
      set: { state, reason, openings, retryAt, updatedAt: new Date() },
    });
}

/**
 * Takes the one probe of a breaker whose pause is over; false when somebody else has it. A probe whose process died is
 * given again after `staleSeconds`.
 */
export async function claimProbe(
  db: Queryable,
  { channelId, keyId, staleSeconds }: { channelId: string; keyId: string; staleSeconds: number },
): Promise<boolean> {
  const rows = await db
    .update(breakers)
    .set({ state: "half_open", updatedAt: new Date() })
    .where(
      and(
        eq(breakers.channelId, channelId),
        eq(breakers.keyId, keyId),
        or(
          and(eq(breakers.state, "open"), lte(breakers.retryAt, new Date())),
          and(eq(breakers.state, "half_open"), lt(breakers.updatedAt, new Date(Date.now() - staleSeconds * 1000))),
        ),
      ),
    )
    .returning({ channelId: breakers.channelId });
  return rows.length > 0;
}

/** Gives a claimed probe back; its pause is over still. */
export async function reopenBreaker(db: Queryable, channelId: string, keyId: string): Promise<void> {
  await db
    .update(breakers)
    .set({ state: "open" })
    .where(and(eq(breakers.channelId, channelId), eq(breakers.keyId, keyId), eq(breakers.state, "half_open")));
}

/** Closes a breaker; false when it was closed already. */
export async function removeBreaker(db: Queryable, channelId: string, keyId: string): Promise<boolean> {
  const rows = await db
    .delete(breakers)
    .where(and(eq(breakers.channelId, channelId), eq(breakers.keyId, keyId)))
    .returning({ channelId: breakers.channelId });
  return rows.length > 0;
}

export async function insertHealthEvent(db: Queryable, row: typeof healthEvents.$inferInsert): Promise<void> {
  await db.insert(healthEvents).values(row);
}

/** What happened to a model's health, newest first. */
export function listHealthEvents(db: Queryable, modelId: string, limit: number) {
  return db
    .select()
    .from(healthEvents)
    .where(eq(healthEvents.modelId, modelId))
    .orderBy(desc(healthEvents.id))
    .limit(limit);
}

export async function removeOldHealthEvents(db: Queryable, before: Date): Promise<void> {
  await db.delete(healthEvents).where(lt(healthEvents.createdAt, before));
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

/** A key by its secret's hash, with the person it belongs to; null unless both may come in now. */
export async function findLiveApiKey(db: Queryable, secretHash: string) {
  const [row] = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      modelIds: apiKeys.modelIds,
      addresses: apiKeys.addresses,
      requestsPerMinute: apiKeys.requestsPerMinute,
      tokensPerMinute: apiKeys.tokensPerMinute,
      dailyTokenLimit: apiKeys.dailyTokenLimit,
      lastUsedAt: apiKeys.lastUsedAt,
      userId: users.id,
      account: users.account,
      userName: users.name,
      language: users.language,
      departmentId: users.departmentId,
      departmentPath: departments.path,
      roles: heldRights,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        eq(apiKeys.secretHash, secretHash),
        isNull(apiKeys.deletedAt),
        eq(apiKeys.status, "enabled"),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        departmentIsOpen,
      ),
    );
  return row ?? null;
}

export async function touchApiKey(db: Queryable, id: string, address: string): Promise<void> {
  await db.update(apiKeys).set({ lastUsedAt: new Date(), lastUsedAddress: address }).where(eq(apiKeys.id, id));
}

/** A breaker that lets no call through now: its pause goes on, or its one probe is under way. One rule for lists and counts. */
export const breakerIsOpen = sql`(${breakers.state} = 'half_open' or ${breakers.retryAt} > now())`;

export interface ChannelFacts {
  modelId: string;
  enabled: boolean;
  /** What the last check or call said. */
  status: ModelStatus;
  checkError: string | null;
  /** Null: the model has no channel. */
  channelId: string | null;
  /** Channel, supplier and at least one key of its are switched on. */
  isOn: boolean;
  /** Why all its keys rest; null: one of them may be called. */
  openReason: string | null;
}

/** What the health of models is judged by, a row a channel; of all models without ids. */
export async function listHealthFacts(db: Queryable, modelIds?: readonly string[]): Promise<ChannelFacts[]> {
  const keysOn = sql`count(distinct ${supplierKeys.id}) filter (where ${supplierKeys.status} = 'enabled')`;
  const open = sql`count(distinct ${breakers.keyId}) filter (where ${breakerIsOpen}
    and (${breakers.keyId} = ${NO_ID}::uuid or ${supplierKeys.status} = 'enabled'))`;
  const rows = await db
    .select({
      modelId: models.id,
      enabled: models.enabled,
      status: models.status,
      checkError: models.checkError,
      channelId: channels.id,
      isOn: sql<boolean>`coalesce(${channels.status} = 'enabled' and ${suppliers.status} = 'enabled'
        and (count(${supplierKeys.id}) = 0 or ${keysOn} > 0), false)`,
      isOpen: sql<boolean>`${open} >= greatest(1, ${keysOn})`,
      reason: sql<string | null>`min(${breakers.reason}) filter (where ${breakerIsOpen})`,
    })
    .from(models)
    .leftJoin(channels, eq(channels.modelId, models.id))
    .leftJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .leftJoin(supplierKeys, eq(supplierKeys.supplierId, suppliers.id))
    .leftJoin(
      breakers,
      and(
        eq(breakers.channelId, channels.id),
        or(eq(breakers.keyId, supplierKeys.id), and(isNull(supplierKeys.id), eq(breakers.keyId, NO_ID))),
      ),
    )
    .where(modelIds ? inArray(models.id, [...modelIds]) : undefined)
    .groupBy(models.id, channels.id, suppliers.id);
  return rows.map(({ isOpen, reason, ...row }) => ({ ...row, openReason: isOpen ? reason : null }));
}

/** The next call tries every channel of a model again: a check has just found it well. */
export async function endPausesOf(db: Queryable, modelId: string): Promise<void> {
  await db
    .update(breakers)
    .set({ retryAt: sql`least(${breakers.retryAt}, now())` })
    .where(
      inArray(breakers.channelId, db.select({ id: channels.id }).from(channels).where(eq(channels.modelId, modelId))),
    );
}

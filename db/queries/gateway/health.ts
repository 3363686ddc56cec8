import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { ModelStatus } from "../../../lib/config/model-kinds";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { breakers, healthEvents } from "../../schema/gateway";
import { channels, models, supplierKeys, suppliers } from "../../schema/models";
import { NO_ID } from "../../schema/reports";

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
  const { rowCount } = await db
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
    );
  return rowCount !== 0;
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
  const { rowCount } = await db
    .delete(breakers)
    .where(and(eq(breakers.channelId, channelId), eq(breakers.keyId, keyId)));
  return rowCount !== 0;
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
  const facts = db
    .select({
      modelId: models.id,
      ...columnsOf(models, "enabled", "status", "checkError"),
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
  // Of all models the statement is always the same: planned once a connection, as planning it takes longer than its work.
  const rows = await (modelIds ? facts : facts.prepare("model_health").execute());
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

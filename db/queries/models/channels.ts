import { and, asc, desc, eq, exists, ilike, inArray, lt, or, sql } from "drizzle-orm";
import type { ModelType, RoutingStrategy } from "@/lib/config/model-kinds";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { breakers, healthEvents } from "../../schema/gateway";
import { channels, models, supplierKeys, suppliers } from "../../schema/models";

export interface ModelPage extends Page {
  keyword?: string;
  types?: readonly ModelType[];
  /** Only models with several channels, or with one that rests. */
  only?: "several" | "resting";
}

/** A page of models for their channels, with how many there are. A keyword finds models, names at suppliers and suppliers. */
export async function listModelsWithChannels(db: Queryable, { keyword, types, only, ...page }: ModelPage) {
  const pattern = keyword && likePattern(keyword);
  const ofSupplier = db
    .select({ one: sql`1` })
    .from(channels)
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId));
  const resting = db
    .select({ one: sql`1` })
    .from(breakers)
    .innerJoin(channels, eq(channels.id, breakers.channelId))
    .where(eq(channels.modelId, models.id));
  const channelCount = correlated(
    sql<number>`(select count(*) from ${channels} where ${channels.modelId} = ${models.id})`,
  );
  const where = and(
    types ? inArray(models.type, [...types]) : undefined,
    only === "resting" ? exists(resting) : only === "several" ? sql`${channelCount} > 1` : undefined,
    pattern
      ? or(
          ilike(models.name, pattern),
          exists(
            ofSupplier.where(
              and(
                eq(channels.modelId, models.id),
                or(ilike(channels.upstreamModel, pattern), ilike(suppliers.name, pattern)),
              ),
            ),
          ),
        )
      : undefined,
  );
  const columns = columnsOf(models, "id", "name", "type", "enabled", "status", "routing");
  const list = db.select(columns).from(models).where(where).$dynamic();
  return pageOf(db, list, page, asc(models.createdAt), asc(models.id));
}

/** The channels of models with their suppliers, in the order of their priority. */
export function listChannels(db: Queryable, modelIds: readonly string[]) {
  return db
    .select({
      id: channels.id,
      modelId: channels.modelId,
      supplierId: suppliers.id,
      supplierName: suppliers.name,
      template: suppliers.template,
      supplierStatus: suppliers.status,
      residency: suppliers.residency,
      ...columnsOf(channels, "upstreamModel", "priority", "weight", "status"),
    })
    .from(channels)
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .where(inArray(channels.modelId, [...modelIds]))
    .orderBy(asc(channels.priority), asc(channels.id));
}

/** The model, with those who change its channels waiting for each other. */
export async function lockModel(db: Queryable, id: string) {
  const [row] = await db.select().from(models).where(eq(models.id, id)).for("update");
  return row ?? null;
}

/** A channel with its model and supplier. */
export async function findChannel(db: Queryable, id: string) {
  const [row] = await db
    .select({
      id: channels.id,
      modelId: channels.modelId,
      modelName: models.name,
      modelType: models.type,
      supplierId: channels.supplierId,
      supplierName: suppliers.name,
      template: suppliers.template,
      ...columnsOf(channels, "upstreamModel", "priority", "weight", "status"),
    })
    .from(channels)
    .innerJoin(models, eq(models.id, channels.modelId))
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .where(eq(channels.id, id));
  return row ?? null;
}

export async function insertChannel(db: Queryable, row: typeof channels.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(channels).values(row).returning({ id: channels.id });
  return inserted!.id;
}

export async function updateChannel(
  db: Queryable,
  id: string,
  patch: { weight?: number; status?: "enabled" | "disabled"; upstreamModel?: string; priority?: number },
): Promise<void> {
  await db.update(channels).set(patch).where(eq(channels.id, id));
}

export async function removeChannel(db: Queryable, id: string): Promise<void> {
  await db.delete(channels).where(eq(channels.id, id));
}

export async function updateRouting(db: Queryable, modelId: string, routing: RoutingStrategy): Promise<void> {
  await db.update(models).set({ routing }).where(eq(models.id, modelId));
}

/** Lets the next call try a channel again; false when nothing rests. One that is being probed is left to its probe. */
export async function endPause(db: Queryable, channelId: string, keyId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(breakers)
    .set({ retryAt: new Date(), updatedAt: new Date() })
    .where(and(eq(breakers.channelId, channelId), eq(breakers.keyId, keyId), eq(breakers.state, "open")));
  return rowCount !== 0;
}

/** What happened to the health of a model and its channels, newest first; `before` is the last id of the page above. */
export function listHistory(db: Queryable, modelId: string, page: { before?: string; limit: number }) {
  return db
    .select({
      ...columnsOf(healthEvents, "id", "event", "reason", "latencyMs", "createdAt"),
      supplierName: suppliers.name,
      upstreamModel: channels.upstreamModel,
      keyName: supplierKeys.name,
      keyHint: supplierKeys.hint,
    })
    .from(healthEvents)
    .leftJoin(channels, eq(channels.id, healthEvents.channelId))
    .leftJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .leftJoin(supplierKeys, eq(supplierKeys.id, healthEvents.keyId))
    .where(
      and(
        or(
          eq(healthEvents.modelId, modelId),
          // Events of a channel carry no model of their own.
          inArray(
            healthEvents.channelId,
            db.select({ id: channels.id }).from(channels).where(eq(channels.modelId, modelId)),
          ),
        ),
        page.before ? lt(healthEvents.id, page.before) : undefined,
      ),
    )
    .orderBy(desc(healthEvents.id))
    .limit(page.limit);
}

import { and, asc, eq, gte, inArray, isNull, lte, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { v7 } from "uuid";
import { CHAT_TYPES, type ModelPurpose } from "@/lib/config/model-kinds";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { healthEvents } from "../../schema/gateway";
import { channelPrices, channels, modelDefaults, models, supplierKeys, suppliers } from "../../schema/models";
import { grants } from "../../schema/permissions";

/**
 * Everything the door needs to reach the enabled models, channels in the order they are tried. With an id: one model,
 * whether it, its ways and their suppliers are enabled or not.
 */
export function listCallableChannels(db: Queryable, modelId?: string) {
  const isOn = (condition: SQL) => (modelId ? undefined : condition);
  return db
    .select({
      modelId: models.id,
      ...columnsOf(models, "name", "type", "contextWindow", "maxOutputTokens"),
      ...columnsOf(models, "abilities", "status", "routing", "visibility", "imageOptions"),
      channelId: channels.id,
      channelStatus: channels.status,
      ...columnsOf(channels, "upstreamModel", "priority", "weight"),
      supplierId: suppliers.id,
      supplierName: suppliers.name,
      supplierStatus: suppliers.status,
      ...columnsOf(suppliers, "template", "baseUrl", "headersCipher", "settings"),
      ...columnsOf(suppliers, "residency", "requestsPerMinute", "tokensPerMinute"),
    })
    .from(models)
    .innerJoin(channels, and(eq(channels.modelId, models.id), isOn(eq(channels.status, "enabled"))))
    .innerJoin(suppliers, and(eq(suppliers.id, channels.supplierId), isOn(eq(suppliers.status, "enabled"))))
    .where(modelId ? eq(models.id, modelId) : eq(models.enabled, true))
    .orderBy(asc(models.createdAt), asc(models.id), asc(channels.priority), asc(channels.id));
}

/** Keys with the address they are stored for, as it is at the moment of this read. */
export function listSupplierKeys(db: Queryable, supplierIds?: string[]) {
  return db
    .select({
      ...columnsOf(supplierKeys, "id", "supplierId", "cipher", "hint", "name", "weight"),
      ...columnsOf(supplierKeys, "requestsPerMinute", "tokensPerMinute", "status", "rotatedAt", "createdAt"),
      baseUrl: suppliers.baseUrl,
    })
    .from(supplierKeys)
    .innerJoin(suppliers, eq(suppliers.id, supplierKeys.supplierId))
    .where(supplierIds ? inArray(supplierKeys.supplierId, supplierIds) : undefined)
    .orderBy(asc(supplierKeys.createdAt), asc(supplierKeys.id));
}

/** A price is valid on a day. */
export const holdsOn = (day: string) =>
  and(lte(channelPrices.validFrom, day), or(isNull(channelPrices.validUntil), gte(channelPrices.validUntil, day)));

export function listPricesOn(db: Queryable, day: string) {
  return db.select().from(channelPrices).where(holdsOn(day)).orderBy(asc(channelPrices.validFrom));
}

/** Roles, departments and people that models of partial visibility are shown to. */
export function listModelGrants(db: Queryable) {
  return db
    .select({ modelId: grants.resourceId, subjectType: grants.subjectType, subjectId: grants.subjectId })
    .from(grants)
    .where(eq(grants.resourceType, "model"));
}

export function listDefaults(db: Queryable) {
  return db.select({ purpose: modelDefaults.purpose, modelId: modelDefaults.modelId }).from(modelDefaults);
}

export async function upsertDefault(db: Queryable, row: typeof modelDefaults.$inferInsert) {
  await db
    .insert(modelDefaults)
    .values(row)
    .onConflictDoUpdate({ target: modelDefaults.purpose, set: { modelId: row.modelId, updatedAt: new Date() } });
}

export async function clearDefault(db: Queryable, purpose: ModelPurpose) {
  await db.delete(modelDefaults).where(eq(modelDefaults.purpose, purpose));
}

export async function removeDefault(db: Queryable, purpose: ModelPurpose, modelId: string) {
  await db.delete(modelDefaults).where(and(eq(modelDefaults.purpose, purpose), eq(modelDefaults.modelId, modelId)));
}

/** Suppliers with the hint of their latest key. */
export function listSuppliers(db: Queryable) {
  return db
    .select({
      ...columnsOf(suppliers, "id", "name", "template", "baseUrl", "status", "checkedAt", "checkError", "createdAt"),
      keyHint: correlated<string | null>(
        sql`(select ${supplierKeys.hint} from ${supplierKeys} where ${supplierKeys.supplierId} = ${suppliers.id}
          order by ${supplierKeys.createdAt} desc, ${supplierKeys.id} desc limit 1)`,
      ),
    })
    .from(suppliers)
    .orderBy(asc(suppliers.createdAt), asc(suppliers.id))
    .limit(500)
    .prepare("supplier_list")
    .execute();
}

export async function findSupplier(db: Queryable, id: string) {
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id));
  return row ?? null;
}

/** The supplier, with those who change it or its keys waiting for each other. */
export async function lockSupplier(db: Queryable, id: string) {
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id)).for("update");
  return row ?? null;
}

/** The supplier of a name, with those who change it or its keys waiting for each other. */
export async function lockSupplierNamed(db: Queryable, name: string) {
  const [row] = await db.select().from(suppliers).where(eq(suppliers.name, name)).for("update");
  return row ?? null;
}

export async function insertSupplier(db: Queryable, row: typeof suppliers.$inferInsert) {
  const [inserted] = await db.insert(suppliers).values(row).returning({ id: suppliers.id });
  return inserted!.id;
}

export async function updateSupplier(db: Queryable, id: string, patch: Partial<typeof suppliers.$inferInsert>) {
  await db.update(suppliers).set(patch).where(eq(suppliers.id, id));
}

export async function removeSupplier(db: Queryable, id: string) {
  await db.delete(suppliers).where(eq(suppliers.id, id));
}

export async function replaceSupplierKey(
  db: Queryable,
  supplierId: string,
  key: { cipher: string; hint: string } | null,
) {
  await db.delete(supplierKeys).where(eq(supplierKeys.supplierId, supplierId));
  if (key) await db.insert(supplierKeys).values({ supplierId, ...key });
}

/**
 * Every model once, with the first of its channels, the way the console lists them. Unpriced on a day: a channel in use
 * has no price then; the built-in supplier costs nothing. Named, as planning it takes longer than its work.
 */
export function listModels(db: Queryable, day: string) {
  return db
    .selectDistinctOn([models.createdAt, models.id], {
      ...columnsOf(models, "id", "name", "type", "description", "contextWindow"),
      ...columnsOf(models, "maxOutputTokens", "abilities", "enabled", "status", "latencyMs"),
      ...columnsOf(models, "checkedAt", "checkError", "probes", "visibility", "createdAt"),
      supplierId: channels.supplierId,
      upstreamModel: channels.upstreamModel,
      isDefault: sql<boolean>`exists (select 1 from ${modelDefaults} where ${modelDefaults.modelId} = ${models.id})`,
      unpriced: sql<boolean>`exists (select 1 from ${channels} used join ${suppliers} on ${suppliers.id} = used.supplier_id
        where used.model_id = ${models.id} and used.status = 'enabled' and ${suppliers.template} <> 'builtin'
          and not exists (select 1 from ${channelPrices} where ${channelPrices.channelId} = used.id and ${holdsOn(day)}))`,
    })
    .from(models)
    .innerJoin(channels, eq(channels.modelId, models.id))
    .orderBy(asc(models.createdAt), asc(models.id), asc(channels.priority), asc(channels.id))
    .limit(2000)
    .prepare("model_list")
    .execute();
}

export async function findModel(db: Queryable, id: string) {
  const [row] = await db.select().from(models).where(eq(models.id, id));
  return row ?? null;
}

export async function insertModel(
  db: Queryable,
  row: typeof models.$inferInsert,
  channel: { supplierId: string; upstreamModel: string; weight?: number },
) {
  const [inserted] = await db.insert(models).values(row).returning({ id: models.id });
  await db.insert(channels).values({ modelId: inserted!.id, ...channel });
  return inserted!.id;
}

/** Adds models with one channel each. Answers the ids in the same order. */
export async function insertModels(
  db: Queryable,
  supplierId: string,
  rows: readonly { model: typeof models.$inferInsert; upstreamModel: string }[],
): Promise<string[]> {
  const withIds = rows.map(({ model, upstreamModel }) => ({ model: { ...model, id: v7() }, upstreamModel }));
  await db.insert(models).values(withIds.map(({ model }) => model));
  await db
    .insert(channels)
    .values(withIds.map(({ model, upstreamModel }) => ({ modelId: model.id, supplierId, upstreamModel })));
  return withIds.map(({ model }) => model.id);
}

/** Which of these names are taken. */
export async function listTakenNames(db: Queryable, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db.select({ name: models.name }).from(models).where(inArray(models.name, names));
  return rows.map((row) => row.name);
}

/** Templates of the suppliers behind a model. */
export async function listTemplatesOf(db: Queryable, modelId: string): Promise<string[]> {
  const rows = await db
    .select({ template: suppliers.template })
    .from(channels)
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .where(eq(channels.modelId, modelId));
  return rows.map((row) => row.template);
}

/** Whether no model but the built-in one and those told apart could answer a chat. */
export async function answersAlone(db: Queryable, besides: readonly string[]): Promise<boolean> {
  const rows = await db
    .select({ id: models.id })
    .from(models)
    .innerJoin(channels, eq(channels.modelId, models.id))
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .where(and(ne(suppliers.template, "builtin"), inArray(models.type, [...CHAT_TYPES])));
  return rows.every(({ id }) => besides.includes(id));
}

/**
 * What may answer chats in place of a default that never has: of the models that were added in one go with it, the first a
 * check has found well. Null where the default is well, has answered before, or nothing can stand in.
 */
export async function findStandIn(db: Queryable): Promise<{ id: string; name: string } | null> {
  const failing = alias(models, "failing");
  const answered = db
    .select({ id: healthEvents.id })
    .from(healthEvents)
    .where(and(eq(healthEvents.modelId, failing.id), inArray(healthEvents.event, ["probe_ok", "closed", "recovered"])));
  const [row] = await db
    .select({ id: models.id, name: models.name })
    .from(modelDefaults)
    .innerJoin(failing, eq(failing.id, modelDefaults.modelId))
    .innerJoin(models, eq(models.createdAt, failing.createdAt))
    .where(
      and(
        eq(modelDefaults.purpose, "chat"),
        eq(failing.status, "abnormal"),
        notExists(answered),
        eq(models.status, "normal"),
        eq(models.enabled, true),
        inArray(models.type, [...CHAT_TYPES]),
      ),
    )
    .orderBy(asc(models.id))
    .limit(1);
  return row ?? null;
}

export async function updateModel(db: Queryable, id: string, patch: Partial<typeof models.$inferInsert>) {
  await db.update(models).set(patch).where(eq(models.id, id));
}

/** Renames a model at the supplier of its first channel; at its other suppliers it keeps its names. */
export async function updateFirstChannel(db: Queryable, modelId: string, upstreamModel: string) {
  const [first] = await listChannelsOf(db, modelId);
  if (first) await db.update(channels).set({ upstreamModel }).where(eq(channels.id, first.id));
}

export async function removeModel(db: Queryable, id: string) {
  await db.delete(models).where(eq(models.id, id));
}

export async function countModelsOf(db: Queryable, supplierId: string) {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(channels)
    .where(eq(channels.supplierId, supplierId));
  return row?.count ?? 0;
}

/** Names of the models a supplier is needed by. */
export async function namesOfModelsOf(db: Queryable, supplierId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: models.name })
    .from(channels)
    .innerJoin(models, eq(models.id, channels.modelId))
    .where(eq(channels.supplierId, supplierId))
    .orderBy(models.name)
    .limit(limit);
  return rows.map(({ name }) => name);
}

/** The ways of a model, in the order of their priority. */
export function listChannelsOf(db: Queryable, modelId: string) {
  return db
    .select(columnsOf(channels, "id", "supplierId", "upstreamModel", "priority", "weight", "status"))
    .from(channels)
    .where(eq(channels.modelId, modelId))
    .orderBy(asc(channels.priority), asc(channels.id));
}

export async function insertPrice(db: Queryable, row: typeof channelPrices.$inferInsert) {
  const [inserted] = await db.insert(channelPrices).values(row).returning({ id: channelPrices.id });
  return inserted!.id;
}

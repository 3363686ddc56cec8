import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { ModelPurpose } from "@/lib/config/model-kinds";
import type { Queryable } from "../client";
import { channels, modelDefaults, models, supplierKeys, suppliers } from "../schema/models";

/** Everything the door needs to reach the enabled models, channels in the order they are tried. */
export function listCallableChannels(db: Queryable) {
  return db
    .select({
      modelId: models.id,
      name: models.name,
      type: models.type,
      contextWindow: models.contextWindow,
      maxOutputTokens: models.maxOutputTokens,
      abilities: models.abilities,
      status: models.status,
      channelId: channels.id,
      upstreamModel: channels.upstreamModel,
      priority: channels.priority,
      weight: channels.weight,
      supplierId: suppliers.id,
      template: suppliers.template,
      baseUrl: suppliers.baseUrl,
      headersCipher: suppliers.headersCipher,
    })
    .from(models)
    .innerJoin(channels, and(eq(channels.modelId, models.id), eq(channels.status, "enabled")))
    .innerJoin(suppliers, and(eq(suppliers.id, channels.supplierId), eq(suppliers.status, "enabled")))
    .where(eq(models.enabled, true))
    .orderBy(asc(models.createdAt), asc(models.id), asc(channels.priority), asc(channels.id));
}

export function listSupplierKeys(db: Queryable, supplierIds?: string[]) {
  return db
    .select({
      id: supplierKeys.id,
      supplierId: supplierKeys.supplierId,
      cipher: supplierKeys.cipher,
      hint: supplierKeys.hint,
    })
    .from(supplierKeys)
    .where(
      and(eq(supplierKeys.status, "enabled"), supplierIds ? inArray(supplierKeys.supplierId, supplierIds) : undefined),
    )
    .orderBy(asc(supplierKeys.createdAt));
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

export async function removeDefault(db: Queryable, purpose: ModelPurpose, modelId: string) {
  await db.delete(modelDefaults).where(and(eq(modelDefaults.purpose, purpose), eq(modelDefaults.modelId, modelId)));
}

export function listSuppliers(db: Queryable) {
  return db
    .select({
      id: suppliers.id,
      name: suppliers.name,
      template: suppliers.template,
      baseUrl: suppliers.baseUrl,
      status: suppliers.status,
      checkedAt: suppliers.checkedAt,
      checkError: suppliers.checkError,
      createdAt: suppliers.createdAt,
    })
    .from(suppliers)
    .orderBy(asc(suppliers.createdAt), asc(suppliers.id))
    .limit(500);
}

export async function findSupplier(db: Queryable, id: string) {
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id));
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

/** Every model with its first channel, the way the console lists them. */
export function listModels(db: Queryable) {
  return db
    .select({
      id: models.id,
      name: models.name,
      type: models.type,
      description: models.description,
      contextWindow: models.contextWindow,
      maxOutputTokens: models.maxOutputTokens,
      abilities: models.abilities,
      enabled: models.enabled,
      status: models.status,
      latencyMs: models.latencyMs,
      checkedAt: models.checkedAt,
      checkError: models.checkError,
      createdAt: models.createdAt,
      supplierId: channels.supplierId,
      upstreamModel: channels.upstreamModel,
    })
    .from(models)
    .innerJoin(channels, eq(channels.modelId, models.id))
    .orderBy(asc(models.createdAt), asc(models.id))
    .limit(2000);
}

export async function findModel(db: Queryable, id: string) {
  const [row] = await db.select().from(models).where(eq(models.id, id));
  return row ?? null;
}

export async function insertModel(
  db: Queryable,
  row: typeof models.$inferInsert,
  channel: { supplierId: string; upstreamModel: string },
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

export async function updateModel(db: Queryable, id: string, patch: Partial<typeof models.$inferInsert>) {
  await db.update(models).set(patch).where(eq(models.id, id));
}

export async function updateChannelModel(db: Queryable, modelId: string, upstreamModel: string) {
  await db.update(channels).set({ upstreamModel }).where(eq(channels.modelId, modelId));
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

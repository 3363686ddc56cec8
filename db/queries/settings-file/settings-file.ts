import { and, asc, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { systemConfig } from "../../schema/config";
import { menus } from "../../schema/menus";
import { channelPrices, channels, modelDefaults, models, supplierKeys, suppliers } from "../../schema/models";
import { departments } from "../../schema/organisation";
import { roles } from "../../schema/roles";
import { tools } from "../../schema/tools";

/** Rows of the settings file, by the names that mean the same in another installation. No secret is among them. */

export function readConfigs(db: Queryable, types: readonly string[]) {
  return db
    .select({ type: systemConfig.type, value: systemConfig.value })
    .from(systemConfig)
    .where(inArray(systemConfig.type, [...types]))
    .orderBy(asc(systemConfig.type));
}

/** Every department with the names above it. */
export async function readDepartments(db: Queryable) {
  const rows = await db
    .select(columnsOf(departments, "id", "parentId", "name", "status", "path", "sort"))
    .from(departments)
    .orderBy(asc(departments.path));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.map((row) => ({
    ...row,
    names: row.path.split("/").flatMap((id) => byId.get(id)?.name ?? []),
  }));
}

const roleColumns = {
  ...columnsOf(roles, "key", "name", "nameEn", "type"),
  ...columnsOf(roles, "description", "dailyTokenLimit", "dailyImageLimit", "permissions"),
};

/** Roles but the administrators', which nothing changes. */
export function readRoles(db: Queryable) {
  return db
    .select(roleColumns)
    .from(roles)
    .where(or(sql`${roles.key} is null`, ne(roles.key, "administrator")))
    .orderBy(asc(roles.name));
}

export async function writeRole(db: Queryable, { key, ...row }: typeof roles.$inferInsert) {
  const target = key ? eq(roles.key, key) : and(eq(roles.name, row.name), sql`${roles.key} is null`);
  const changed = await db.update(roles).set(row).where(target).returning({ id: roles.id });
  if (changed.length === 0) await db.insert(roles).values({ ...row, key: key ?? null });
}

const menuColumns = columnsOf(menus, "key", "nameZh", "nameEn", "icon", "path", "permission", "sort", "hidden");

/** The product's entries, and the organisation's own links by their code. */
export function readMenus(db: Queryable) {
  return db
    .select(menuColumns)
    .from(menus)
    .where(or(isNotNull(menus.key), and(eq(menus.type, "link"), isNotNull(menus.permission))))
    .orderBy(asc(menus.sort), asc(menus.key), asc(menus.permission));
}

/** Names, place and picture of an entry that is there; what code owns of it stays. */
export async function writeMenu(
  db: Queryable,
  by: { key: string } | { permission: string },
  patch: Partial<Pick<typeof menus.$inferInsert, "nameZh" | "nameEn" | "icon" | "path" | "sort" | "hidden">>,
) {
  const target = "key" in by ? eq(menus.key, by.key) : and(eq(menus.type, "link"), eq(menus.permission, by.permission));
  const rows = await db.update(menus).set(patch).where(target).returning({ id: menus.id });
  if (rows.length === 0 && "permission" in by) {
    await db.insert(menus).values({ type: "link", permission: by.permission, nameZh: "", nameEn: "", ...patch });
  }
}

/** Suppliers with an address, and whether they have secrets here. */
export function readSuppliers(db: Queryable) {
  const keys = db.select({ one: sql`1` }).from(supplierKeys).where(eq(supplierKeys.supplierId, suppliers.id));
  return db
    .select({
      ...columnsOf(suppliers, "name", "template", "baseUrl", "settings"),
      ...columnsOf(suppliers, "residency", "requestsPerMinute", "tokensPerMinute", "status"),
      hasSecrets: sql<boolean>`(${suppliers.headersCipher} is not null or exists ${keys})`,
    })
    .from(suppliers)
    .where(ne(suppliers.template, "builtin"))
    .orderBy(asc(suppliers.name));
}

/** Models with their channels and prices, and what each is the default for. */
export async function readModels(db: Queryable) {
  // One after the other: inside a transaction there is one connection.
  const rows = await db.select().from(models).orderBy(asc(models.name));
  const ways = await db
    .select({ channel: channels, supplier: suppliers.name, template: suppliers.template })
    .from(channels)
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .orderBy(asc(channels.priority), asc(suppliers.name), asc(channels.upstreamModel));
  const prices = await db.select().from(channelPrices).orderBy(asc(channelPrices.validFrom));
  const defaults = await db.select().from(modelDefaults).orderBy(asc(modelDefaults.purpose));
  return rows.map((model) => ({
    model,
    purposes: defaults.filter(({ modelId }) => modelId === model.id).map(({ purpose }) => purpose),
    ways: ways
      .filter(({ channel }) => channel.modelId === model.id)
      .map((way) => ({ ...way, prices: prices.filter(({ channelId }) => channelId === way.channel.id) })),
  }));
}

/** Makes or changes a model; its id. */
export async function writeModel(db: Queryable, row: typeof models.$inferInsert): Promise<string> {
  const [written] = await db
    .insert(models)
    .values(row)
    .onConflictDoUpdate({ target: models.name, set: row })
    .returning({ id: models.id });
  return written!.id;
}

export async function writeDefault(
  db: Queryable,
  purpose: (typeof modelDefaults.$inferInsert)["purpose"],
  modelId: string,
) {
  await db
    .insert(modelDefaults)
    .values({ purpose, modelId })
    .onConflictDoUpdate({ target: modelDefaults.purpose, set: { modelId } });
}

interface WayRow extends Omit<typeof channels.$inferInsert, "supplierId"> {
  supplier: string;
  prices: readonly Omit<typeof channelPrices.$inferInsert, "channelId">[];
}

/** Makes or changes a channel of a model with its prices; false when there is no such supplier. */
export async function writeWay(db: Queryable, { supplier, prices, ...row }: WayRow): Promise<boolean> {
  const [found] = await db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.name, supplier));
  if (!found) return false;
  const [way] = await db
    .insert(channels)
    .values({ ...row, supplierId: found.id })
    .onConflictDoUpdate({ target: [channels.modelId, channels.supplierId, channels.upstreamModel], set: row })
    .returning({ id: channels.id });
  for (const price of prices) {
    await db
      .insert(channelPrices)
      .values({ ...price, channelId: way!.id })
      .onConflictDoUpdate({ target: [channelPrices.channelId, channelPrices.validFrom], set: price });
  }
  return true;
}

/** What was changed about built-in tools, and whether they have a key here. */
export function readTools(db: Queryable) {
  return db
    .select(columnsOf(tools, "key", "confirm", "settings", "enabled", "optional", "visibility"))
    .from(tools)
    .orderBy(asc(tools.key));
}

export async function writeTool(db: Queryable, row: typeof tools.$inferInsert) {
  await db.insert(tools).values(row).onConflictDoUpdate({ target: tools.key, set: row });
}

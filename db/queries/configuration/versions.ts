import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { systemConfig } from "../../schema/config";
import { configVersions } from "../../schema/configuration";
import { users } from "../../schema/organisation";

/** One change of the basic configuration after the other; other kinds have locks of their own. */
export async function lockBasicConfig(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('system_config'))`);
}

/** Stored values with their versions; kinds that were never changed are missing. */
export function listConfigs(db: Queryable, types: readonly string[]) {
  return db
    .select({ type: systemConfig.type, value: systemConfig.value, version: systemConfig.version })
    .from(systemConfig)
    .where(inArray(systemConfig.type, [...types]));
}

export async function insertConfigVersion(db: Queryable, row: typeof configVersions.$inferInsert) {
  await db.insert(configVersions).values(row).onConflictDoNothing();
}

/** The number of the last kept version of a kind. */
export async function findLastConfigVersion(db: Queryable, type: string): Promise<number> {
  const [row] = await db
    .select({ version: configVersions.version })
    .from(configVersions)
    .where(eq(configVersions.type, type))
    .orderBy(desc(configVersions.version))
    .limit(1);
  return row?.version ?? 0;
}

const previous = sql<unknown>`(select b.value from config_versions b where b.type = "config_versions"."type"
  and b.version < "config_versions"."version" order by b.version desc limit 1)`;

const columns = {
  ...columnsOf(configVersions, "id", "type", "version", "value", "createdAt"),
  authorName: users.name,
};

/** Versions, the last first, each with the one before. Number 0 is how a kind was before anybody changed it. */
export function listConfigVersions(
  db: Queryable,
  types: readonly string[],
  { before, limit }: { before?: string; limit: number },
) {
  return db
    .select({ ...columns, previous })
    .from(configVersions)
    .leftJoin(users, eq(users.id, configVersions.authorId))
    .where(and(inArray(configVersions.type, [...types]), before ? lt(configVersions.id, before) : undefined))
    .orderBy(desc(configVersions.id))
    .limit(limit);
}

export async function findConfigVersion(db: Queryable, id: string) {
  const [row] = await db
    .select({ type: configVersions.type, value: configVersions.value })
    .from(configVersions)
    .where(eq(configVersions.id, id));
  return row ?? null;
}

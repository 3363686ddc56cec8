import { and, desc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { users } from "../../schema/organisation";
import { searchPromptVersions, searchSettings } from "../../schema/search-settings";

/** Whose settings: a person's, or with null the organisation's. It stands in every where-clause. */
export type SettingsOwner = string | null;

type Owned = typeof searchSettings | typeof searchPromptVersions;
const of = (table: Owned, owner: SettingsOwner): SQL =>
  owner === null ? isNull(table.userId) : eq(table.userId, owner);

/** What a scope set; null where it set nothing. */
export async function findSearchValues(db: Queryable, owner: SettingsOwner): Promise<unknown> {
  const [row] = await db
    .select({ values: searchSettings.values })
    .from(searchSettings)
    .where(of(searchSettings, owner));
  return row?.values ?? null;
}

/** What a person and the organisation set, in one statement. */
export async function findBothSearchValues(
  db: Queryable,
  userId: string,
): Promise<{ own: unknown; organisation: unknown }> {
  const rows = await db
    .select(columnsOf(searchSettings, "userId", "values"))
    .from(searchSettings)
    .where(or(of(searchSettings, userId), of(searchSettings, null)));
  const valuesOf = (owner: SettingsOwner) => rows.find((row) => row.userId === owner)?.values ?? null;
  return { own: valuesOf(userId), organisation: valuesOf(null) };
}

export async function saveSearchValues(db: Queryable, owner: SettingsOwner, values: object): Promise<void> {
  await db
    .insert(searchSettings)
    .values({ userId: owner, values })
    .onConflictDoUpdate({ target: searchSettings.userId, set: { values, updatedAt: new Date() } });
}

/** The newest number of each prompt of a person and of the organisation. */
export async function listNewestVersions(db: Queryable, userId: string) {
  return db
    .select({
      ...columnsOf(searchPromptVersions, "userId", "key"),
      version: sql<number>`max(${searchPromptVersions.version})::int`,
    })
    .from(searchPromptVersions)
    .where(or(of(searchPromptVersions, userId), of(searchPromptVersions, null)))
    .groupBy(searchPromptVersions.userId, searchPromptVersions.key);
}

/** Versions of a prompt, the newest first, with who wrote them. */
export function listPromptVersions(db: Queryable, owner: SettingsOwner, key: string, limit: number) {
  return db
    .select({
      ...columnsOf(searchPromptVersions, "version", "template", "createdAt"),
      author: { id: users.id, name: users.name },
    })
    .from(searchPromptVersions)
    .leftJoin(users, eq(users.id, searchPromptVersions.authorId))
    .where(and(of(searchPromptVersions, owner), eq(searchPromptVersions.key, key)))
    .orderBy(desc(searchPromptVersions.version))
    .limit(limit);
}

/** The next version of a prompt; the oldest beyond `most` go. The caller holds the lock of the settings. */
export async function addPromptVersion(
  db: Queryable,
  {
    owner,
    key,
    template,
    authorId,
    most,
  }: { owner: SettingsOwner; key: string; template: string; authorId: string; most: number },
): Promise<void> {
  const mine = and(of(searchPromptVersions, owner), eq(searchPromptVersions.key, key));
  const [newest] = await db
    .select({ version: sql<number>`coalesce(max(${searchPromptVersions.version}), 0)::int` })
    .from(searchPromptVersions)
    .where(mine);
  const version = (newest?.version ?? 0) + 1;
  await db.insert(searchPromptVersions).values({ userId: owner, key, version, template, authorId });
  await db.delete(searchPromptVersions).where(and(mine, lte(searchPromptVersions.version, version - most)));
}

/** How many scopes name a model, and how many people are among them. */
export async function countSettingsOfModel(db: Queryable, modelId: string): Promise<{ count: number; people: number }> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int`, people: sql<number>`count(${searchSettings.userId})::int` })
    .from(searchSettings)
    .where(sql`${searchSettings.values}::text like ${`%"${modelId}"%`}`);
  return found ?? { count: 0, people: 0 };
}

/** Own texts a person wrote, for the archive of their own data. */
export function listOwnPrompts(db: Queryable, userId: string, limit: number) {
  return db
    .select(columnsOf(searchPromptVersions, "key", "version", "template", "createdAt"))
    .from(searchPromptVersions)
    .where(of(searchPromptVersions, userId))
    .orderBy(searchPromptVersions.key, searchPromptVersions.version)
    .limit(limit);
}

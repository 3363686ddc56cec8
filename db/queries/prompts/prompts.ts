import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgSelect } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { departments, users } from "../../schema/organisation";
import { promptFavourites, prompts, promptVersions } from "../../schema/prompts";

export type PromptRow = Awaited<ReturnType<typeof listPrompts>>[number];
type PromptType = "user" | "role";

/** Who looks: a person with the departments they are in, from the root down; or the console. */
export type PromptScope = { userId: string; departmentIds: readonly string[] } | "console";
/** A text that ships, in the reader's language; it stands for the first version of its key. */
export interface ShippedName {
  key: string;
  name: string;
  description: string;
  roleName: string;
}

const released = alias(promptVersions, "released");

/** Shared with the person and switched on. */
function shared(departmentIds: readonly string[]): SQL | undefined {
  const near = departmentIds.length > 0 ? inArray(prompts.departmentId, [...departmentIds]) : sql`false`;
  return and(
    isNotNull(prompts.releasedVersion),
    prompts.enabled,
    or(eq(prompts.visibility, "all"), and(eq(prompts.visibility, "department"), near)),
  );
}

/** The only rows a scope ever sees; nobody's private draft is among those of the console. */
function visible(scope: PromptScope): SQL | undefined {
  const whose =
    scope === "console"
      ? or(isNull(prompts.ownerId), ne(prompts.status, "draft"))
      : or(eq(prompts.ownerId, scope.userId), shared(scope.departmentIds));
  return and(isNull(prompts.deletedAt), whose);
}

/**
 * The newest text is the reader's: their own, or for the console the organisation's and what waits for review. Everybody
 * else gets the release, whatever was written since.
 */
function readsNewest(scope: PromptScope): SQL<boolean> {
  return scope === "console"
    ? sql<boolean>`(${prompts.ownerId} is null or ${prompts.status} = 'pending' or ${prompts.releasedVersion} is null)`
    : sql<boolean>`(${prompts.ownerId} is not distinct from ${scope.userId}::uuid)`;
}

const favouriteOf = (scope: PromptScope) =>
  scope === "console"
    ? sql<boolean>`false`
    : correlated(
        sql<boolean>`exists (select 1 from ${promptFavourites} where ${promptFavourites.promptId} = ${prompts.id} and ${promptFavourites.userId} = ${scope.userId})`,
      );

function columns(scope: PromptScope) {
  const newest = readsNewest(scope);
  const text = (column: "name" | "description" | "roleName") =>
    sql<string>`case when ${newest} then ${prompts[column]} else ${released[column]} end`;
  return {
    ...columnsOf(prompts, "id", "key", "type", "ownerId"),
    creator: users.name,
    name: text("name"),
    description: text("description"),
    roleName: text("roleName"),
    shownVersion: sql<number>`case when ${newest} then ${prompts.version} else ${prompts.releasedVersion} end`,
    ...columnsOf(prompts, "categoryId", "visibility", "status", "version", "releasedVersion", "enabled", "usageCount"),
    isFavourite: favouriteOf(scope),
    createdAt: prompts.createdAt,
    updatedAt: prompts.updatedAt,
  };
}

const releaseJoin = and(eq(released.promptId, prompts.id), eq(released.version, prompts.releasedVersion));

/** What a reader sees of a text: shipped ones in their language, as long as it is the shipped version. */
function shownText(scope: PromptScope, column: "name" | "description", shipped: readonly ShippedName[]): SQL<string> {
  const all = columns(scope);
  if (shipped.length === 0) return all[column];
  const cases = sql.join(
    shipped.map((text) => sql`when ${text.key} then ${text[column]}::text`),
    sql` `,
  );
  return sql<string>`coalesce(case when ${all.shownVersion} = 1 then case ${prompts.key} ${cases} end end, ${all[column]})`;
}

export interface PromptFilter {
  keyword?: string;
  type?: PromptType;
  categoryId?: string;
  status?: "draft" | "pending" | "approved" | "rejected";
  visibility?: "self" | "department" | "all";
  /** `mine` are the person's own, `square` what is shared with them, `favourites` what they keep. */
  only?: "mine" | "square" | "favourites";
  origin?: "organisation" | "people";
  shipped: readonly ShippedName[];
}
export interface PromptPage extends PromptFilter {
  sort: "usageCount" | "createdAt" | "name";
  descending: boolean;
  limit: number;
  offset: number;
}

function where(scope: PromptScope, filter: PromptFilter): SQL | undefined {
  const { keyword, type, categoryId, status, visibility, only, origin, shipped } = filter;
  const pattern = keyword ? likePattern(keyword) : undefined;
  const person = scope === "console" ? undefined : scope;
  return and(
    visible(scope),
    type ? eq(prompts.type, type) : undefined,
    categoryId ? eq(prompts.categoryId, categoryId) : undefined,
    status ? eq(prompts.status, status) : undefined,
    visibility ? eq(prompts.visibility, visibility) : undefined,
    origin && (origin === "organisation" ? isNull(prompts.ownerId) : isNotNull(prompts.ownerId)),
    only === "mine" && person ? eq(prompts.ownerId, person.userId) : undefined,
    only === "square" && person ? shared(person.departmentIds) : undefined,
    only === "favourites" ? favouriteOf(scope) : undefined,
    pattern
      ? or(ilike(shownText(scope, "name", shipped), pattern), ilike(shownText(scope, "description", shipped), pattern))
      : undefined,
  );
}

/** A page of what the scope sees. */
export function listPrompts(db: Queryable, scope: PromptScope, page: PromptPage) {
  const rows = db
    .select(columns(scope))
    .from(prompts)
    .leftJoin(released, releaseJoin)
    .leftJoin(users, eq(users.id, prompts.creatorId))
    .$dynamic();
  return paged(rows, scope, page);
}

/** The same with the texts, for a file. */
export function listPromptTexts(db: Queryable, scope: PromptScope, page: PromptPage) {
  const rows = db
    .select({ ...columns(scope), content: contentOf(scope) })
    .from(prompts)
    .leftJoin(released, releaseJoin)
    .leftJoin(users, eq(users.id, prompts.creatorId))
    .$dynamic();
  return paged(rows, scope, page);
}

function paged<Rows extends PgSelect>(rows: Rows, scope: PromptScope, page: PromptPage) {
  return rows
    .where(where(scope, page))
    .orderBy(...orderOf(scope, page))
    .limit(page.limit)
    .offset(page.offset);
}

const contentOf = (scope: PromptScope) =>
  sql<string>`case when ${readsNewest(scope)} then ${prompts.content} else ${released.content} end`;

function orderOf(scope: PromptScope, { sort, descending, shipped }: PromptPage): SQL[] {
  const order = descending ? desc : asc;
  // Of those used as often, the ones that ship come in the order they were written in.
  const last = sort === "usageCount" ? asc : order;
  return [order(sort === "name" ? shownText(scope, "name", shipped) : prompts[sort]), last(prompts.id)];
}

export async function countPrompts(db: Queryable, scope: PromptScope, filter: PromptFilter): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(prompts)
    .leftJoin(released, releaseJoin)
    .where(where(scope, filter));
  return row?.count ?? 0;
}

/** One prompt with its text, if the scope sees it. */
export async function findPrompt(db: Queryable, scope: PromptScope, id: string) {
  const newest = readsNewest(scope);
  const [row] = await db
    .select({
      ...columns(scope),
      content: contentOf(scope),
      variables: sql<unknown>`case when ${newest} then ${prompts.variables} else ${released.variables} end`,
      ...columnsOf(prompts, "forkOfId", "reviewNote", "departmentId"),
      department: departments.name,
    })
    .from(prompts)
    .leftJoin(released, releaseJoin)
    .leftJoin(users, eq(users.id, prompts.creatorId))
    .leftJoin(departments, eq(departments.id, prompts.departmentId))
    .where(and(visible(scope), eq(prompts.id, id)));
  return row ?? null;
}
export type PromptFull = NonNullable<Awaited<ReturnType<typeof findPrompt>>>;

/** The one that may change it: its owner's scope, or the console's for what nobody owns. Locked until the end. */
export async function lockPrompt(db: Queryable, owner: string | null, id: string, state: "live" | "deleted" = "live") {
  const [row] = await db
    .select()
    .from(prompts)
    .where(
      and(
        eq(prompts.id, id),
        owner === null ? isNull(prompts.ownerId) : eq(prompts.ownerId, owner),
        state === "live" ? isNull(prompts.deletedAt) : isNotNull(prompts.deletedAt),
      ),
    )
    .for("update");
  return row ?? null;
}
export type PromptRecord = NonNullable<Awaited<ReturnType<typeof lockPrompt>>>;

/** For a review or a switch of the console: somebody's that is no private draft, or the organisation's. */
export async function lockConsolePrompt(db: Queryable, id: string): Promise<PromptRecord | null> {
  const [row] = await db
    .select()
    .from(prompts)
    .where(and(visible("console"), eq(prompts.id, id)))
    .for("update");
  return row ?? null;
}

export function countOwnPrompts(db: Queryable, userId: string): Promise<number> {
  return db.$count(prompts, and(eq(prompts.ownerId, userId), isNull(prompts.deletedAt)));
}

/** Makes others who add to or restore a person's prompts wait. */
export async function lockOwnPrompts(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 3))`);
}

export async function insertPrompt(db: Queryable, row: typeof prompts.$inferInsert): Promise<string> {
  const [made] = await db.insert(prompts).values(row).returning({ id: prompts.id });
  return made!.id;
}

type PromptPatch = Partial<
  Pick<
    typeof prompts.$inferInsert,
    | "name"
    | "description"
    | "content"
    | "roleName"
    | "variables"
    | "categoryId"
    | "visibility"
    | "status"
    | "departmentId"
    | "version"
    | "releasedVersion"
    | "reviewNote"
    | "reviewedBy"
    | "enabled"
    | "deletedAt"
  >
>;

/** Call it for a row that was locked. */
export async function updatePrompt(db: Queryable, id: string, patch: PromptPatch): Promise<void> {
  await db.update(prompts).set(patch).where(eq(prompts.id, id));
}

/** One use more. Not a change: the time of the last one stays. */
export async function addUse(db: Queryable, id: string): Promise<void> {
  await db
    .update(prompts)
    .set({ usageCount: sql`${prompts.usageCount} + 1`, updatedAt: prompts.updatedAt as never })
    .where(eq(prompts.id, id));
}

export async function insertFavourite(db: Queryable, userId: string, promptId: string): Promise<void> {
  await db.insert(promptFavourites).values({ userId, promptId }).onConflictDoNothing();
}

export async function removeFavourite(db: Queryable, userId: string, promptId: string): Promise<void> {
  await db
    .delete(promptFavourites)
    .where(and(eq(promptFavourites.userId, userId), eq(promptFavourites.promptId, promptId)));
}

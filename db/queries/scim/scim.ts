import { and, asc, count, desc, eq, inArray, isNotNull, isNull, max, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { type Page as PageOfList, pageOf } from "../../page";
import { loginChannels } from "../../schema/login-channels";
import { users } from "../../schema/organisation";
import { scimGroupMembers, scimGroups, scimUsers } from "../../schema/scim";
import type { ChannelRow } from "../login-channels/channels";
import { groupCondition, type ScimCondition, type ScimGroupColumn, type ScimUserColumn, userCondition } from "./filter";

/** The one channel a token belongs to. */
export async function findChannelByScimToken(db: Queryable, tokenHash: string): Promise<ChannelRow | null> {
  const [row] = await db.select().from(loginChannels).where(eq(loginChannels.scimTokenHash, tokenHash));
  return row ?? null;
}

/** Whether a channel has a token to push with. */
export async function isPushing(db: Queryable, channelId: string): Promise<boolean> {
  const rows = await db
    .select({ id: loginChannels.id })
    .from(loginChannels)
    .where(and(eq(loginChannels.id, channelId), isNotNull(loginChannels.scimTokenHash)));
  return rows.length > 0;
}

/** Pushes to one channel that change something wait for one another: names, members, links. */
export async function lockPushes(tx: Transaction, channelId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`scim ${channelId}`}, 7))`);
}

const userColumns = {
  ...columnsOf(users, "id", "account", "name", "email", "phone", "status", "departmentId"),
  ...columnsOf(scimUsers, "userName", "externalId", "attributes", "createdAt", "updatedAt"),
};
export type ScimUserRow = Awaited<ReturnType<typeof findScimUsers>>[number];

/** People of one channel; those who were anonymised are nobody's any more. */
function usersOf(channelId: string, ...more: (SQL | undefined)[]) {
  return and(eq(scimUsers.channelId, channelId), isNull(users.anonymizedAt), ...more);
}

interface Page {
  descending: boolean;
  limit: number;
  offset: number;
}

export function listScimUsers(
  db: Queryable,
  channelId: string,
  page: Page & { condition?: ScimCondition<ScimUserColumn>; sort: "userName" | "createdAt" },
) {
  const order = page.descending ? desc : asc;
  return db
    .select(userColumns)
    .from(scimUsers)
    .innerJoin(users, eq(users.id, scimUsers.userId))
    .where(usersOf(channelId, page.condition && userCondition(page.condition)))
    .orderBy(order(page.sort === "userName" ? scimUsers.userNameKey : scimUsers.createdAt), order(scimUsers.userId))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countScimUsers(
  db: Queryable,
  channelId: string,
  condition?: ScimCondition<ScimUserColumn>,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(scimUsers)
    .innerJoin(users, eq(users.id, scimUsers.userId))
    .where(usersOf(channelId, condition && userCondition(condition)));
  return row?.count ?? 0;
}

/** Those among these people who are the channel's. */
export function findScimUsers(db: Queryable, channelId: string, ids: readonly string[]) {
  return db
    .select(userColumns)
    .from(scimUsers)
    .innerJoin(users, eq(users.id, scimUsers.userId))
    .where(usersOf(channelId, inArray(scimUsers.userId, [...ids])))
    .orderBy(asc(scimUsers.userId));
}

export async function findScimUser(db: Queryable, channelId: string, id: string): Promise<ScimUserRow | null> {
  return (await findScimUsers(db, channelId, [id]))[0] ?? null;
}

/** Whose row a user name or a person already is: of this channel by name, of any by person. */
export async function isPushed(db: Queryable, by: { channelId: string; userNameKey: string } | { userId: string }) {
  const rows = await db
    .select({ userId: scimUsers.userId })
    .from(scimUsers)
    .where(
      "userId" in by
        ? eq(scimUsers.userId, by.userId)
        : and(eq(scimUsers.channelId, by.channelId), eq(scimUsers.userNameKey, by.userNameKey)),
    )
    .limit(1);
  return rows.length > 0;
}

/** Rows of people who were anonymised here would keep their user names taken. */
export async function removeGoneScimUsers(db: Queryable, channelId: string): Promise<void> {
  const gone = db.select({ id: users.id }).from(users).where(isNotNull(users.anonymizedAt));
  await db.delete(scimUsers).where(and(eq(scimUsers.channelId, channelId), inArray(scimUsers.userId, gone)));
}

export async function insertScimUser(db: Queryable, row: typeof scimUsers.$inferInsert): Promise<void> {
  await db.insert(scimUsers).values(row);
}

export async function updateScimUser(
  db: Queryable,
  channelId: string,
  userId: string,
  patch: Pick<typeof scimUsers.$inferInsert, "userName" | "userNameKey" | "externalId" | "attributes">,
): Promise<void> {
  await db
    .update(scimUsers)
    .set(patch)
    .where(and(eq(scimUsers.channelId, channelId), eq(scimUsers.userId, userId)));
}

export async function removeScimUser(db: Queryable, channelId: string, userId: string): Promise<void> {
  const groups = db.select({ id: scimGroups.id }).from(scimGroups).where(eq(scimGroups.channelId, channelId));
  await db
    .delete(scimGroupMembers)
    .where(and(eq(scimGroupMembers.userId, userId), inArray(scimGroupMembers.groupId, groups)));
  await db.delete(scimUsers).where(and(eq(scimUsers.channelId, channelId), eq(scimUsers.userId, userId)));
}

/** A person who came in by the channel before they were pushed belongs to the pushes from now on. */
export async function markPushed(db: Queryable, userId: string): Promise<void> {
  await db.update(users).set({ type: "scim" }).where(eq(users.id, userId));
}

const groupColumns = columnsOf(scimGroups, "id", "displayName", "externalId", "createdAt", "updatedAt");
export type ScimGroupRow = Awaited<ReturnType<typeof listScimGroups>>[number];

export function listScimGroups(
  db: Queryable,
  channelId: string,
  page: Page & { condition?: ScimCondition<ScimGroupColumn>; sort: "displayName" | "createdAt" },
) {
  const order = page.descending ? desc : asc;
  return db
    .select(groupColumns)
    .from(scimGroups)
    .where(and(eq(scimGroups.channelId, channelId), page.condition && groupCondition(page.condition)))
    .orderBy(order(page.sort === "displayName" ? scimGroups.displayName : scimGroups.createdAt), order(scimGroups.id))
    .limit(page.limit)
    .offset(page.offset);
}

export function countScimGroups(
  db: Queryable,
  channelId: string,
  condition?: ScimCondition<ScimGroupColumn>,
): Promise<number> {
  return db.$count(scimGroups, and(eq(scimGroups.channelId, channelId), condition && groupCondition(condition)));
}

export async function findScimGroup(db: Queryable, channelId: string, id: string): Promise<ScimGroupRow | null> {
  const [row] = await db
    .select(groupColumns)
    .from(scimGroups)
    .where(and(eq(scimGroups.channelId, channelId), eq(scimGroups.id, id)));
  return row ?? null;
}

export async function isGroupNameTaken(db: Queryable, channelId: string, displayName: string, except?: string) {
  const rows = await db
    .select({ id: scimGroups.id })
    .from(scimGroups)
    .where(
      and(eq(scimGroups.channelId, channelId), sql`lower(${scimGroups.displayName}) = ${displayName.toLowerCase()}`),
    )
    .limit(2);
  return rows.some(({ id }) => id !== except);
}

export async function insertScimGroup(db: Queryable, row: typeof scimGroups.$inferInsert): Promise<void> {
  await db.insert(scimGroups).values(row);
}

export async function updateScimGroup(
  db: Queryable,
  channelId: string,
  id: string,
  patch: Pick<typeof scimGroups.$inferInsert, "displayName" | "externalId">,
): Promise<void> {
  await db
    .update(scimGroups)
    .set(patch)
    .where(and(eq(scimGroups.channelId, channelId), eq(scimGroups.id, id)));
}

export async function removeScimGroup(db: Queryable, channelId: string, id: string): Promise<void> {
  await db.delete(scimGroups).where(and(eq(scimGroups.channelId, channelId), eq(scimGroups.id, id)));
}

/** Members of groups, with the name each is shown by. The groups are the caller's own. */
export function listScimMembers(db: Queryable, groupIds: readonly string[]) {
  return db
    .select({ groupId: scimGroupMembers.groupId, userId: scimGroupMembers.userId, name: users.name })
    .from(scimGroupMembers)
    .innerJoin(users, eq(users.id, scimGroupMembers.userId))
    .where(and(inArray(scimGroupMembers.groupId, [...groupIds]), isNull(users.anonymizedAt)))
    .orderBy(asc(scimGroupMembers.userId));
}

/** Groups of people, by person. */
export function listScimGroupsOf(db: Queryable, channelId: string, userIds: readonly string[]) {
  return db
    .select({
      userId: scimGroupMembers.userId,
      ...columnsOf(scimGroups, "id", "displayName", "externalId"),
    })
    .from(scimGroupMembers)
    .innerJoin(scimGroups, eq(scimGroups.id, scimGroupMembers.groupId))
    .where(and(eq(scimGroups.channelId, channelId), inArray(scimGroupMembers.userId, [...userIds])))
    .orderBy(asc(scimGroups.displayName));
}

export async function insertScimMembers(db: Queryable, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.execute(
    sql`insert into ${scimGroupMembers} (group_id, user_id)
      select ${groupId}::uuid, member from unnest(${sql.param([...userIds])}::uuid[]) as member on conflict do nothing`,
  );
}

export async function removeScimMembers(db: Queryable, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .delete(scimGroupMembers)
    .where(and(eq(scimGroupMembers.groupId, groupId), inArray(scimGroupMembers.userId, [...userIds])));
}

/** When anything of a channel was last pushed, by what is left of it. */
export async function lastPushAt(db: Queryable, channelId: string): Promise<Date | null> {
  const [person] = await db
    .select({ at: max(scimUsers.updatedAt) })
    .from(scimUsers)
    .where(eq(scimUsers.channelId, channelId));
  const [group] = await db
    .select({ at: max(scimGroups.updatedAt) })
    .from(scimGroups)
    .where(eq(scimGroups.channelId, channelId));
  const times = [person?.at, group?.at].filter((at) => at != null).map((at) => at.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

function groupsNamed(channelId: string, keyword: string) {
  return and(
    eq(scimGroups.channelId, channelId),
    keyword ? sql`${scimGroups.displayName} ilike ${likePattern(keyword)}` : undefined,
  );
}

/** A page of groups with how many people each has, for whoever writes rules. */
export async function listGroupSizes(
  db: Queryable,
  channelId: string,
  { keyword, ...page }: { keyword: string } & PageOfList,
) {
  const list = db
    .select({
      ...columnsOf(scimGroups, "id", "displayName", "externalId"),
      members: correlated(
        sql<number>`(select count(*)::int from ${scimGroupMembers} where ${scimGroupMembers.groupId} = ${scimGroups.id})`,
      ),
    })
    .from(scimGroups)
    .where(groupsNamed(channelId, keyword))
    .$dynamic();
  return pageOf(db, list, page, asc(scimGroups.displayName), asc(scimGroups.id));
}

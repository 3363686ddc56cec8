import { and, asc, count, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { externalIdentities, loginChannels, loginFlows } from "../../schema/login-channels";
import { users } from "../../schema/organisation";
import { roles, userRoles } from "../../schema/roles";

export type ChannelRow = typeof loginChannels.$inferSelect;
export type NewChannelRow = typeof loginChannels.$inferInsert;

const CHANNELS_LOCK = 7_205_759_467;
/** More ways in than any login page can show. */
export const CHANNELS_MAX = 50;

/** Changes of channels wait for one another: order, the one default, their number. */
export async function lockChannels(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHANNELS_LOCK})`);
}

/** Every channel in the order of the login page. */
export function listChannelRows(db: Queryable): Promise<ChannelRow[]> {
  return db
    .select()
    .from(loginChannels)
    .orderBy(asc(loginChannels.sort), asc(loginChannels.createdAt), asc(loginChannels.id))
    .limit(CHANNELS_MAX);
}

export async function findChannelRow(db: Queryable, id: string): Promise<ChannelRow | null> {
  const [row] = await db.select().from(loginChannels).where(eq(loginChannels.id, id));
  return row ?? null;
}

export async function insertChannel(db: Queryable, row: NewChannelRow): Promise<string> {
  const [inserted] = await db.insert(loginChannels).values(row).returning({ id: loginChannels.id });
  return inserted!.id;
}

export type ChannelPatch = Partial<Omit<NewChannelRow, "id" | "kind" | "createdAt">>;

export async function updateChannel(db: Queryable, id: string, patch: ChannelPatch): Promise<void> {
  await db.update(loginChannels).set(patch).where(eq(loginChannels.id, id));
}

/** One default at most: the others stop being it. */
export async function clearDefaultChannel(db: Queryable, except?: string): Promise<void> {
  await db
    .update(loginChannels)
    .set({ isDefault: false })
    .where(and(eq(loginChannels.isDefault, true), except ? ne(loginChannels.id, except) : undefined));
}

export async function removeChannel(db: Queryable, id: string): Promise<void> {
  await db.delete(loginChannels).where(eq(loginChannels.id, id));
}

export async function orderChannels(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute(
    sql`update ${loginChannels} set sort = place.no from unnest(${sql.param([...ids])}::uuid[]) with ordinality as place (id, no)
      where ${loginChannels.id} = place.id`,
  );
}

/** Notes a fault of the other side or the configuration, or that it is gone; not a change of the channel. */
export async function noteChannelFailure(db: Queryable, id: string, failure: string | null): Promise<void> {
  await db
    .update(loginChannels)
    .set({ failure, failedAt: failure ? new Date() : null, updatedAt: loginChannels.updatedAt as never })
    .where(and(eq(loginChannels.id, id), sql`${loginChannels.failure} is distinct from ${failure}`));
}

/** How many people each issuer's channel knows. */
export function countPeopleByIssuer(db: Queryable) {
  return db
    .select({ issuer: externalIdentities.issuer, count: count() })
    .from(externalIdentities)
    .groupBy(externalIdentities.issuer);
}

/** Roles of people that an issuer lets in: who may decide about its channel depends on them. */
export function listRolesBoundTo(db: Queryable, issuers: readonly string[]) {
  return db
    .selectDistinct(columnsOf(roles, "id", "key", "name", "permissions", "dailyTokenLimit", "dailyImageLimit"))
    .from(externalIdentities)
    .innerJoin(userRoles, eq(userRoles.userId, externalIdentities.userId))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(inArray(externalIdentities.issuer, [...issuers]));
}

/** An outside identity with the person it is bound to. */
export async function findBoundPerson(db: Queryable, issuer: string, subject: string) {
  const [row] = await db
    .select({
      userId: users.id,
      ...columnsOf(users, "account", "name", "email", "phone", "type", "status", "departmentId"),
    })
    .from(externalIdentities)
    .innerJoin(users, eq(users.id, externalIdentities.userId))
    .where(and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject)));
  return row ?? null;
}

/** Binds an outside identity to a person; false when somebody is bound to it already. */
export async function insertBinding(db: Queryable, row: typeof externalIdentities.$inferInsert): Promise<boolean> {
  const { rowCount } = await db.insert(externalIdentities).values(row).onConflictDoNothing();
  return rowCount !== 0;
}

export async function touchBinding(db: Queryable, issuer: string, subject: string, label: string): Promise<void> {
  await db
    .update(externalIdentities)
    .set({ lastUsedAt: new Date(), label })
    .where(and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject)));
}

/** What one person is bound to. */
export function listOwnBindings(db: Queryable, userId: string) {
  return db
    .select({
      ...columnsOf(externalIdentities, "issuer", "subject", "label", "createdAt", "lastUsedAt"),
      channelId: loginChannels.id,
      ...columnsOf(loginChannels, "kind", "nameZh", "nameEn"),
    })
    .from(externalIdentities)
    .leftJoin(loginChannels, eq(loginChannels.issuer, externalIdentities.issuer))
    .where(eq(externalIdentities.userId, userId))
    .orderBy(asc(externalIdentities.createdAt))
    .limit(200);
}

export async function insertFlow(db: Queryable, row: typeof loginFlows.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(loginFlows).values(row).returning({ id: loginFlows.id });
  return inserted!.id;
}

/** Takes the way back, once: null when the state is unknown, over, or was used before. */
export async function takeFlow(db: Queryable, channelId: string, stateHash: string) {
  const [row] = await db
    .update(loginFlows)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(loginFlows.channelId, channelId),
        eq(loginFlows.stateHash, stateHash),
        isNull(loginFlows.usedAt),
        gt(loginFlows.expiresAt, sql`now()`),
      ),
    )
    .returning();
  return row ?? null;
}

/** A flow that was not used yet, without using it. */
export async function findOpenFlow(db: Queryable, channelId: string, stateHash: string) {
  const [row] = await db
    .select()
    .from(loginFlows)
    .where(
      and(
        eq(loginFlows.channelId, channelId),
        eq(loginFlows.stateHash, stateHash),
        isNull(loginFlows.usedAt),
        gt(loginFlows.expiresAt, sql`now()`),
      ),
    );
  return row ?? null;
}

export async function findFlow(db: Queryable, id: string) {
  const [row] = await db
    .select()
    .from(loginFlows)
    .where(and(eq(loginFlows.id, id), gt(loginFlows.expiresAt, sql`now()`)));
  return row ?? null;
}

/** Keeps what a flow came to; `reopen` lets the second half of it be used once more. */
export async function keepFlowResult(
  db: Queryable,
  id: string,
  resultCipher: string | null,
  reopen?: { stateHash: string },
): Promise<void> {
  await db
    .update(loginFlows)
    .set({ resultCipher, ...(reopen ? { stateHash: reopen.stateHash, usedAt: null } : {}) })
    .where(eq(loginFlows.id, id));
}

export async function removeOldFlows(db: Queryable, before: Date): Promise<void> {
  await db.delete(loginFlows).where(lt(loginFlows.expiresAt, before));
}

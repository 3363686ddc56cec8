import { and, desc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { licences } from "../../schema/licence";
import { operationLogs } from "../../schema/operation-log";
import { users } from "../../schema/organisation";

/** Every change of who has a seat waits for the others. */
const SEATS_LOCK = 7_205_759_411;

/** Until the transaction ends nobody else counts or takes seats, or changes the licence. */
export async function lockSeats(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(${SEATS_LOCK})`);
}

/** People who take a seat: those who can sign in. */
export async function countSeats(db: Queryable) {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .where(and(eq(users.status, "enabled"), isNull(users.anonymizedAt)));
  return row?.count ?? 0;
}

/** Licences that were not removed, newest first. */
export function listLicences(db: Queryable) {
  return db
    .select({ id: licences.id, text: licences.text, installedAt: licences.installedAt })
    .from(licences)
    .where(isNull(licences.removedAt))
    .orderBy(desc(licences.installedAt), desc(licences.id));
}

/** When the last sealed row of the operation log was written: a time this installation has seen. */
export async function findLastSealedTime(db: Queryable) {
  const [row] = await db
    .select({ createdAt: operationLogs.createdAt })
    .from(operationLogs)
    .where(isNotNull(operationLogs.sealedNo))
    .orderBy(desc(operationLogs.sealedNo))
    .limit(1);
  return row?.createdAt ?? null;
}

export async function insertLicence(db: Queryable, row: typeof licences.$inferInsert) {
  await db.insert(licences).values(row);
}

/** Every licence there ever was, newest first. */
export function listLicenceHistory(db: Queryable, limit: number) {
  return db
    .select({
      ...columnsOf(licences, "id", "text", "serial", "installedAt"),
      installedBy: users.name,
      removedAt: licences.removedAt,
    })
    .from(licences)
    .leftJoin(users, eq(users.id, licences.installedBy))
    .orderBy(desc(licences.installedAt), desc(licences.id))
    .limit(limit);
}

export async function findLicence(db: Queryable, id: string) {
  const [row] = await db
    .select({ id: licences.id, serial: licences.serial, text: licences.text, installedAt: licences.installedAt })
    .from(licences)
    .where(and(eq(licences.id, id), isNull(licences.removedAt)));
  return row ?? null;
}

/** Whether a licence with this serial was ever installed here, and whether it still is. */
export async function findLicenceBySerial(db: Queryable, serial: string) {
  const rows = await db.select({ removedAt: licences.removedAt }).from(licences).where(eq(licences.serial, serial));
  return { known: rows.length > 0, installed: rows.some((row) => !row.removedAt) };
}

/** Takes a licence out together with those it replaced. */
export async function removeLicencesUpTo(db: Queryable, installedAt: Date, now: Date) {
  await db
    .update(licences)
    .set({ removedAt: now })
    .where(and(isNull(licences.removedAt), lte(licences.installedAt, installedAt)));
}

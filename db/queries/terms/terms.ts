import { and, count, desc, eq, isNull, max, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { departments, users } from "../../schema/organisation";
import { termsAcceptances, termsVersions } from "../../schema/terms";

/**
 * Whether a person (the row of `users` it stands beside) has accepted neither the last version that must be accepted nor a
 * later one. Columns are written out: an unqualified id would mean another table here.
 */
export function lacksTerms(): SQL<boolean> {
  return sql<boolean>`exists (select 1 from terms_versions tv where tv.status = 'published' and tv.must_accept
    and not exists (select 1 from terms_acceptances ta join terms_versions av on av.id = ta.version_id
      where ta.user_id = "users"."id" and av.version >= tv.version))`;
}

const compact = {
  ...columnsOf(termsVersions, "id", "version", "status", "mustAccept", "noteZh", "noteEn"),
  authorName: users.name,
  publishedAt: termsVersions.publishedAt,
  updatedAt: termsVersions.updatedAt,
};

/** Versions without their texts, the newest first. */
export function listTermsVersions(db: Queryable, limit: number) {
  const acceptances = db
    .select({ count: count() })
    .from(termsAcceptances)
    .where(eq(termsAcceptances.versionId, termsVersions.id));
  return db
    .select({ ...compact, accepted: sql<number>`(${acceptances})`.mapWith(Number) })
    .from(termsVersions)
    .leftJoin(users, eq(users.id, termsVersions.authorId))
    .orderBy(desc(termsVersions.version))
    .limit(limit);
}

const whole = { ...compact, markdownZh: termsVersions.markdownZh, markdownEn: termsVersions.markdownEn };

export async function findTermsVersion(db: Queryable, by: { id: string } | "draft" | "current") {
  const [row] = await db
    .select(whole)
    .from(termsVersions)
    .leftJoin(users, eq(users.id, termsVersions.authorId))
    .where(
      typeof by === "object"
        ? eq(termsVersions.id, by.id)
        : eq(termsVersions.status, by === "draft" ? "draft" : "published"),
    )
    .orderBy(desc(termsVersions.version))
    .limit(1);
  return row ?? null;
}

export type TermsRow = NonNullable<Awaited<ReturnType<typeof findTermsVersion>>>;

/** Makes the draft with the next number, or answers null when there is one already. */
export async function insertTermsDraft(db: Queryable, row: Omit<typeof termsVersions.$inferInsert, "version">) {
  const [{ last } = { last: null }] = await db.select({ last: max(termsVersions.version) }).from(termsVersions);
  const [made] = await db
    .insert(termsVersions)
    .values({ ...row, version: (last ?? 0) + 1 })
    .onConflictDoNothing()
    .returning({ id: termsVersions.id, version: termsVersions.version });
  return made ?? null;
}

/** Changes or publishes the draft; null when the version is none any more: what is published stays as it is. */
export async function updateTermsDraft(
  db: Queryable,
  id: string,
  {
    readAt,
    ...patch
  }: Partial<Omit<typeof termsVersions.$inferInsert, "id" | "version">> & {
    /** When the draft was last changed, as far as the caller knows. */
    readAt?: Date;
  },
) {
  const [row] = await db
    .update(termsVersions)
    .set({ ...patch, updatedAt: new Date() })
    .where(
      and(
        eq(termsVersions.id, id),
        eq(termsVersions.status, "draft"),
        // Browsers know milliseconds, the table microseconds.
        readAt ? eq(sql`date_trunc('milliseconds', ${termsVersions.updatedAt})`, readAt.toISOString()) : undefined,
      ),
    )
    .returning({ id: termsVersions.id, version: termsVersions.version });
  return row ?? null;
}

export async function removeTermsDraft(db: Queryable, id: string) {
  const [row] = await db
    .delete(termsVersions)
    .where(and(eq(termsVersions.id, id), eq(termsVersions.status, "draft")))
    .returning({ version: termsVersions.version });
  return row ?? null;
}

/** Records an acceptance once; false when there was one already. */
export async function insertAcceptance(db: Queryable, row: typeof termsAcceptances.$inferInsert) {
  const { rowCount } = await db.insert(termsAcceptances).values(row).onConflictDoNothing();
  return rowCount !== 0;
}

export async function hasAccepted(db: Queryable, versionId: string, userId: string) {
  const [row] = await db
    .select({ userId: termsAcceptances.userId })
    .from(termsAcceptances)
    .where(and(eq(termsAcceptances.versionId, versionId), eq(termsAcceptances.userId, userId)));
  return row !== undefined;
}

export interface AcceptancePage {
  /** Text somewhere in name or account, already escaped for LIKE. */
  pattern?: string;
  before?: { acceptedAt: string; userId: string };
  limit: number;
}

/** People who accepted one version, the last first. The cursor keeps the time to the microsecond, as it is stored. */
export function listAcceptances(db: Queryable, versionId: string, { pattern, before, limit }: AcceptancePage) {
  return db
    .select({
      userId: users.id,
      account: users.account,
      name: users.name,
      departmentName: departments.name,
      ...columnsOf(termsAcceptances, "language", "address", "userAgent", "acceptedAt"),
      cursorAt: sql<string>`${termsAcceptances.acceptedAt}::text`,
    })
    .from(termsAcceptances)
    .innerJoin(users, eq(users.id, termsAcceptances.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        eq(termsAcceptances.versionId, versionId),
        pattern ? or(sql`${users.name} ilike ${pattern}`, sql`${users.account} ilike ${pattern}`) : undefined,
        before
          ? sql`(${termsAcceptances.acceptedAt}, ${termsAcceptances.userId}) < (${before.acceptedAt}::timestamptz, ${before.userId}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(termsAcceptances.acceptedAt), desc(termsAcceptances.userId))
    .limit(limit);
}

/** How many accepted a version, counted to 10,000 (ARCHITECTURE 5). */
export async function countAcceptances(db: Queryable, versionId: string, pattern?: string) {
  const rows = db
    .select({ one: sql`1` })
    .from(termsAcceptances)
    .innerJoin(users, eq(users.id, termsAcceptances.userId))
    .where(
      and(
        eq(termsAcceptances.versionId, versionId),
        pattern ? or(sql`${users.name} ilike ${pattern}`, sql`${users.account} ilike ${pattern}`) : undefined,
      ),
    )
    .limit(10_000)
    .as("rows");
  const [row] = await db.select({ count: count() }).from(rows);
  return row?.count ?? 0;
}

/** Enabled people, and how many of them still have to accept. */
export async function countOutstanding(db: Queryable) {
  const [row] = await db
    .select({
      people: count(),
      outstanding: sql<number>`count(*) filter (where ${lacksTerms()})`.mapWith(Number),
    })
    .from(users)
    .where(and(eq(users.status, "enabled"), isNull(users.anonymizedAt)));
  return row ?? { people: 0, outstanding: 0 };
}

import { and, desc, eq, gte, ilike, lt, or, type SQL, sql } from "drizzle-orm";
import type { ReviewSide } from "@/lib/config/review-kinds";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { apiKeys } from "../../schema/open-api";
import { departments, users } from "../../schema/organisation";
import { reviewHits } from "../../schema/review";
import { contentDepartments } from "../records/policies";

export async function insertHit(db: Queryable, row: typeof reviewHits.$inferInsert): Promise<void> {
  await db.insert(reviewHits).values(row);
}

export interface HitFilter {
  ruleId?: string;
  side?: ReviewSide;
  since?: Date;
  keyword?: string;
}

/** Whether administrators may read the words: by the policy of the department it was said in (spec B8). */
const isReadable = sql<boolean>`coalesce(${reviewHits.content} is not null and ${reviewHits.departmentId} in ${contentDepartments}, false)`;

const columns = {
  ...columnsOf(reviewHits, "id", "ruleId", "ruleName", "keyword", "side", "app", "sessionId", "messageId", "createdAt"),
  userId: users.id,
  userName: users.name,
  account: users.account,
  departmentName: departments.name,
  keyName: apiKeys.name,
  isByKey: sql<boolean>`${reviewHits.apiKeyId} is not null`,
  isReadable,
};

const words = sql<string | null>`case when ${isReadable} then ${reviewHits.content} end`;

function listed(db: Queryable, where: SQL | undefined, content = sql<string | null>`null`) {
  return db
    .select({ ...columns, content })
    .from(reviewHits)
    .innerJoin(users, eq(users.id, reviewHits.userId))
    .leftJoin(departments, eq(departments.id, reviewHits.departmentId))
    .leftJoin(apiKeys, eq(apiKeys.id, reviewHits.apiKeyId))
    .where(where)
    .$dynamic();
}

/** A page of hits, the newest first; words are not among them. */
export function listHits(db: Queryable, { ruleId, side, since, keyword }: HitFilter, page: Page) {
  const pattern = keyword && likePattern(keyword);
  const where = and(
    ruleId ? eq(reviewHits.ruleId, ruleId) : undefined,
    side ? eq(reviewHits.side, side) : undefined,
    since ? gte(reviewHits.createdAt, since) : undefined,
    pattern
      ? or(
          ...[users.name, users.account, reviewHits.keyword, reviewHits.ruleName].map((column) =>
            ilike(column, pattern),
          ),
        )
      : undefined,
  );
  return pageOf(db, listed(db, where), page, desc(reviewHits.createdAt), desc(reviewHits.id));
}

/** A hit with its words, where they may be read. */
export async function findHit(db: Queryable, id: string) {
  const [row] = await listed(db, eq(reviewHits.id, id), words);
  return row ?? null;
}

export async function purgeHits(db: Queryable, before: Date): Promise<void> {
  await db.delete(reviewHits).where(lt(reviewHits.createdAt, before));
}

import { and, desc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { channels, suppliers, usageLedger } from "../../schema/models";
import type { CubeFilter } from "./reports";

export interface CallCursor {
  day: string;
  id: string;
}

interface CallsQuery {
  filter: CubeFilter;
  failedOnly: boolean;
  /** Days that may have such calls. */
  days: readonly string[];
  before: CallCursor | null;
  limit: number;
}

/** Settled calls of some days, the newest first. */
export function listCalls(db: Queryable, { filter, failedOnly, days, before, limit }: CallsQuery) {
  return db
    .select({
      ...columnsOf(usageLedger, "id", "day", "createdAt", "requestId", "userId", "departmentId"),
      ...columnsOf(usageLedger, "app", "modelId", "modelName", "modelType", "apiKeyId"),
      supplier: suppliers.name,
      upstreamModel: channels.upstreamModel,
      ...columnsOf(usageLedger, "isQuestion", "inputTokens", "outputTokens", "reasoningTokens", "cachedTokens"),
      ...columnsOf(usageLedger, "images", "audioMs", "characters", "estimated", "outcome"),
      ...columnsOf(usageLedger, "error", "attempts", "firstTokenMs", "durationMs", "costMicros"),
    })
    .from(usageLedger)
    .leftJoin(suppliers, eq(suppliers.id, usageLedger.supplierId))
    .leftJoin(channels, eq(channels.id, usageLedger.channelId))
    .where(
      and(
        inArray(usageLedger.day, [...days]),
        isNotNull(usageLedger.settledAt),
        filter.app === undefined ? undefined : eq(usageLedger.app, filter.app),
        filter.modelId ? eq(usageLedger.modelId, filter.modelId) : undefined,
        filter.userId ? eq(usageLedger.userId, filter.userId) : undefined,
        filter.apiKeyId ? eq(usageLedger.apiKeyId, filter.apiKeyId) : undefined,
        filter.departmentId ? sql`${usageLedger.departmentPath} like ${`%${filter.departmentId}/%`}` : undefined,
        failedOnly ? inArray(usageLedger.outcome, ["failed", "interrupted"]) : undefined,
        before
          ? or(lt(usageLedger.day, before.day), and(eq(usageLedger.day, before.day), lt(usageLedger.id, before.id)))
          : undefined,
      ),
    )
    .orderBy(desc(usageLedger.day), desc(usageLedger.id))
    .limit(limit);
}
export type CallRow = Awaited<ReturnType<typeof listCalls>>[number];

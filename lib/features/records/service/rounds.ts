import "server-only";
import { db } from "@/db/client";
import {
  countRounds,
  idAt,
  listRoundCalls,
  listRounds,
  type RecordView,
  type RoundRow,
} from "@/db/queries/records/records";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { appOfKind, areaOfApp } from "@/lib/conversation/areas";
import { flushLedger } from "@/lib/models/ledger";
import type { RecordDto, RecordPage } from "../dto";
import { spanOf } from "../period";
import type { PageQuery, RecordQuery } from "../schema";

/** ARCHITECTURE 5: endless tables count to this. */
const COUNT_MAX = 10_000;
const DAY = 86_400_000;
/** How far back words are looked for in turn, days; at last all. */
const SPANS = [2, 14, 60, null] as const;

type Filters = Partial<Omit<RecordQuery, "before" | "limit">>;
export type RoundCalls = Awaited<ReturnType<typeof listRoundCalls>>;

/** The filter of a query as the database takes it. */
export async function filterOf({ days, from, to, app, ...filter }: Filters) {
  const { timeZone } = await loadConfig("customConfig");
  const area = app ? areaOfApp(app) : undefined;
  return {
    ...filter,
    ...spanOf({ days, from, to }, { today: dayIn(timeZone), timeZone }),
    kind: area?.code,
    app: area ? undefined : app,
  };
}
export type RoundFilter = Awaited<ReturnType<typeof filterOf>>;

/** A page of rounds as one reader may see them, newest first. */
export async function pageOfRounds(
  view: RecordView,
  { before, limit, ...query }: Filters & PageQuery,
  narrowed: { app?: string } = {},
): Promise<RecordPage> {
  const filter = { ...(await filterOf(query)), ...narrowed };
  const rows = await newest(filter, { view, before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  // A first page that is not full has counted itself: a filter that finds little looks at the table once.
  const isWhole = !before && rows.length <= limit;
  const totalAtMost = isWhole ? rows.length : await countRounds(db(), filter, view, COUNT_MAX);
  return {
    items: await withMoney(shown),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    totalAtMost,
  };
}

/**
 * The newest rounds of a filter. Words are looked for span by span, backwards: what is said often is found in the last
 * days, and only what is rare takes the whole period.
 */
async function newest(
  filter: RoundFilter,
  { view, before, limit }: { view: RecordView; before?: string; limit: number },
): Promise<RoundRow[]> {
  if (!filter.keyword) return listRounds(db(), filter, { view, before, limit });
  const rows: RoundRow[] = [];
  let end = before;
  for (const days of SPANS) {
    const since = days === null ? undefined : idAt(Date.now() - days * DAY);
    if (since && end && since >= end) continue;
    rows.push(...(await listRounds(db(), filter, { view, before: end, since, limit: limit - rows.length })));
    if (rows.length >= limit || (filter.from && days && Date.now() - days * DAY < filter.from.getTime() - DAY)) break;
    end = since;
  }
  return rows;
}

/** Rounds with what they cost: as their message says, or else as the ledger does. */
export async function withMoney(rows: readonly RoundRow[]): Promise<RecordDto[]> {
  if (rows.some(({ costMicros }) => costMicros === null)) await flushLedger();
  const ids = rows.map(({ id }) => id);
  const calls = Map.groupBy(await listRoundCalls(db(), ids), ({ messageId }) => messageId);
  return rows.map((row) => toDto(row, calls.get(row.id) ?? []));
}

export function toDto(row: RoundRow, calls: RoundCalls): RecordDto {
  const priced = calls.filter(({ costMicros }) => costMicros !== null);
  const cost = priced.length > 0 ? priced.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0) : null;
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    sessionId: row.sessionId,
    app: appOfKind(row.kind),
    user: { id: row.userId, name: row.userName, account: row.account },
    department: row.departmentId ? { id: row.departmentId, name: row.departmentName ?? "" } : null,
    modelId: row.modelId,
    modelName: row.modelName ?? "",
    status: row.status,
    error: row.error,
    feedback: row.feedback,
    feedbackReason: row.feedbackReason,
    inputTokens: row.inputTokens ?? 0,
    outputTokens: row.outputTokens ?? 0,
    estimated: row.usageEstimated,
    costMicros: row.costMicros ?? cost,
    unpriced: calls.filter(({ isUnpriced }) => isUnpriced).length,
    currency: row.currency ?? priced[0]?.currency ?? null,
    firstTokenMs: row.firstTokenMs,
    durationMs: row.durationMs,
    support: row.citedSentences === null ? null : { cited: row.citedSentences, supported: row.supportedSentences ?? 0 },
    closed: row.isReadable ? null : row.isTemporary ? "temporary" : row.isDeleted ? "deleted" : "policy",
    title: row.title,
    question: row.question,
    feedbackText: row.feedbackText,
  };
}

import "server-only";
import { db } from "@/db/client";
import { type CallCursor, type CallRow, listCalls as listRows } from "@/db/queries/reports/calls";
import { NO_ID } from "@/db/schema/reports";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import type { Range } from "@/lib/config/day-range";
import { P } from "@/lib/permissions/codes";
import type { CallDto, CallsPage, Named } from "../dto";
import type { CallsQuery } from "../schema";
import { openFrame } from "./frame";
import { namesOf } from "./names";
import { cubeFilter, type Filter, readActiveDays } from "./read";
import { filterOf } from "./tokens";

/** ARCHITECTURE 5: endless tables count no further. */
const COUNT_MOST = 10_000;

/** Single calls behind a bar or a row, the newest first (spec N2). What was said is not among it. */
export async function listCalls(actor: Actor, query: CallsQuery): Promise<CallsPage> {
  requirePermission(actor, P.REPORT_TOKENS);
  const frame = await openFrame(query);
  const reader = await openCalls(filterOf(query), frame.range, query.failed ?? false);
  const rows = await reader.page(readCursor(query.cursor), query.limit + 1);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    ...frame,
    items: await withNames(items),
    next: rows.length > query.limit && last ? `${last.day}_${last.id}` : null,
    totalAtMost: Math.min(COUNT_MOST, reader.total),
    mayOpenRecords: hasPermission(actor, P.CHAT_RECORD),
  };
}

function readCursor(text: string | undefined): CallCursor | null {
  const [day, id] = text?.split("_") ?? [];
  return day && id ? { day, id } : null;
}

/**
 * A way through the records of a filter. The rollup says on which days there are any, so that a page reads those days
 * and never the whole ledger.
 */
export async function openCalls(filter: Filter, range: Range, failedOnly: boolean) {
  const cube = cubeFilter(filter);
  const days: { day: string; count: number }[] = [];
  for (const { day, calls, failed } of await readActiveDays(filter, range)) {
    const count = failedOnly ? failed : calls;
    if (count > 0) days.push({ day, count });
  }
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const page = async (before: CallCursor | null, limit: number): Promise<CallRow[]> => {
    const rows: CallRow[] = [];
    let rest = days.filter(({ day }) => !before || day <= before.day);
    let cursor = before;
    while (rows.length < limit && rest.length > 0) {
      const taken = enough(rest, limit - rows.length);
      rest = rest.slice(taken.length);
      const found = await listRows(db(), {
        filter: cube,
        failedOnly,
        days: taken,
        before: cursor,
        limit: limit - rows.length,
      });
      rows.push(...found);
      const last = rows.at(-1);
      if (last) cursor = { day: last.day, id: last.id };
    }
    return rows;
  };
  return { total, page };
}

/** The first days that together have so many calls. */
function enough(days: readonly { day: string; count: number }[], wanted: number): string[] {
  const taken: string[] = [];
  let count = 0;
  for (const { day, count: calls } of days) {
    taken.push(day);
    count += calls;
    if (count >= wanted) break;
  }
  return taken;
}

export async function withNames(rows: readonly CallRow[]): Promise<CallDto[]> {
  const [user, department, model, key] = await Promise.all([
    namesOf(
      "user",
      rows.map(({ userId }) => userId),
    ),
    namesOf("department", present(rows.map(({ departmentId }) => departmentId))),
    namesOf("model", present(rows.map(({ modelId }) => modelId))),
    namesOf("key", present(rows.map(({ apiKeyId }) => apiKeyId))),
  ]);
  return rows.map((row) => {
    const { userId, departmentId, modelId, modelName, modelType, apiKeyId, createdAt, ...rest } = row;
    const named: Named = model(modelId ?? NO_ID);
    return {
      ...rest,
      createdAt: createdAt.toISOString(),
      user: user(userId),
      department: department(departmentId ?? NO_ID),
      model: { ...named, name: named.name || modelName, detail: modelType },
      apiKey: apiKeyId ? key(apiKeyId) : null,
    };
  });
}

const present = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null);

import "server-only";
import { db } from "@/db/client";
import { searchUsers } from "@/db/queries/reports/names";
import { type KeyedSums, listKeys, listTotals } from "@/db/queries/reports/reports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { type Range, splitRange } from "@/lib/config/day-range";
import type { Sums } from "@/lib/config/usage-measures";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { RowDto, SeriesDto, TokensPage } from "../dto";
import { figuresOf } from "../figures";
import type { Dimension, Order } from "../kinds";
import type { SeriesQuery, TokensQuery } from "../schema";
import { appNames } from "./apps";
import { type Frame, openFrame } from "./frame";
import { readGroundedness } from "./groundedness";
import { namesOf } from "./names";
import { type Filter, readCube, readSeries, readSum } from "./read";
import { readSpanned } from "./spans";

/** Keys a search may leave; more say no more. */
const SEARCH_MOST = 2000;
const KIND = { app: "app", model: "model", user: "user", dept: "department" } as const;

type RowsQuery = Omit<TokensQuery, "page" | "pageSize" | "period" | "from" | "to">;

/** What each app, model, person or department used: a page, sorted, with the sum of all. */
export async function listTokens(
  actor: Actor,
  dimension: Dimension,
  query: TokensQuery,
  locale: Locale,
): Promise<TokensPage> {
  requirePermission(actor, P.REPORT_TOKENS);
  const frame = await openFrame(query);
  const filter = filterOf(query);
  const { page, pageSize } = query;
  const [rows, totals, totalsBefore] = await Promise.all([
    readRows(dimension, query, frame, { limit: pageSize, offset: (page - 1) * pageSize }, locale),
    readSum(filter, frame.range, frame.today),
    readSum(filter, frame.before, frame.today),
  ]);
  return { ...frame, ...rows, totals: figuresOf(totals), totalsBefore: figuresOf(totalsBefore) };
}

export function filterOf({ app, model, user, dept, key }: Filter): Filter {
  return { app, model, user, dept, key };
}

/** What was used over time. */
export async function readTokenSeries(actor: Actor, query: SeriesQuery): Promise<SeriesDto> {
  requirePermission(actor, P.REPORT_TOKENS);
  const frame = await openFrame(query);
  const filter = filterOf(query);
  const { app, ...others } = filter;
  const isWholeApp = app !== undefined && Object.values(others).every((value) => value === undefined);
  const [series, support] = await Promise.all([
    readSeries(filter, frame.range, query.grain, frame.today),
    isWholeApp ? readGroundedness(app, frame, query.grain) : null,
  ]);
  return { ...frame, support, series: series.map(({ period, sums }) => ({ period, figures: figuresOf(sums) })) };
}

/** Rows of a dimension with names and what they used before. */
export async function readRows(
  dimension: Dimension,
  query: RowsQuery,
  frame: Frame,
  page: { limit: number; offset: number },
  locale: Locale,
): Promise<{ items: RowDto[]; total: number }> {
  const keys = query.keyword ? await keysLike(dimension, query.keyword, locale) : undefined;
  const { items, total } = await sumRows(dimension, query, frame.range, frame.today, keys, page);
  const shown = items.map(({ key }) => key);
  const [name, earlier] = await Promise.all([
    namesOf(KIND[dimension], shown),
    sumRows(dimension, query, frame.before, frame.today, shown, { limit: shown.length, offset: 0 }),
  ]);
  const before = new Map(earlier.items.map((row) => [row.key, row.inputTokens + row.outputTokens]));
  return {
    total,
    items: items.map(({ key, ...sums }) => ({
      ...name(key),
      figures: figuresOf(sums),
      tokensBefore: before.get(key) ?? 0,
    })),
  };
}

async function sumRows(
  dimension: Dimension,
  query: RowsQuery,
  range: Range,
  today: string,
  keys: readonly string[] | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: KeyedSums[]; total: number }> {
  if (keys?.length === 0) return { items: [], total: 0 };
  const kind = dimension === "dept" ? (query.own ? "department" : "tree") : dimension;
  const filter = filterOf(query);
  const descending = query.order === "desc";
  if (Object.values(filter).every((value) => value === undefined)) {
    const window = splitRange(range, today);
    const asked: Parameters<typeof listTotals>[1] = {
      dimension: kind,
      window,
      keys,
      order: query.sort,
      descending,
      limit,
      offset,
    };
    // Spans tell the largest of all by their tokens.
    if (keys || query.sort !== "tokens") return listTotals(db(), asked);
    return readSpanned(kind, { range, today }, (spanned) => listTotals(db(), { ...asked, spanned }));
  }
  const wanted = keys && new Set(keys);
  const rows = (await readCube(kind, filter, range)).filter(({ key }) => !wanted || wanted.has(key));
  const sign = descending ? -1 : 1;
  rows.sort((a, b) => compare(a, b, query.sort, sign) || (a.key < b.key ? -1 : 1));
  return { items: rows.slice(offset, offset + limit), total: rows.length };
}

/** By a figure; rows without one come last either way. */
function compare(a: Sums, b: Sums, order: Order, sign: 1 | -1): number {
  const [x, y] = [figuresOf(a)[order], figuresOf(b)[order]];
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  return sign * (x - y);
}

/** Keys whose names hold a text, in the reader's language. */
async function keysLike(dimension: Dimension, keyword: string, locale: Locale): Promise<string[]> {
  if (dimension === "user") return (await searchUsers(db(), keyword, SEARCH_MOST)).map(({ id }) => id);
  const keys = await listKeys(db(), dimension === "dept" ? "department" : dimension, SEARCH_MOST);
  if (dimension === "dept") keys.push(...(await listKeys(db(), "tree", SEARCH_MOST)));
  const text = keyword.toLowerCase();
  const nameOf = dimension === "app" ? await appNames(locale) : await namesOf(KIND[dimension], keys);
  return [...new Set(keys)].filter((key) => {
    const named = nameOf(key);
    return (typeof named === "string" ? named : named.name).toLowerCase().includes(text);
  });
}

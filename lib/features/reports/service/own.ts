import "server-only";
import { db } from "@/db/client";
import { listCounters } from "@/db/queries/models/usage";
import { listDepartmentNames } from "@/db/queries/reports/names";
import { listUnpricedOf } from "@/db/queries/reports/reports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { addMonths, firstOfMonth, type Range } from "@/lib/config/day-range";
import { addDays, monthOf, startOfDay } from "@/lib/config/time";
import { flushLedger } from "@/lib/models/ledger";
import { activeBudgets } from "@/lib/models/limits";
import { P } from "@/lib/permissions/codes";
import type { StatementRow } from "../dto";
import { figuresOf } from "../figures";
import type { OwnLimit, OwnLimitsDto, OwnUsageDto, OwnYearDto } from "../own-dto";
import type { OwnUsageQuery } from "../schema";
import { type Frame, openFrame } from "./frame";
import { namesOf } from "./names";
import { readCube, readSeries, readSum } from "./read";

/** What the person used in a period, in all, by day, by app and by model (spec M1). */
export async function readOwnUsage(actor: Actor, { period }: OwnUsageQuery): Promise<OwnUsageDto> {
  requirePermission(actor, P.USER);
  const { range, before, today, timeZone, currency } = await openOwn(period);
  const filter = { user: actor.id };
  const [totals, totalsBefore, series, apps, models] = await Promise.all([
    readSum(filter, range, today),
    readSum(filter, before, today),
    readSeries(filter, range, "day", today),
    readRows(actor, "app", range),
    readRows(actor, "model", range),
  ]);
  return {
    range,
    timeZone,
    currency,
    totals: figuresOf(totals),
    totalsBefore: figuresOf(totalsBefore),
    series: series.map(({ period: day, sums }) => ({ period: day, figures: figuresOf(sums) })),
    apps,
    models,
  };
}

/** A year of days (spec M1: heat map). */
export async function readOwnYear(actor: Actor): Promise<OwnYearDto> {
  requirePermission(actor, P.USER);
  const { range, today } = await openOwn("year");
  const series = await readSeries({ user: actor.id }, range, "day", today);
  return {
    range,
    days: series.map(({ period, sums }) => ({
      day: period,
      tokens: sums.inputTokens + sums.outputTokens,
      calls: sums.calls,
    })),
  };
}

/** Today against each limit that holds for the person, and when it starts anew. */
export async function readOwnLimits(actor: Actor): Promise<OwnLimitsDto> {
  requirePermission(actor, P.USER);
  const { today: day, timeZone, currency } = await openOwn("7d");
  const range = { from: day, to: day };
  const [sums, rows, { items, counted }] = await Promise.all([
    readSum({ user: actor.id }, range, day),
    readRows(actor, "app", range),
    limitsOf(actor, day, timeZone),
  ]);
  const apps = rows.map(({ figures: { tokens, images }, ...named }) => ({ ...named, tokens, images }));
  const today = figuresOf(sums);
  return { day, timeZone, currency, items, today, uncounted: Math.max(0, today.tokens - counted), apps };
}

/** The own figures are looked at right after a question: what still waits to be written is written first. */
async function openOwn(period: OwnUsageQuery["period"]): Promise<Frame> {
  await flushLedger();
  return openFrame({ period });
}

async function readRows(actor: Actor, kind: "app" | "model", range: Range): Promise<StatementRow[]> {
  const rows = await readCube(kind, { user: actor.id }, range);
  const name = await namesOf(
    kind,
    rows.map(({ key }) => key),
  );
  return rows
    .map(({ key, ...sums }) => ({ ...name(key), figures: figuresOf(sums) }))
    .sort((a, b) => b.figures.tokens - a.figures.tokens || b.figures.calls - a.figures.calls);
}

/**
 * The counters that calls are admitted by: daily tokens and images, and budgets of the person and their departments. With the
 * tokens that were counted, without those running calls have reserved.
 */
async function limitsOf(actor: Actor, day: string, timeZone: string): Promise<{ items: OwnLimit[]; counted: number }> {
  const person = `user:${actor.id}`;
  const above = actor.departmentPath.split("/").filter(Boolean);
  const budgets = (await activeBudgets()).filter(
    ({ subjectType, subjectId }) =>
      (subjectType === "user" && subjectId === actor.id) || (subjectType === "department" && above.includes(subjectId)),
  );
  const wanted = [
    { subject: person, unit: "tokens", period: day },
    { subject: person, unit: "images", period: day },
    ...budgets.map(({ subjectType, subjectId, period }) => ({
      subject: `${subjectType}:${subjectId}`,
      unit: "micros",
      period: period === "day" ? day : monthOf(day),
    })),
  ];
  const [counters, unpriced, departments] = await Promise.all([
    listCounters(db(), wanted),
    listUnpricedOf(
      db(),
      budgets.map(({ subjectType, subjectId, period }) => ({
        subjectType,
        key: subjectId,
        day: period === "day" ? day : monthOf(day),
      })),
    ),
    listDepartmentNames(
      db(),
      budgets.flatMap(({ subjectType, subjectId }) => (subjectType === "department" ? [subjectId] : [])),
    ),
  ]);
  const counterOf = (index: number) => {
    const { subject, unit, period } = wanted[index]!;
    return counters.find((one) => one.subject === subject && one.unit === unit && one.period === period);
  };
  const usedOf = (index: number) => {
    const row = counterOf(index);
    return row ? row.used + row.reserved : 0;
  };
  const tomorrow = startOfDay(addDays(day, 1), timeZone).toISOString();
  const nextMonth = startOfDay(addMonths(firstOfMonth(day), 1), timeZone).toISOString();
  const daily = (kind: "tokens" | "images", index: number, limit: number | null): OwnLimit => ({
    kind,
    period: "day",
    limit,
    used: usedOf(index),
    share: shareOf(usedOf(index), limit),
    unpriced: 0,
    name: "",
    currency: null,
    resetsAt: tomorrow,
  });
  const items = [
    daily("tokens", 0, actor.dailyTokenLimit),
    daily("images", 1, actor.dailyImageLimit),
    ...budgets.map(({ subjectType, subjectId, period, limitMicros, currency }, index): OwnLimit => {
      const used = usedOf(index + 2);
      const isOwn = subjectType === "user";
      return {
        kind: isOwn ? "budget" : "shared",
        period,
        // What a department spends is not each of its people's to know; how near its end it is concerns them all.
        limit: isOwn ? limitMicros : null,
        used: isOwn ? used : null,
        share: shareOf(used, limitMicros),
        unpriced: unpriced[index] ?? 0,
        name: isOwn ? "" : (departments.find(({ id }) => id === subjectId)?.name ?? ""),
        currency: currency ?? null,
        resetsAt: period === "day" ? tomorrow : nextMonth,
      };
    }),
  ];
  return { items, counted: counterOf(0)?.used ?? 0 };
}

function shareOf(used: number, limit: number | null): number | null {
  if (limit === null) return null;
  return limit === 0 ? 1 : used / limit;
}

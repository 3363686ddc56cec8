import "server-only";
import { db } from "@/db/client";
import { findLastCheck } from "@/db/queries/models/reconcile";
import { listTotals, type TotalDimension } from "@/db/queries/reports/reports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { firstOfMonth, type Grain, splitRange } from "@/lib/config/day-range";
import { P } from "@/lib/permissions/codes";
import type { CheckDto, DashboardDto, Top } from "../dto";
import { figuresOf, projectMonth } from "../figures";
import { daysIn } from "../period";
import type { DashboardQuery } from "../schema";
import { type Frame, openFrame } from "./frame";
import { type NamedKind, namesOf } from "./names";
import { readSeries, readSum } from "./read";
import { countKeys, listPeople, readSpanned } from "./spans";

/** Rows of a top list; the rest is one line. */
const TOP = 5;
/** Beyond so many days people are counted by month: by day it would read a row a person and day. */
const PEOPLE_DAYS = 92;

/** What the organisation used in a period, against the period before. */
export async function readDashboard(actor: Actor, query: DashboardQuery): Promise<DashboardDto> {
  requirePermission(actor, P.REPORT_DASHBOARD);
  const frame = await openFrame(query);
  const { range, before, today } = frame;
  const [totals, totalsBefore, peopleBefore, series, peopleSeries, app, model, department, user, projection, check] =
    await Promise.all([
      readSum({}, range, today),
      readSum({}, before, today),
      countKeys("user", before, today),
      readSeries({}, range, query.grain, today),
      peopleOf(frame, query.grain),
      topOf("app", "app", frame),
      topOf("model", "model", frame),
      topOf("department", "department", frame),
      topOf("user", "user", frame),
      projectionOf(frame),
      lastCheck(),
    ]);
  const tokens = totals.inputTokens + totals.outputTokens;
  return {
    ...frame,
    totals: figuresOf(totals),
    totalsBefore: figuresOf(totalsBefore),
    people: user.total,
    peopleBefore,
    series: series.map(({ period, sums }) => ({ period, figures: figuresOf(sums) })),
    peopleSeries,
    tops: {
      app: app.rest(tokens),
      model: model.rest(tokens),
      // By people's own department: with those below them the root would always lead.
      department: department.rest(tokens),
      user: user.rest(tokens),
    },
    projection,
    check,
  };
}

const peopleOf = ({ range, today }: Frame, wanted: Grain) =>
  listPeople(range, daysIn(range) > PEOPLE_DAYS ? "month" : wanted, today);

/** The largest of a dimension with their names; `rest` needs the tokens of all. */
async function topOf(dimension: TotalDimension, kind: NamedKind, { range, before, today }: Frame) {
  const { items, total } = await readSpanned(dimension, { range, today }, (spanned) =>
    listTotals(db(), { dimension, window: splitRange(range, today), spanned, limit: TOP }),
  );
  const keys = items.map(({ key }) => key);
  const [name, earlier] = await Promise.all([
    namesOf(kind, keys),
    listTotals(db(), { dimension, window: splitRange(before, today), keys }),
  ]);
  const beforeOf = new Map(earlier.items.map((row) => [row.key, row.inputTokens + row.outputTokens]));
  const rows = items.map(({ key, ...sums }) => ({
    ...name(key),
    figures: figuresOf(sums),
    tokensBefore: beforeOf.get(key) ?? 0,
  }));
  return {
    total,
    rest: (all: number): Top => {
      const shown = rows.reduce((sum, row) => sum + row.figures.tokens, 0);
      return { items: rows, others: { count: total - rows.length, tokens: Math.max(0, all - shown) } };
    },
  };
}

async function projectionOf({ today, timeZone }: Frame): Promise<DashboardDto["projection"]> {
  const { costMicros, unpriced } = await readSum({}, { from: firstOfMonth(today), to: today }, today);
  if (costMicros === 0 && unpriced === 0) return null;
  const projectedMicros = projectMonth(costMicros, today, shareOfDay(timeZone));
  return { spentMicros: costMicros, projectedMicros, unpriced };
}

/** How much of today is over in a time zone, 0 to 1. */
function shareOfDay(timeZone: string): number {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(new Date());
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return (hours * 60 + minutes) / 1440;
}

async function lastCheck(): Promise<CheckDto | null> {
  const row = await findLastCheck(db());
  return row && { day: row.day, checkedAt: row.checkedAt.toISOString(), differences: row.differences.length };
}

import "server-only";
import { db } from "@/db/client";
import {
  countPeople,
  listAnswerDays,
  listCohorts,
  listNodeCalls,
  listRunDays,
  listToolCalls,
  listUseDays,
  type Span,
  sumAnswers,
  sumRuns,
} from "@/db/queries/apps/analysis";
import type { AppRow } from "@/db/queries/apps/apps";
import { findVersion } from "@/db/queries/apps/versions";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, daysBetween, startOfDay } from "@/lib/config/time";
import { P } from "@/lib/permissions/codes";
import type { AnalysisDto, AnalysisFigures } from "../dto";
import type { AnalysisQuery } from "../schema";
import { readGraph, walk } from "../workflow/check";
import type { FlowNode } from "../workflow/graph";
import { requireApp } from "./apps";

const TOOLS_SHOWN = 20;
/** Weeks of people's first use that are told, this one counted. */
const COHORT_WEEKS = 6;

/** How an app is used, in counts alone: nobody's words (spec K9). Throws notFound. */
export async function analyseApp(actor: Actor, id: string, { days }: AnalysisQuery): Promise<AnalysisDto> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  const { timeZone } = await loadConfig("customConfig");
  const today = dayIn(timeZone);
  const since = addDays(today, 1 - days);
  const before = addDays(since, -days);
  const span = { since: startOfDay(since, timeZone) };
  const earlier = { since: startOfDay(before, timeZone), until: span.since };
  const isFlow = app.kind === "workflow";
  const sum = isFlow ? sumRuns : sumAnswers;
  const [used, people, now, then, times, tools, cohorts] = await Promise.all([
    listUseDays(db(), id, before),
    countPeople(db(), id, { before, since }),
    sum(db(), id, span),
    sum(db(), id, earlier),
    (isFlow ? listRunDays : listAnswerDays)(db(), id, span, timeZone),
    isFlow ? callsOut(app, span) : listToolCalls(db(), id, span, TOOLS_SHOWN),
    listCohorts(db(), id, addDays(mondayOf(today), 7 * (1 - COHORT_WEEKS))),
  ]);
  const usedOn = new Map(used.map((row) => [row.day, row]));
  const timesOn = new Map(times.map((row) => [row.day, row]));
  return {
    from: since,
    to: today,
    now: figuresOf(
      now,
      people.people,
      used.filter(({ day }) => day >= since),
    ),
    previous: figuresOf(
      then,
      people.earlier,
      used.filter(({ day }) => day < since),
    ),
    returned: people.returned,
    days: Array.from({ length: days }, (_, index) => {
      const day = addDays(since, index);
      const { uses = 0, people: there = 0 } = usedOn.get(day) ?? {};
      const { medianMs = null, slowMs = null } = timesOn.get(day) ?? {};
      return { day, uses, people: there, medianMs: whole(medianMs), slowMs: whole(slowMs) };
    }),
    tools: tools.map((tool) => ({ ...tool, slowMs: whole(tool.slowMs) })),
    cohorts: cohortsOf(cohorts, today),
    mayOpenRecords: hasPermission(actor, P.CHAT_RECORD),
  };
}

const whole = (ms: number | null) => (ms === null ? null : Math.round(ms));

type Used = Awaited<ReturnType<typeof listUseDays>>;

function figuresOf(sums: Awaited<ReturnType<typeof sumAnswers>>, people: number, used: Used): AnalysisFigures {
  const { costMicros, currency, medianMs, slowMs, ...counts } = sums;
  return {
    ...counts,
    people,
    uses: used.reduce((sum, { uses }) => sum + uses, 0),
    begun: used.reduce((sum, { begun }) => sum + begun, 0),
    cost: currency === null ? null : { micros: costMicros, currency },
    medianMs: whole(medianMs),
    slowMs: whole(slowMs),
  };
}

/** The Monday of a day's week. */
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

type CohortRows = Awaited<ReturnType<typeof listCohorts>>;

/** A row for each week somebody began in, with every week since that has begun. */
function cohortsOf(rows: CohortRows, today: string): AnalysisDto["cohorts"] {
  const counts = new Map(rows.map(({ week, after, people }) => [`${week} ${after}`, people]));
  const weeks = [...new Set(rows.map(({ week }) => week))].sort();
  return weeks.map((week) => {
    const since = daysBetween(week, mondayOf(today)) / 7;
    return {
      week,
      people: counts.get(`${week} 0`) ?? 0,
      back: Array.from({ length: since }, (_, index) => counts.get(`${week} ${index + 1}`) ?? 0),
    };
  });
}

const isCall = ({ type }: FlowNode) => type === "tool" || type === "http";

/** How often the nodes of a workflow that call something outside did, and failed; by the version in use. */
async function callsOut(app: AppRow, span: Span) {
  const version = await findVersion(db(), app.id, app.version ?? 0);
  const read = readGraph(version?.settings);
  if (!("graph" in read)) return [];
  const nodes = [...walk(read.graph)].flatMap(({ graph }) => graph.nodes).filter(isCall);
  if (nodes.length === 0) return [];
  const titles = new Map(nodes.map(({ id, data }) => [id, data.title]));
  const rows = await listNodeCalls(db(), app.id, span, [...titles.keys()]);
  return rows.slice(0, TOOLS_SHOWN).map((row) => ({ ...row, title: titles.get(row.name) || null }));
}

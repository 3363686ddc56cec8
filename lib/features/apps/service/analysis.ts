import "server-only";
import { db } from "@/db/client";
import {
  countPeople,
  listNodeCalls,
  listToolCalls,
  listUseDays,
  sumAnswers,
  sumRuns,
} from "@/db/queries/apps/analysis";
import type { AppRow } from "@/db/queries/apps/apps";
import { findVersion } from "@/db/queries/apps/versions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { P } from "@/lib/permissions/codes";
import type { AnalysisDto } from "../dto";
import type { AnalysisQuery } from "../schema";
import { readGraph, walk } from "../workflow/check";
import type { FlowNode } from "../workflow/graph";
import { requireApp } from "./apps";

const TOOLS_SHOWN = 20;
const DAY_MS = 86_400_000;

/** How an app is used, in counts alone: nobody's words (spec K9). Throws notFound. */
export async function analyseApp(actor: Actor, id: string, { days }: AnalysisQuery): Promise<AnalysisDto> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  const { timeZone } = await loadConfig("customConfig");
  const today = dayIn(timeZone);
  const since = addDays(today, 1 - days);
  const moment = new Date(Date.now() - days * DAY_MS);
  const [used, people, answers, tools] = await Promise.all([
    listUseDays(db(), id, since),
    countPeople(db(), id, { before: addDays(since, -days), since }),
    app.kind === "workflow" ? sumRuns(db(), id, moment) : sumAnswers(db(), id, moment),
    app.kind === "workflow" ? callsOut(app, moment) : listToolCalls(db(), id, moment, TOOLS_SHOWN),
  ]);
  const byDay = new Map(used.map((row) => [row.day, row]));
  const series = Array.from({ length: days }, (_, index) => {
    const day = addDays(since, index);
    const { uses = 0, begun = 0, people: there = 0 } = byDay.get(day) ?? {};
    return { day, uses, begun, people: there };
  });
  const { costMicros, currency, firstTokenMs, durationMs, ...counts } = answers;
  return {
    ...people,
    ...counts,
    uses: series.reduce((sum, { uses }) => sum + uses, 0),
    begun: series.reduce((sum, { begun }) => sum + begun, 0),
    cost: currency === null ? null : { micros: costMicros, currency },
    firstTokenMs: firstTokenMs === null ? null : Math.round(firstTokenMs),
    durationMs: durationMs === null ? null : Math.round(durationMs),
    days: series,
    tools,
  };
}

const isCall = ({ type }: FlowNode) => type === "tool" || type === "http";

/** How often the nodes of a workflow that call something outside did, and failed; by the version in use. */
async function callsOut(app: AppRow, since: Date) {
  const version = await findVersion(db(), app.id, app.version ?? 0);
  const read = readGraph(version?.settings);
  if (!("graph" in read)) return [];
  const nodes = [...walk(read.graph)].flatMap(({ graph }) => graph.nodes).filter(isCall);
  if (nodes.length === 0) return [];
  const titles = new Map(nodes.map(({ id, data }) => [id, data.title]));
  const rows = await listNodeCalls(db(), app.id, since, [...titles.keys()]);
  return rows.slice(0, TOOLS_SHOWN).map((row) => ({ ...row, title: titles.get(row.name) || null }));
}

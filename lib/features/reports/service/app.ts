import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import type { AppDto, Top } from "../dto";
import { figuresOf } from "../figures";
import type { AppQuery } from "../schema";
import { type Frame, openFrame } from "./frame";
import { readGroundedness } from "./groundedness";
import { namesOf } from "./names";
import { type Filter, readCube, readPeople, readSeries, readSum } from "./read";

const TOP = 8;

/** What one app used in a period: its course, its people, models and departments. An app without calls has zeros. */
export async function readApp(actor: Actor, appId: string, query: AppQuery): Promise<AppDto> {
  requirePermission(actor, P.REPORT_TOKENS);
  const frame = await openFrame(query);
  const { range, before, today } = frame;
  const filter: Filter = { app: appId };
  const [app, totals, totalsBefore, people, peopleBefore, series, model, department, user, support] = await Promise.all(
    [
      namesOf("app", [appId]),
      readSum(filter, range, today),
      readSum(filter, before, today),
      readPeople(filter, range, today),
      readPeople(filter, before, today),
      readSeries(filter, range, query.grain, today),
      topOf("model", filter, frame),
      topOf("department", filter, frame),
      topOf("user", filter, frame),
      readGroundedness(appId, frame, query.grain),
    ],
  );
  return {
    ...frame,
    app: app(appId),
    totals: figuresOf(totals),
    totalsBefore: figuresOf(totalsBefore),
    people,
    peopleBefore,
    series: series.map(({ period, sums }) => ({ period, figures: figuresOf(sums) })),
    support,
    tops: { model, department, user },
  };
}

async function topOf(by: "model" | "department" | "user", filter: Filter, { range }: Frame): Promise<Top> {
  const rows = (await readCube(by, filter, range)).map(({ key, ...sums }) => ({ key, figures: figuresOf(sums) }));
  rows.sort((a, b) => b.figures.tokens - a.figures.tokens || (a.key < b.key ? -1 : 1));
  const shown = rows.slice(0, TOP);
  const name = await namesOf(
    by,
    shown.map(({ key }) => key),
  );
  const rest = rows.slice(TOP);
  return {
    items: shown.map(({ key, figures }) => ({ ...name(key), figures, tokensBefore: 0 })),
    others: { count: rest.length, tokens: rest.reduce((sum, { figures }) => sum + figures.tokens, 0) },
  };
}

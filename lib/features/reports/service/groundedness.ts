import "server-only";
import { db } from "@/db/client";
import { type GroundednessOfDay, listGroundedness } from "@/db/queries/reports/groundedness";
import { firstOfMonth, type Grain, type Range } from "@/lib/config/day-range";
import { areaOfApp } from "@/lib/conversation/areas";
import type { GroundednessDto, Support } from "@/lib/features/reports/dto";
import { monthsOf, pointsOf } from "@/lib/features/reports/period";
import type { Frame } from "./frame";

/** Cited sentences of an app's answers and those borne out (spec D6); null where answers do not cite. */
export async function readGroundedness(
  app: string,
  { range, before, timeZone }: Pick<Frame, "range" | "before" | "timeZone">,
  grain: Grain,
): Promise<GroundednessDto | null> {
  const area = areaOfApp(app);
  if (!area?.cites) return null;
  const read = async (days: Range) => {
    const found: GroundednessOfDay[] = [];
    for (const month of monthsOf(days))
      found.push(...(await listGroundedness(db(), { kind: area.code, timeZone, ...month })));
    return found;
  };
  const [now, earlier] = [await read(range), await read(before)];
  const periodOf = (day: string) => (grain === "day" ? day : firstOfMonth(day));
  const byPeriod = Map.groupBy(now, ({ day }) => periodOf(day));
  return {
    now: sumOf(now),
    before: sumOf(earlier),
    series: pointsOf(range, grain).map((period) => sumOf(byPeriod.get(period) ?? [])),
  };
}

function sumOf(days: readonly Support[]): Support {
  return {
    cited: days.reduce((sum, { cited }) => sum + cited, 0),
    supported: days.reduce((sum, { supported }) => sum + supported, 0),
  };
}

import "server-only";
import { db } from "@/db/client";
import { listSupport, type SupportOfDay } from "@/db/queries/support";
import { areaOfApp } from "@/lib/conversation/areas";
import type { Support, SupportDto } from "../dto";
import { firstOfMonth, type Grain, monthsOf, pointsOf, type Range } from "../period";
import type { Frame } from "./frame";

/** Cited sentences of an app's answers and those borne out (spec D6); null where answers do not cite. */
export async function readSupport(
  app: string,
  { range, before, timeZone }: Pick<Frame, "range" | "before" | "timeZone">,
  grain: Grain,
): Promise<SupportDto | null> {
  const area = areaOfApp(app);
  if (!area?.cites) return null;
  const read = async (days: Range) => {
    const found: SupportOfDay[] = [];
    for (const month of monthsOf(days))
      found.push(...(await listSupport(db(), { kind: area.code, timeZone, ...month })));
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

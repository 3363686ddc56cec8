import "server-only";
import { db } from "@/db/client";
import { listSeries } from "@/db/queries/reports/reports";
import { usageLedger } from "@/db/schema/models";
import { usageDaily } from "@/db/schema/reports";
import { refreshRollups } from "@/lib/models/jobs";
import type { OwnDataContext, Owned } from "@/lib/owned/owned";

/** Before any call of ours. */
const BEGINNING = "2000-01-01";

/** The same rollups the reports are made of. */
async function usageByDay({ actor, today }: OwnDataContext) {
  await refreshRollups();
  const window = { months: null, days: [{ from: BEGINNING, to: today }] };
  const rows = await listSeries(db(), { dimension: "user", key: actor.id, window, grain: "day" });
  return rows.map(({ period, calls, failed, inputTokens, outputTokens, images, costMicros, unpriced }) => ({
    day: period,
    calls,
    failed,
    inputTokens,
    outputTokens,
    images,
    // Null where nothing has a price: it is not known to be 0.
    costMicros: costMicros === 0 && unpriced > 0 ? null : costMicros,
    unpricedCalls: unpriced,
  }));
}

export const REPORTS_OWNED: Owned = {
  ownData: [{ name: "usage", order: 60, columns: [usageDaily.userId, usageLedger.userId], content: usageByDay }],
};

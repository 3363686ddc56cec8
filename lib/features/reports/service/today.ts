import "server-only";
import { db } from "@/db/client";
import { countTotals } from "@/db/queries/reports/reports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { openFrame } from "./frame";
import { readSum } from "./read";

/** What the organisation used today. */
export async function readToday(actor: Actor) {
  requirePermission(actor, P.REPORT_DASHBOARD);
  const { today } = await openFrame({ period: "7d" });
  const range = { from: today, to: today };
  const [sums, people] = await Promise.all([
    readSum({}, range, today),
    countTotals(db(), { dimension: "user", window: { months: null, days: [range] } }),
  ]);
  const { questions, calls, failed, inputTokens, outputTokens } = sums;
  return { people, questions, calls, failed, tokens: inputTokens + outputTokens };
}

import type { LogFilter } from "@/lib/features/gateway/log-hooks";
import { OUTCOMES } from "@/lib/features/gateway/log-schema";
import type { GatewayState } from "@/lib/features/gateway/state";
import { oneOf } from "@/lib/features/gateway/state";

/** Spans of time a person picks, hours; `custom` is days of their own. */
export const SPANS = ["all", "1", "24", "168", "720", "custom"] as const;
export type Span = (typeof SPANS)[number];

/** Errors worth a filter of their own; `any` and `none` are about having one. */
export const LOG_ERRORS = [
  "all",
  "none",
  "any",
  "supplierUnreachable",
  "supplierTimeout",
  "supplierUnauthorized",
  "supplierQuota",
  "supplierBusy",
  "supplierError",
  "supplierRefused",
  "supplierMalformed",
  "contextTooLong",
  "contentFiltered",
  "interrupted",
  "modelPaused",
  "dailyTokenLimit",
  "budgetExceeded",
  "keyRateLimit",
] as const;

const HOUR = 3_600_000;

/** The filter of the call for what the address says. */
export function logFilterOf(filter: GatewayState["filter"], now: number): LogFilter {
  const span = oneOf(SPANS, filter.span);
  const outcome = OUTCOMES.find((known) => known === filter.outcome);
  const error = oneOf(LOG_ERRORS, filter.error);
  return {
    ...timesOf(span, filter, now),
    modelId: filter.model || undefined,
    userId: filter.user || undefined,
    app: filter.app || undefined,
    outcome,
    error: error === "all" ? undefined : error,
  };
}

function timesOf(span: Span, { from, to }: GatewayState["filter"], now: number): Pick<LogFilter, "from" | "to"> {
  if (span === "all") return {};
  if (span !== "custom") return { from: new Date(now - Number(span) * HOUR).toISOString() };
  return {
    from: from ? localMoment(from, 0).toISOString() : undefined,
    to: to ? new Date(localMoment(to, 1).getTime() - 1).toISOString() : undefined,
  };
}

/** The first moment of a day where the person is, so many days later. */
function localMoment(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later);
}

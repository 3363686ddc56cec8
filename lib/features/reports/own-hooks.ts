import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { OwnPeriod } from "./period";

const BASE = "/user/usage";
/** Screens show their failures themselves. */
const meta = { quiet: true };

export const ownUsageQuery = (period: OwnPeriod) =>
  queryOptions({
    queryKey: ["own-usage", period],
    queryFn: ({ signal }) => api.get(BASE, { query: { period }, signal }),
    placeholderData: keepPreviousData,
    meta,
  });

export const ownLimitsQuery = queryOptions({
  queryKey: ["own-usage", "limits"],
  queryFn: ({ signal }) => api.get(`${BASE}/limits`, { signal }),
  meta,
});

export const ownYearQuery = queryOptions({
  queryKey: ["own-usage", "days"],
  queryFn: ({ signal }) => api.get(`${BASE}/year`, { signal }),
  meta,
});

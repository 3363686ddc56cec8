import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { CoverState, QUESTION_KINDS, SliceState } from "./usage-schema";

const BASE = "/knowledge-operations";
/** A workbook of a large base takes its time, milliseconds. */
const EXPORT_MS = 120_000;

export const usageKeys = { all: ["knowledge-operations", "usage"] as const };

/** Of one base, or of the center; screens show their failures themselves. */
export function usageQuery(baseId: string | null, query: { days: number; departmentId?: string }) {
  return queryOptions({
    queryKey: [...usageKeys.all, baseId, query],
    queryFn: ({ signal }) =>
      baseId
        ? api.get(`${BASE}/bases/${baseId}/usage`, { query, signal })
        : api.get(`${BASE}/center/usage`, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  });
}

interface Listed {
  baseId: string | null;
  days: number;
  page: number;
  pageSize: number;
}
const listed = ({ baseId, ...query }: Listed) => ({ ...query, baseId: baseId ?? undefined });

export function usedQuestionsQuery(of: Listed, show: (typeof QUESTION_KINDS)[number]) {
  const query = { ...listed(of), show };
  return queryOptions({
    queryKey: [...usageKeys.all, "questions", query],
    queryFn: ({ signal }) => api.get(`${BASE}/usage/questions`, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

export function usedFilesQuery(of: Listed, { state, keyword }: { state: CoverState; keyword: string }) {
  const query = { ...listed(of), state, keyword: keyword || undefined };
  return queryOptions({
    queryKey: [...usageKeys.all, "files", query],
    queryFn: ({ signal }) => api.get(`${BASE}/usage/files`, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

export function usedSlicesQuery(
  fileId: string,
  { keyword, ...rest }: { days: number; page: number; pageSize: number; state: SliceState; keyword: string },
) {
  const query = { ...rest, keyword: keyword || undefined };
  return queryOptions({
    queryKey: [...usageKeys.all, "slices", fileId, query],
    queryFn: ({ signal }) => api.get(`${BASE}/files/${fileId}/usage`, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

/** Question and answer of a base; that they were read is written down, so it takes a press of its own. */
export const useOpenAnswer = () =>
  useMutation({
    mutationFn: ({ baseId, messageId }: { baseId: string; messageId: string }) =>
      api.post(`${BASE}/bases/${baseId}/answers/${messageId}/open`),
    meta: { quiet: true },
  });

export const exportUsage = (query: { days: number; departmentId?: string; baseId?: string }, format: "csv" | "xlsx") =>
  api.download(`${BASE}/usage/export`, { query: { ...query, format }, timeoutMs: EXPORT_MS });

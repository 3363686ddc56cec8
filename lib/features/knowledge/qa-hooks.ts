import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as field from "@/lib/client/address";
import { api } from "@/lib/client/api-client";
import { QA_STATES } from "@/lib/config/knowledge-kinds";
import { POLL_MS } from "@/lib/ingestion/client/status";
import { knowledgeKeys } from "./hooks";
import { QA_SORTS } from "./limits";
import type { QaWorkDto } from "./qa-dto";
import type { NewQa, QaBatch, QaGeneration, QaPatch, QaQuote } from "./qa-schema";

const QAS = "/knowledge/qas" as const;

export interface QaListState {
  page: number;
  pageSize: number;
  keyword: string;
  state: "all" | (typeof QA_STATES)[number];
  authorId: string | null;
  sort: (typeof QA_SORTS)[number];
  descending: boolean;
}

/** What a list of pairs shows, as its address says. */
export const qaAddress = field.addressCodec<QaListState>({
  keyword: field.words(),
  state: field.oneOf("state", QA_STATES, "all"),
  authorId: field.id("by"),
  page: field.page(),
  pageSize: field.pageSize(),
  sort: field.beside(field.oneOf("sort", QA_SORTS, "updated")),
  descending: field.descending(),
});

const narrowedBy = ({ keyword, state, authorId }: QaListState) => ({
  keyword: keyword || undefined,
  state: state === "all" ? undefined : state,
  authorId: authorId ?? undefined,
});

/** Of a base; undefined: of the center. */
type Scope = string | undefined;
const keyOf = (baseId: Scope) => [...knowledgeKeys.all, "qas", baseId ?? "center"] as const;

export const qasQuery = (baseId: Scope, filter: QaListState) =>
  queryOptions({
    queryKey: [...keyOf(baseId), "list", filter],
    queryFn: ({ signal }) => {
      const { page, pageSize, sort } = filter;
      return api.get(QAS, { query: { baseId, page, pageSize, sort, ...narrowedBy(filter) }, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  });

/** A pair as its drawer edits it. */
export const editedQaQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.all, "qa", id],
    queryFn: ({ signal }) => api.get(`${QAS}/${id}/edit`, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

export const isUnderWay = (work: QaWorkDto["generation"] | undefined) =>
  work?.status === "waiting" || work?.status === "running";

/** The last import and generation; looked at again while one is under way. */
export const qaWorkQuery = (baseId: Scope) =>
  queryOptions({
    queryKey: [...keyOf(baseId), "work"],
    queryFn: ({ signal }) => api.get(`${QAS}/work`, { query: { baseId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      isUnderWay(data?.import) || isUnderWay(data?.generation) ? POLL_MS : false,
    meta: { quiet: true },
  });

/** Everything that changes pairs; lists of them, and the counts of bases, are read anew after each. */
export function useQaActions(baseId: Scope) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: knowledgeKeys.all });
  const quiet = { onSettled, meta: { quiet: true } };
  return {
    create: useMutation({ mutationFn: (qa: NewQa) => api.post(QAS, { ...qa, baseId }), ...quiet }),
    change: useMutation({
      mutationFn: ({ id, ...patch }: QaPatch & { id: string }) => api.patch(`${QAS}/${id}`, patch),
      ...quiet,
    }),
    batch: useMutation({
      mutationFn: (batch: Omit<QaBatch, "baseId">) => api.post(`${QAS}/batch`, { ...batch, baseId }),
      onSettled,
    }),
    generate: useMutation({
      mutationFn: (wanted: Omit<QaGeneration, "baseId">) => api.post(`${QAS}/generate`, { ...wanted, baseId: baseId! }),
      ...quiet,
    }),
    cancel: useMutation({ mutationFn: (taskId: string) => api.post(`/tasks/${taskId}/cancel`), onSettled }),
    findPlace: useMutation({ mutationFn: (quote: QaQuote) => api.post(`${QAS}/places`, quote), meta: { quiet: true } }),
    download: (format: "csv" | "xlsx", filter: QaListState) =>
      api.download(`${QAS}/export`, { query: { baseId, format, ...narrowedBy(filter) } }),
  };
}

/** Sends a table of pairs; answers the task that takes in its rows. */
export const importQas = (
  baseId: Scope,
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => api.upload(`${QAS}/import`, { file, resumable: "knowledge-qa" }, { query: { baseId }, ...options });

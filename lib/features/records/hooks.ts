import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type CallOptions } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import type { RecordPage } from "./dto";
import type { RecordCallQuery } from "./filter";
import type { CHOICE_KINDS, PolicyBody } from "./schema";

const ADMIN = "/admin/records";
const OWN = "/user/records";
const EXPORT_MS = 120_000;
const PAGE = 50;

/** Which list: everybody's or one's own, of conversations or of searches. */
export type RecordList = "records" | "searches" | "own" | "ownSearches";
const LISTS: Record<RecordList, (options: Pick<CallOptions, "query" | "signal">) => Promise<RecordPage>> = {
  records: (options) => api.get(ADMIN, options),
  searches: (options) => api.get(`${ADMIN}/searches`, options),
  own: (options) => api.get(OWN, options),
  ownSearches: (options) => api.get(`${OWN}/searches`, options),
};

export const recordKeys = {
  all: ["records"] as const,
  list: (list: RecordList, query: Partial<RecordCallQuery>) => ["records", "list", list, query] as const,
  one: (id: string) => ["records", "one", id] as const,
  policies: ["records", "policies"] as const,
  ownPolicy: ["records", "own-policy"] as const,
  reads: ["records", "reads"] as const,
  choices: (kind: string) => ["records", "choices", kind] as const,
};

export const recordsQuery = (list: RecordList, query: Partial<RecordCallQuery> = {}) =>
  infiniteQueryOptions({
    queryKey: recordKeys.list(list, query),
    queryFn: ({ pageParam, signal }) =>
      LISTS[list]({ query: { ...query, limit: PAGE, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });

export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: recordKeys.one(id),
    queryFn: ({ signal }) => api.get(`${ADMIN}/${id}`, { signal }),
    meta: { quiet: true },
  });

/** Opening the words is written down, so it is asked for and never repeated by itself. */
export const useRecordContent = () =>
  useMutation({
    mutationFn: (id: string) => api.post(`${ADMIN}/${id}/content`),
    meta: { quiet: true },
  });

export const exportRecords = (query: RecordCallQuery, format: "csv" | "xlsx") =>
  api.download(`${ADMIN}/export`, { query: { ...query, format }, timeoutMs: EXPORT_MS });

export const exportOwnRecords = (query: RecordCallQuery, format: "csv" | "xlsx" | "md") => {
  const { userId: _user, departmentId: _department, ...own } = query;
  return api.download(`${OWN}/export`, { query: { ...own, format }, timeoutMs: EXPORT_MS });
};

type ChoiceKind = (typeof CHOICE_KINDS)[number];

interface Wanted {
  keyword?: string;
  id?: string;
}

const findChoices = async (kind: ChoiceKind, query: Wanted, signal: AbortSignal) =>
  (await api.get(`${ADMIN}/choices`, { query: { kind, ...query }, signal })).items;

const findOwnModels = async (query: Wanted, signal: AbortSignal) =>
  (await api.get(`${OWN}/models`, { query: { ...query }, signal })).items;

/** People, models or departments for the filters of the console. */
export const choices = (kind: ChoiceKind): ChoiceSource => ({
  key: recordKeys.choices(kind),
  find: (keyword, signal) => findChoices(kind, { keyword: keyword || undefined }, signal),
});

/** Models that answered the person. */
export const OWN_MODELS: ChoiceSource = {
  key: recordKeys.choices("own-model"),
  find: (keyword, signal) => findOwnModels({ keyword: keyword || undefined }, signal),
};

/** The name of a filter's value that stands in the address. */
export const choiceQuery = (kind: ChoiceKind | "own-model", id: string) =>
  queryOptions({
    queryKey: [...recordKeys.choices(kind), "one", id] as const,
    queryFn: async ({ signal }) => {
      const found = await (kind === "own-model" ? findOwnModels({ id }, signal) : findChoices(kind, { id }, signal));
      return found[0] ?? null;
    },
    meta: { quiet: true },
  });

export const policiesQuery = queryOptions({
  queryKey: recordKeys.policies,
  queryFn: ({ signal }) => api.get(`${ADMIN}/policies`, { signal }),
  meta: { quiet: true },
});

/** Setting and taking back a department's policy; what it opens or closes is read anew. */
export function usePolicyActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: recordKeys.all });
  const save = useMutation({
    mutationFn: ({ departmentId, ...policy }: PolicyBody & { departmentId: string }) =>
      api.put(`${ADMIN}/policies/${departmentId}`, policy),
    onSuccess,
    meta: { quiet: true },
  });
  const drop = useMutation({
    mutationFn: (departmentId: string) => api.delete(`${ADMIN}/policies/${departmentId}`),
    onSuccess,
  });
  return { save, drop };
}

export const ownPolicyQuery = queryOptions({
  queryKey: recordKeys.ownPolicy,
  queryFn: ({ signal }) => api.get(`${OWN}/policy`, { signal }),
  meta: { quiet: true },
});

export const readsQuery = infiniteQueryOptions({
  queryKey: recordKeys.reads,
  queryFn: ({ pageParam, signal }) => api.get(`${OWN}/reads`, { query: { before: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  meta: { quiet: true },
});

/** Deletes one's own conversation where its area does: there its rules hold. */
export function useDeleteConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => api.delete(`/chat/sessions/${sessionId}`),
    onSuccess: () => client.invalidateQueries({ queryKey: recordKeys.all }),
  });
}

/** Puts the branch of a round in view before its conversation is opened. */
export const showRound = (id: string) => api.post(`/chat/messages/${id}/show`, { limit: 1 });

import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as field from "@/lib/client/address";
import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import { knowledgeKeys } from "@/lib/features/knowledge/hooks";
import type { RecallRunDto, WorkDto } from "./recall-dto";
import type { NewRecallRun, RecallDecision, RecallItemInput, RunSide } from "./recall-schema";

const SETS = "/knowledge-operations/recall-sets";
const ITEMS = "/knowledge-operations/recall-items";
const RUNS = "/knowledge-operations/recall-runs";

/** How often work under way is looked at, milliseconds. */
const LOOK_MS = 1500;

const PARTS = ["questions", "runs"] as const;
export const ITEM_STATES = ["all", "active", "proposed"] as const;

/** What of the test sets of a base is in view: the list, a set, or a run of it. `id` and `view` are the page's own. */
export const testsAddress = field.addressCodec<{
  baseId: string | null;
  view: "question" | "sets";
  setId: string | null;
  runId: string | null;
  part: (typeof PARTS)[number];
}>({
  baseId: field.beside(field.id("id")),
  view: field.beside(field.oneOf("view", ["question", "sets"], "question")),
  setId: field.beside(field.id("set")),
  runId: field.beside(field.id("run")),
  part: field.beside(field.oneOf("part", PARTS, "questions")),
});
export type TestsPlace = typeof testsAddress.plain;

interface Page {
  page: number;
  pageSize: number;
  keyword: string;
}

const all = ["knowledge-operations", "recall"] as const;
const ofSet = (id: string) => [...all, "set", id] as const;
const ofRun = (id: string) => [...all, "run", id] as const;

const asked = ({ keyword, ...page }: Page) => ({ ...page, keyword: keyword || undefined });

export const recallSetsQuery = (baseId: string, page: Page) =>
  queryOptions({
    queryKey: [...all, "sets", baseId, page] as const,
    queryFn: ({ signal }) => api.get(SETS, { query: { baseId, ...asked(page) }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

const isOpen = (work: WorkDto | null | undefined) => work?.status === "waiting" || work?.status === "running";

export const recallSetQuery = (id: string) =>
  queryOptions({
    queryKey: [...ofSet(id), "opened"] as const,
    queryFn: ({ signal }) => api.get(`${SETS}/${id}`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      isOpen(data?.proposals) || data?.lastRun?.state === "running" ? LOOK_MS : false,
    meta: { quiet: true },
  });

interface ItemFilter extends Page {
  state: (typeof ITEM_STATES)[number];
}

/** `counts` of the set: where a model has proposed more the list is read anew. */
export const recallItemsQuery = (id: string, { state, ...page }: ItemFilter, counts: string) =>
  queryOptions({
    queryKey: [...ofSet(id), "items", page, state, counts] as const,
    queryFn: ({ signal }) =>
      api.get(`${SETS}/${id}/items`, { query: { ...asked(page), state: state === "all" ? undefined : state }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const recallItemQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, "item", id] as const,
    queryFn: ({ signal }) => api.get(`${ITEMS}/${id}`, { signal }),
    // The form begins with what is stored now.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

const isRunning = (run: RecallRunDto) => run.state === "running";

export const recallRunsQuery = (id: string) =>
  queryOptions({
    queryKey: [...ofSet(id), "runs"] as const,
    queryFn: ({ signal }) => api.get(`${SETS}/${id}/runs`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isRunning) ? LOOK_MS : false),
    meta: { quiet: true },
  });

export const recallRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...ofRun(id), "opened"] as const,
    queryFn: ({ signal }) => api.get(`${RUNS}/${id}`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? LOOK_MS : false),
    meta: { quiet: true },
  });

export const RESULT_VIEWS = ["all", "changed", "lost"] as const;
export type ResultView = (typeof RESULT_VIEWS)[number];

/** `state` of the run: once it has ended the results are read anew. */
export const recallResultsQuery = (id: string, page: Page, show: ResultView, state: string) =>
  queryOptions({
    queryKey: [...ofRun(id), "results", page, show, state] as const,
    queryFn: ({ signal }) => api.get(`${RUNS}/${id}/results`, { query: { ...asked(page), show }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const recallFoundQuery = (id: string, itemId: string) =>
  queryOptions({
    queryKey: [...ofRun(id), "found", itemId] as const,
    queryFn: ({ signal }) => api.get(`${RUNS}/${id}/results/${itemId}`, { signal }),
    meta: { quiet: true },
  });

/** Files of a base that can be expected to be found. */
export const fileChoices = (baseId: string): ChoiceSource => ({
  key: [...all, "files", baseId],
  find: async (keyword, signal) => {
    const query = { keyword: keyword || undefined, pageSize: 20, sort: "name" as const };
    const { items } = await api.get(`/knowledge/bases/${baseId}/files`, { query, signal });
    return items.map(({ id, name, folder }) => ({ id, name, detail: folder || undefined }));
  },
});

/** All that is known of bases and of what is done about them. */
export const refresh = (client: QueryClient) =>
  Promise.all([knowledgeKeys.all, ["knowledge-operations"]].map((queryKey) => client.invalidateQueries({ queryKey })));

/** What people do with test sets. Failures of forms are shown there. */
export function useRecallActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: all });
  const quiet = { onSettled, meta: { quiet: true } };
  return {
    create: useMutation({
      mutationFn: (input: { baseId: string; name: string }) => api.post(SETS, input),
      ...quiet,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) => api.patch(`${SETS}/${id}`, { name }),
      ...quiet,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`${SETS}/${id}`), onSettled }),
    add: useMutation({
      mutationFn: ({ setId, ...input }: RecallItemInput & { setId: string }) =>
        api.post(`${SETS}/${setId}/items`, input),
      ...quiet,
    }),
    change: useMutation({
      mutationFn: ({ id, ...input }: RecallItemInput & { id: string }) => api.put(`${ITEMS}/${id}`, input),
      ...quiet,
    }),
    removeItem: useMutation({ mutationFn: (id: string) => api.delete(`${ITEMS}/${id}`), onSettled }),
    decide: useMutation({
      mutationFn: ({ setId, ...decision }: RecallDecision & { setId: string }) =>
        api.post(`${SETS}/${setId}/items/decide`, decision),
      onSettled,
    }),
    importTable: useMutation({
      mutationFn: ({ setId, file, skip }: { setId: string; file: File; skip: boolean }) =>
        api.upload(`${SETS}/${setId}/items/import`, { file }, { query: { skip } }),
      ...quiet,
    }),
    propose: useMutation({
      mutationFn: ({ setId, count }: { setId: string; count: number }) =>
        api.post(`${SETS}/${setId}/proposals`, { count }),
      ...quiet,
    }),
    stopProposals: useMutation({ mutationFn: (setId: string) => api.delete(`${SETS}/${setId}/proposals`), onSettled }),
    run: useMutation({
      mutationFn: ({ setId, ...input }: NewRecallRun & { setId: string }) => api.post(`${SETS}/${setId}/runs`, input),
      ...quiet,
    }),
    cancel: useMutation({ mutationFn: (id: string) => api.post(`${RUNS}/${id}/cancel`), onSettled }),
    apply: useMutation({
      mutationFn: ({ id, side }: { id: string; side: RunSide }) => api.post(`${RUNS}/${id}/apply`, { side }),
      // Settings of the base and its backups are others now.
      onSettled: () => refresh(client),
    }),
  };
}

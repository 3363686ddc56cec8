import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { OPEN_RUNS, type RunStatus } from "@/lib/config/app-runs";
import { appKeys } from "./hooks";
import type { RunListDto } from "./runs-dto";
import { isHeard, runKey, runListsKey } from "./runs-live";
import type { NewTrigger, RunBasis, TriggerPatch, WaitAnswer } from "./runs-schema";
import type { AppInputs } from "./variables";

const RUNS = "/apps/runs";
/** How often a run is looked at while machines work and nothing tells of them, and otherwise. */
const WORK_MS = 800;
const WAIT_MS = 4000;
/** How often a list is, while one of its runs is open. */
const LIST_MS = 4000;

export interface RunsFilter {
  status: RunStatus | "all";
  keyword?: string;
  /** One's own alone, for whoever could see everybody's. */
  mine: boolean;
  page: number;
  pageSize: number;
}

const keys = {
  all: ["app-runs"] as const,
  run: runKey,
  list: (appId: string, filter: RunsFilter) => [...runListsKey, appId, filter] as const,
  waits: ["app-runs", "waits"] as const,
  triggers: (appId: string) => ["app-triggers", appId] as const,
};

export const isOpenRun = (status: RunStatus): boolean => OPEN_RUNS.includes(status);

/** A run with its steps; looked at again until it ended, and not while nobody sees it. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: keys.run(id),
    queryFn: ({ signal }) => api.get(`${RUNS}/${id}`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data || !isOpenRun(data.status)) return false;
      return data.status === "waiting" || isHeard(id) ? WAIT_MS : WORK_MS;
    },
    meta: { quiet: true },
  });

export const runsQuery = (appId: string, { status, keyword, mine, page, pageSize }: RunsFilter) =>
  queryOptions({
    queryKey: keys.list(appId, { status, keyword, mine, page, pageSize }),
    queryFn: ({ signal }) =>
      api.get(`/apps/${appId}/runs`, {
        query: {
          ...{ page, pageSize },
          keyword: keyword || undefined,
          mine: mine || undefined,
          status: status === "all" ? undefined : status,
        },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((run: RunListDto) => isOpenRun(run.status)) ? LIST_MS : false,
    meta: { quiet: true },
  });

/** What runs ask this person. */
export const waitsQuery = queryOptions({
  queryKey: keys.waits,
  queryFn: ({ signal }) => api.get("/apps/waits", { signal }),
  staleTime: 0,
  meta: { quiet: true },
});

export const triggersQuery = (appId: string) =>
  queryOptions({
    queryKey: keys.triggers(appId),
    queryFn: ({ signal }) => api.get(`/apps/${appId}/triggers`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

/** What a run answered as a file. */
export const downloadRun = (id: string, format: "md" | "docx") =>
  api.download(`${RUNS}/${id}/export`, { query: { format } });

interface NewRun {
  appId: string;
  inputs?: AppInputs;
  fileIds?: string[];
  version?: "draft";
  basis?: RunBasis;
  /** The same begins one run, however often it is sent. */
  key: string;
}

/** The call answers an app that talks with a stream, a workflow with the run it began. */
async function beginRun({ appId, key, ...run }: NewRun): Promise<{ runId: string }> {
  const headers = { "idempotency-key": key };
  return (await api.post(`/apps/${appId}/runs`, run, { headers })) as unknown as { runId: string };
}

/** A change after which what is known of runs is read anew; whoever asks shows its failure. */
function useChange<Input, Output = unknown>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Also after a refusal: somebody else was quicker, and the screen shows what is no longer so.
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
    meta: { quiet: true },
  });
}

interface Step {
  runId: string;
  stepId: string;
}

export function useRunActions() {
  const client = useQueryClient();
  return {
    begin: useMutation({
      mutationFn: beginRun,
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: appKeys.recent });
        return client.invalidateQueries({ queryKey: keys.all });
      },
      meta: { quiet: true },
    }),
    cancel: useChange((runId: string) => api.post(`${RUNS}/${runId}/cancel`)),
    retry: useChange((runId: string) => api.post(`${RUNS}/${runId}/retry`)),
    answer: useChange(({ runId, stepId, ...answer }: Step & Partial<WaitAnswer>) =>
      api.post(`${RUNS}/${runId}/nodes/${stepId}/answer`, answer),
    ),
    handOver: useChange(({ runId, stepId, userId }: Step & { userId: string }) =>
      api.post(`${RUNS}/${runId}/nodes/${stepId}/hand-over`, { userId }),
    ),
    remind: useChange(({ runId, stepId }: Step) => api.post(`${RUNS}/${runId}/nodes/${stepId}/remind`)),
  };
}

export function useTriggerActions(appId: string) {
  const client = useQueryClient();
  const path = `/apps/${appId}/triggers` as const;
  const shared = {
    onSuccess: () => client.invalidateQueries({ queryKey: keys.triggers(appId) }),
    meta: { quiet: true },
  };
  return {
    create: useMutation({ mutationFn: (trigger: NewTrigger) => api.post(path, trigger), ...shared }),
    change: useMutation({
      mutationFn: ({ id, ...patch }: TriggerPatch & { id: string }) => api.patch(`${path}/${id}`, patch),
      ...shared,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`${path}/${id}`), ...shared }),
  };
}

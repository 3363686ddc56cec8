import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { CollectedStateDto } from "./dto";
import { type Collectable, STATE_IDS_MAX } from "./limits";

const BASE = "/collected";
const FOLDERS = `${BASE}/folders` as const;

export interface CollectedFilter {
  keyword: string;
  kind: Collectable | "all";
  /** An id, `none`, or null for all. */
  folderId: string | null;
  page: number;
}

export const COLLECTED_PAGE = 20;

export const collectedKeys = {
  all: ["collected"] as const,
  list: (filter: CollectedFilter) => ["collected", "list", filter] as const,
  one: (id: string) => ["collected", "one", id] as const,
  folders: ["collected", "folders"] as const,
  state: (kind: Collectable, refId: string) => ["collected-state", kind, refId] as const,
};

type State = CollectedStateDto["items"][number] | null;
interface Batch {
  ids: Set<string>;
  answer: Promise<ReadonlyMap<string, NonNullable<State>>>;
}
const waiting: Partial<Record<Collectable, Batch>> = {};

/** Many buttons of a screen ask at the same moment: they go in one call. */
function askState(kind: Collectable, refId: string): Promise<State> {
  let batch = waiting[kind];
  if (!batch || batch.ids.size >= STATE_IDS_MAX) {
    const ids = new Set<string>();
    const made: Batch = {
      ids,
      answer: new Promise((resolve) => setTimeout(resolve, 0)).then(async () => {
        if (waiting[kind] === made) delete waiting[kind];
        const query = { kind, refIds: [...ids].join() };
        const { items } = await api.get(`${BASE}/state`, { query });
        return new Map(items.map((item) => [item.refId, item]));
      }),
    };
    batch = made;
    waiting[kind] = made;
  }
  batch.ids.add(refId);
  return batch.answer.then((found) => found.get(refId) ?? null);
}

/** Whether the person has collected this. */
export const collectedStateQuery = (kind: Collectable, refId: string) =>
  queryOptions({
    queryKey: collectedKeys.state(kind, refId),
    queryFn: () => askState(kind, refId),
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  });

/** Collects and takes back; the button shows the new state at once. */
export function useCollect(kind: Collectable, refId: string) {
  const client = useQueryClient();
  const settle = (state: State) => {
    client.setQueryData(collectedKeys.state(kind, refId), state);
    return client.invalidateQueries({ queryKey: collectedKeys.all });
  };
  return {
    add: useMutation({
      mutationFn: () => api.post(BASE, { kind, refId }),
      onSuccess: ({ id }) => settle({ id, refId, hasNote: false }),
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.delete(`${BASE}/${id}`),
      onSuccess: () => settle(null),
    }),
  };
}

export const collectedQuery = (filter: CollectedFilter) =>
  queryOptions({
    queryKey: collectedKeys.list(filter),
    queryFn: ({ signal }) =>
      api.get(BASE, {
        query: {
          page: filter.page,
          pageSize: COLLECTED_PAGE,
          keyword: filter.keyword || undefined,
          kind: filter.kind === "all" ? undefined : filter.kind,
          folderId: filter.folderId ?? undefined,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const collectedItemQuery = (id: string) =>
  queryOptions({
    queryKey: collectedKeys.one(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
    meta: { quiet: true },
  });

export const collectionFoldersQuery = queryOptions({
  queryKey: collectedKeys.folders,
  queryFn: ({ signal }) => api.get(FOLDERS, { signal }),
  meta: { quiet: true },
});

/** Changes of the collection; dialogs and lists show failures where `quiet` says so. */
export function useCollectedActions() {
  const client = useQueryClient();
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: collectedKeys.all });
    await client.invalidateQueries({ queryKey: ["collected-state"] });
  };
  const meta = { quiet: true };
  return {
    change: useMutation({
      mutationFn: ({ id, ...patch }: { id: string; folderId?: string | null; note?: string }) =>
        api.patch(`${BASE}/${id}`, patch),
      onSuccess,
      meta,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/${id}`), onSuccess, meta }),
    createFolder: useMutation({
      mutationFn: (name: string) => api.post(FOLDERS, { name }),
      onSuccess,
      meta,
    }),
    renameFolder: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) => api.patch(`${FOLDERS}/${id}`, { name }),
      onSuccess,
      meta,
    }),
    removeFolder: useMutation({ mutationFn: (id: string) => api.delete(`${FOLDERS}/${id}`), onSuccess, meta }),
  };
}

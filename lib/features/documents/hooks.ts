import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { BY_FORM, type Change, useChangeOf } from "@/lib/client/use-change";
import { isRunning, POLL_MS } from "@/lib/ingestion/client/status";
import type { Encoding } from "@/lib/text/encoding/names";
import type { DOCUMENT_SORTS } from "./limits";
import type { ConfigPatch } from "./schema";

const BASE = "/documents";
export const CHATS = `${BASE}/chats` as const;

export interface DocumentFilter {
  page: number;
  pageSize: number;
  keyword: string;
  /** `none`: in no folder; null: all. */
  folderId: string | null;
  status: "all" | "ready" | "running" | "failed";
  sort: (typeof DOCUMENT_SORTS)[number];
  descending: boolean;
  trash: boolean;
}

export const documentKeys = {
  all: ["documents"] as const,
  lists: ["documents", "list"] as const,
  list: (filter: DocumentFilter) => ["documents", "list", filter] as const,
  one: (id: string) => ["documents", "one", id] as const,
  versions: (id: string) => ["documents", "versions", id] as const,
  overview: (id: string) => ["documents", "overview", id] as const,
  folders: ["documents", "folders"] as const,
  chat: (id: string) => ["documents", "chat", id] as const,
  config: ["documents", "config"] as const,
  table: (chatId: string) => ["documents", "table", chatId] as const,
};

export const documentsQuery = (filter: DocumentFilter) =>
  queryOptions({
    queryKey: documentKeys.list(filter),
    queryFn: ({ signal }) => {
      const { keyword, folderId, status, descending, trash, ...rest } = filter;
      return api.get(BASE, {
        query: {
          ...rest,
          keyword: keyword || undefined,
          folderId,
          status: status === "all" ? undefined : status,
          direction: descending ? "desc" : "asc",
          trash: trash || undefined,
        },
        signal,
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(({ parse }) => isRunning(parse.status)) ? POLL_MS : false),
    meta: { quiet: true },
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: documentKeys.one(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.parse.status) ? POLL_MS : false),
    meta: { quiet: true },
  });

/** Asking for it starts it when there is none. */
export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: documentKeys.overview(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}/overview`, { signal }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.status === "waiting" || state.data.status === "running") ? POLL_MS : false,
    meta: { quiet: true },
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: documentKeys.versions(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}/versions`, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ parse }) => isRunning(parse.status)) ? POLL_MS : false),
    meta: { quiet: true },
  });

export const foldersQuery = queryOptions({
  queryKey: documentKeys.folders,
  queryFn: ({ signal }) => api.get(`${BASE}/folders`, { signal }),
  meta: { quiet: true },
});

export const chatQuery = (id: string) =>
  queryOptions({
    queryKey: documentKeys.chat(id),
    queryFn: ({ signal }) => api.get(`${CHATS}/${id}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.documents.some(({ parse }) => isRunning(parse.status)) ? POLL_MS : false,
    meta: { quiet: true },
  });

export const configQuery = queryOptions({
  queryKey: documentKeys.config,
  queryFn: ({ signal }) => api.get(`${BASE}/config`, { signal }),
  meta: { quiet: true },
});

export const tableQuery = (chatId: string) =>
  queryOptions({
    queryKey: documentKeys.table(chatId),
    queryFn: ({ signal }) => api.get(`${CHATS}/${chatId}/table`, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.open > 0 ? POLL_MS : false),
    meta: { quiet: true },
  });

/** A change after which everything about documents is read anew. */
const useChange = <Input, Output = unknown>(...change: Change<Input, Output>) =>
  useChangeOf(documentKeys.all, ...change);

export function useDocumentActions() {
  return {
    change: useChange(({ id, ...patch }: { id: string; name?: string; folderId?: string | null }) =>
      api.patch(`${BASE}/${id}`, patch),
    ),
    remove: useChange((id: string) => api.delete(`${BASE}/${id}`)),
    restore: useChange((id: string) => api.post(`${BASE}/${id}/restore`)),
    retry: useChange((id: string) => api.post(`${BASE}/${id}/retry`)),
    cancel: useChange((id: string) => api.post(`${BASE}/${id}/cancel`)),
    reread: useChange(({ id, encoding }: { id: string; encoding: Encoding }) =>
      api.post(`${BASE}/${id}/encoding`, { encoding }),
    ),
    replace: useChange(({ id, file }: { id: string; file: File }) =>
      api.upload(`${BASE}/${id}/versions`, { file, resumable: "document" }),
    ),
  };
}

export function useOverviewActions(documentId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: documentKeys.overview(documentId) });
  const path = `${BASE}/${documentId}/overview` as const;
  return {
    again: useMutation({ mutationFn: () => api.post(path), onSuccess }),
    cancel: useMutation({ mutationFn: () => api.post(`${path}/cancel`), onSuccess }),
  };
}

export function useFolderActions() {
  return {
    create: useChange((name: string) => api.post(`${BASE}/folders`, { name }), BY_FORM),
    rename: useChange(
      ({ id, name }: { id: string; name: string }) => api.patch(`${BASE}/folders/${id}`, { name }),
      BY_FORM,
    ),
    remove: useChange((id: string) => api.delete(`${BASE}/folders/${id}`)),
  };
}

export function useChatActions() {
  return {
    create: useChange((documentIds: readonly string[]) => api.post(CHATS, { documentIds: [...documentIds] })),
    change: useChange(({ id, documentIds }: { id: string; documentIds: string[] }) =>
      api.patch(`${CHATS}/${id}`, { documentIds }),
    ),
  };
}

export function useConfigActions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (config: ConfigPatch) => api.put(`${BASE}/config`, config),
    onSuccess: (config) => client.setQueryData(documentKeys.config, config),
    meta: { quiet: true },
  });
}

/** Changes of a conversation's table; the answers are made on the server and looked at by polling. */
export function useTableActions(chatId: string) {
  const client = useQueryClient();
  const path = `${CHATS}/${chatId}/table` as const;
  const onSuccess = () => client.invalidateQueries({ queryKey: documentKeys.table(chatId) });
  return {
    add: useMutation({
      mutationFn: (column: { question: string; modelId?: string }) => api.post(`${path}/columns`, column),
      onSuccess,
      meta: { quiet: true },
    }),
    remove: useMutation({ mutationFn: (columnId: string) => api.delete(`${path}/columns/${columnId}`), onSuccess }),
    retry: useMutation({
      mutationFn: (target: { columnId: string; documentId?: string }) => api.post(`${path}/retry`, target),
      onSuccess,
    }),
    cancel: useMutation({
      mutationFn: (target: { columnId?: string }) => api.post(`${path}/cancel`, target),
      onSuccess,
    }),
    download: (format: "xlsx" | "csv") => api.download(`${path}/export`, { query: { format } }),
  };
}

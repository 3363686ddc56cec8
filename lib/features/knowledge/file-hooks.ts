import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { isRunning, POLL_MS } from "@/lib/ingestion/client/status";
import type { Encoding } from "@/lib/text/encoding/names";
import type { KnowledgeFileDto } from "./dto";
import { askedFor, type FileFilter } from "./file-filter";
import { knowledgeKeys } from "./hooks";
import type { AlikeDecision, FileAction, KnowledgeFilePatch, PagesInput } from "./schema";

/** Milliseconds between two looks at a base that is empty: an import or a copy may just be filling it. */
const EMPTY_POLL_MS = 5000;

const of = (baseId: string) => `/knowledge/bases/${baseId}/files` as const;

/** It was read, and waits until a person says how it is cut. */
export const isWaitingForSettings = ({ isHeld, status, finishedAt }: KnowledgeFileDto) =>
  isHeld && status === "uploaded" && finishedAt !== null;

const isBusy = (file: KnowledgeFileDto) =>
  (isRunning(file.status) && !isWaitingForSettings(file)) || file.rereading === "running";

/** A page of a base's files; looked at again while any of the base is being read. */
export const filesQuery = (baseId: string, filter: FileFilter) =>
  queryOptions({
    queryKey: [...knowledgeKeys.files(baseId), "list", filter],
    queryFn: ({ signal }) => {
      const { page, pageSize, sort, descending, trash } = filter;
      const direction: "asc" | "desc" = descending ? "desc" : "asc";
      const at = { page, pageSize, sort, direction, trash: trash || undefined };
      return api.get(of(baseId), { query: { ...at, ...askedFor(filter) }, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (data.states.running > 0 || data.items.some(isBusy)) return POLL_MS;
      return data.total === 0 ? EMPTY_POLL_MS : false;
    },
    meta: { quiet: true },
  });

/** Folders, tags and people of a base's files. */
export const facetsQuery = (baseId: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.files(baseId), "facets"],
    queryFn: ({ signal }) => api.get(`${of(baseId)}/facets`, { signal }),
    meta: { quiet: true },
  });

/** A file as its drawer edits it. */
export const editedFileQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.file(id), "edit"],
    queryFn: ({ signal }) => api.get(`/knowledge/files/${id}/edit`, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

export const fileVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.file(id), "versions"],
    queryFn: ({ signal }) => api.get(`/knowledge/files/${id}/versions`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

/** A version against the one before it. */
export const versionChangesQuery = (id: string, versionId: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.file(id), "versions", versionId],
    queryFn: ({ signal }) => api.get(`/knowledge/files/${id}/versions/${versionId}/changes`, { signal }),
    meta: { quiet: true },
  });

export const alikeQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.file(id), "alike"],
    queryFn: ({ signal }) => api.get(`/knowledge/files/${id}/alike`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

/** Both texts of a pair. */
export const alikeTextsQuery = (id: string, otherId: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.file(id), "alike", otherId],
    queryFn: ({ signal }) => api.get(`/knowledge/files/${id}/alike/${otherId}`, { signal }),
    meta: { quiet: true },
  });

interface Chosen {
  ids?: string[];
  /** All a filter finds. */
  filter?: FileFilter;
}
const choiceOf = ({ ids, filter }: Chosen) => (filter ? { filter: askedFor(filter) } : { ids });
/** An archive is sent while it is packed: as long as a slow line needs for the largest one. */
const ARCHIVE_MS = 3_600_000;

/** Another reading of a file that stands aside (spec F10). */
export const rereadingQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.file(id), "rereading"],
    queryFn: ({ signal }) => api.get(`/knowledge/files/${id}/rereading`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? POLL_MS : false),
    staleTime: 0,
    meta: { quiet: true },
  });

export const rereadPageQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...knowledgeKeys.file(id), "rereading", page],
    queryFn: ({ signal }) => api.get(`/knowledge/files/${id}/rereading/pages/${page}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Changes of a base's files; lists and counts are read anew after each. */
export function useFileActions(baseId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: knowledgeKeys.all });
  return {
    batch: useMutation({
      mutationFn: ({ action, ...chosen }: Chosen & { action: FileAction }) =>
        api.post(`${of(baseId)}/batch`, { action, ...choiceOf(chosen) }),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, ...patch }: { id: string } & KnowledgeFilePatch) => api.patch(`/knowledge/files/${id}`, patch),
      onSuccess,
    }),
    retry: useMutation({ mutationFn: (id: string) => api.post(`/knowledge/files/${id}/retry`), onSuccess }),
    cancel: useMutation({ mutationFn: (id: string) => api.post(`/knowledge/files/${id}/cancel`), onSuccess }),
    /** Takes another reading over, or drops it. */
    decide: useMutation({
      mutationFn: ({ id, isTaken }: { id: string; isTaken: boolean }) =>
        api.post(`/knowledge/files/${id}/rereading`, { isTaken }),
      onSuccess,
    }),
    replace: useMutation({
      mutationFn: ({ id, file }: { id: string; file: File }) =>
        api.upload(`/knowledge/files/${id}/versions`, { file, resumable: "knowledge" }),
      onSuccess,
    }),
    /** As a text in another encoding. */
    reread: useMutation({
      mutationFn: ({ id, encoding }: { id: string; encoding: Encoding }) =>
        api.post(`/knowledge/files/${id}/encoding`, { encoding }),
      onSuccess,
    }),
    download: (id: string, versionId?: string) =>
      api.download(`/knowledge/files/${id}/download`, { query: { versionId } }),
    /** Web pages; a few are read while one waits. */
    addPages: useMutation({
      mutationFn: (pages: PagesInput) => api.post(`/knowledge/bases/${baseId}/pages`, pages),
      onSuccess,
    }),
    estimate: (chosen: Chosen) => api.post(`${of(baseId)}/rereading-estimate`, choiceOf(chosen)),
    /** Several at once, as one zip. */
    archive: (chosen: Chosen) =>
      api.download(`${of(baseId)}/archive`, { method: "POST", body: choiceOf(chosen), timeoutMs: ARCHIVE_MS }),
  };
}

/** What is done with a file that is nearly the same as another. */
export function useAlikeActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: knowledgeKeys.all });
  return {
    decide: useMutation({
      mutationFn: ({ id, ...decision }: { id: string } & AlikeDecision) =>
        api.post(`/knowledge/files/${id}/alike`, decision),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`/knowledge/files/${id}`), onSuccess }),
  };
}

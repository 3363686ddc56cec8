import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { GrantDto } from "@/lib/auth/grant-schema";
import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import { BY_FORM, type Change, useChangeOf } from "@/lib/client/use-change";
import type { BaseType } from "@/lib/config/knowledge-kinds";
import type { ShortcutDto } from "./dto";
import type { BASE_SORTS } from "./limits";
import type { BaseCopy, BasePatch, NewBase, ReachChange, Transfer } from "./schema";

const BASES = "/knowledge/bases";

export interface BaseFilter {
  page: number;
  pageSize: number;
  keyword: string;
  type: BaseType | "all";
  /** Own ones only. */
  mine: boolean;
  /** Those one may use, or only those one may change. */
  right: "view" | "manage";
  sort: (typeof BASE_SORTS)[number];
  trash: boolean;
}

export const ALL_BASES: BaseFilter = {
  page: 1,
  pageSize: 20,
  keyword: "",
  type: "all",
  mine: false,
  right: "view",
  sort: "updated",
  trash: false,
};

/** Counts and sizes change by the work of others: lists in view look again, milliseconds. */
const LOOK_AGAIN_MS = 10_000;

/** Parts of the area keep theirs below `all`; what belongs to one base below `base(id)`. */
export const knowledgeKeys = {
  all: ["knowledge"] as const,
  lists: ["knowledge", "bases"] as const,
  list: (filter: BaseFilter) => ["knowledge", "bases", filter] as const,
  base: (id: string) => ["knowledge", "base", id] as const,
  edited: (id: string) => ["knowledge", "base", id, "edit"] as const,
  reach: (id: string) => ["knowledge", "base", id, "reach"] as const,
  /** Lists of a base's files, and what stands beside them. */
  files: (baseId: string) => ["knowledge", "base", baseId, "files"] as const,
  file: (id: string) => ["knowledge", "file", id] as const,
  shortcuts: ["knowledge", "shortcuts"] as const,
  models: ["knowledge", "models"] as const,
};

/** Bases of a page; counts and sizes may change by uploads of others, so they are never older than the look at them. */
export const basesQuery = (filter: BaseFilter) =>
  queryOptions({
    queryKey: knowledgeKeys.list(filter),
    queryFn: ({ signal }) => {
      const { keyword, type, mine, trash, ...rest } = filter;
      return api.get(BASES, {
        query: {
          ...rest,
          keyword: keyword || undefined,
          type: type === "all" ? undefined : type,
          mine: mine || undefined,
          trash: trash || undefined,
        },
        signal,
      });
    },
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const baseQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeKeys.base(id),
    queryFn: ({ signal }) => api.get(`${BASES}/${id}`, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { quiet: true },
  });

/** As whoever may change it edits it; never an older one, or a save would be stale from the start. */
export const editedBaseQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeKeys.edited(id),
    queryFn: ({ signal }) => api.get(`${BASES}/${id}/edit`, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

export const baseModelsQuery = queryOptions({
  queryKey: knowledgeKeys.models,
  queryFn: ({ signal }) => api.get("/knowledge/models", { signal }),
  meta: { quiet: true },
});

export const reachQuery = (id: string, page: { page: number; pageSize: number; keyword: string }) =>
  queryOptions({
    queryKey: [...knowledgeKeys.reach(id), page],
    queryFn: ({ signal }) =>
      api.get(`${BASES}/${id}/reach`, { query: { ...page, keyword: page.keyword || undefined }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const reachOneQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.reach(id), "one", userId],
    queryFn: ({ signal }) => api.get(`${BASES}/${id}/reach/${userId}`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

/** Who would gain and lose a base; nothing is changed by asking. */
export const reachChangeQuery = (id: string, change: ReachChange) =>
  queryOptions({
    queryKey: [...knowledgeKeys.reach(id), "change", change],
    queryFn: ({ signal }) => api.post(`${BASES}/${id}/reach`, change, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  });

/** People, roles or departments a base can be shown to. */
export const subjectChoices = (type: GrantDto["subjectType"]): ChoiceSource => ({
  key: ["knowledge", "subjects", type],
  find: async (keyword, signal) => (await api.get("/knowledge/subjects", { query: { type, keyword }, signal })).items,
});

export const ownerChoices: ChoiceSource = {
  key: ["knowledge", "owners"],
  find: async (keyword, signal) => (await api.get("/knowledge/owners", { query: { keyword }, signal })).items,
};

/** A change after which everything about bases is read anew; a form shows its failure itself. */
const useChange = <Input, Output = unknown>(...change: Change<Input, Output>) =>
  useChangeOf(knowledgeKeys.all, ...change);

export function useBaseActions() {
  return {
    create: useChange((base: NewBase) => api.post(BASES, base), BY_FORM),
    change: useChange(({ id, ...patch }: BasePatch & { id: string }) => api.patch(`${BASES}/${id}`, patch), BY_FORM),
    copy: useChange(({ id, ...copy }: BaseCopy & { id: string }) => api.post(`${BASES}/${id}/copy`, copy), BY_FORM),
    transfer: useChange(({ id, ...to }: Transfer & { id: string }) => api.post(`${BASES}/${id}/transfer`, to), BY_FORM),
    remove: useChange((id: string) => api.delete(`${BASES}/${id}`)),
    restore: useChange((id: string) => api.post(`${BASES}/${id}/restore`)),
  };
}

const EXPORT_POLL_MS = 2000;

/** The person's own export of a base; looked at again while it is being written. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.base(id), "export"],
    queryFn: ({ signal }) => api.get(`${BASES}/${id}/export/state`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === "waiting" || state.data?.status === "running" ? EXPORT_POLL_MS : false,
    meta: { quiet: true },
  });

export function useExportActions(id: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: exportQuery(id).queryKey });
  return {
    begin: useMutation({ mutationFn: () => api.post(`${BASES}/${id}/export`), onSettled }),
    cancel: useMutation({ mutationFn: (taskId: string) => api.post(`/tasks/${taskId}/cancel`), onSettled }),
    download: () => api.download(`${BASES}/${id}/export`),
  };
}

/** Sends an exported base; answers the new one. */
export const importBase = (file: File, options: { signal: AbortSignal; onProgress: (share: number) => void }) =>
  api.upload(`${BASES}/import`, { file, resumable: "knowledge-base" }, options);

export const shortcutsQuery = queryOptions({
  queryKey: knowledgeKeys.shortcuts,
  queryFn: ({ signal }) => api.get("/knowledge/shortcuts", { signal }),
  meta: { quiet: true },
});

/** Changes the bases at hand; the new order stands there at once and goes back where it is refused. */
export function useShortcutActions() {
  const client = useQueryClient();
  const key = knowledgeKeys.shortcuts;
  const save = useMutation({
    mutationFn: (items: readonly ShortcutDto[]) => api.put("/knowledge/shortcuts", { ids: items.map(({ id }) => id) }),
    onMutate: async (items) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(shortcutsQuery.queryKey);
      client.setQueryData(shortcutsQuery.queryKey, { items: [...items] });
      return { before };
    },
    onError: (_error, _items, kept) => client.setQueryData(shortcutsQuery.queryKey, kept?.before),
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeKeys.all }),
  });
  /** As the server last said, so that nothing pinned elsewhere is lost. */
  const change = async (next: (items: readonly ShortcutDto[]) => readonly ShortcutDto[]) => {
    const { items } = await client.fetchQuery({ ...shortcutsQuery, staleTime: 0 });
    await save.mutateAsync(next(items)).catch(() => undefined);
  };
  return {
    order: save.mutate,
    add: (base: ShortcutDto) => change((items) => [...items.filter(({ id }) => id !== base.id), base]),
    remove: (id: string) => change((items) => items.filter((item) => item.id !== id)),
  };
}

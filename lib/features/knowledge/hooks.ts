import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { BaseType } from "@/lib/config/knowledge-kinds";
import type { ShortcutDto } from "./dto";
import type { BASE_SORTS } from "./limits";

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

/** Parts of the area keep theirs below `all`; what belongs to one base below `base(id)`. */
export const knowledgeKeys = {
  all: ["knowledge"] as const,
  lists: ["knowledge", "bases"] as const,
  list: (filter: BaseFilter) => ["knowledge", "bases", filter] as const,
  base: (id: string) => ["knowledge", "base", id] as const,
  shortcuts: ["knowledge", "shortcuts"] as const,
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
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const baseQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeKeys.base(id),
    queryFn: ({ signal }) => api.get(`${BASES}/${id}`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

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

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { PromptDetail, PromptDto } from "./dto";
import type { AdminSort, SquareSort, SquareTab } from "./limits";
import type { CategoryPatch, NewPrompt, PromptEdit } from "./schema";

export interface SquareFilter {
  tab: SquareTab;
  keyword: string;
  categoryId: string | null;
  sort: SquareSort;
  page: number;
}
export interface AdminFilter {
  page: number;
  pageSize: number;
  keyword: string;
  type: "all" | PromptDto["type"];
  status: "all" | PromptDto["status"];
  visibility: "all" | PromptDto["visibility"];
  origin: "all" | "organisation" | "people";
  categoryId: string;
  sort: AdminSort;
  descending: boolean;
}
/** Whose calls: a person's own prompts, or the console's. */
export type PromptDoor = "own" | "console";

export const promptKeys = {
  all: ["prompts"] as const,
  square: (filter: SquareFilter) => ["prompts", "square", filter] as const,
  categories: ["prompts", "categories"] as const,
  console: (filter: AdminFilter) => ["prompts", "console", filter] as const,
  consoleCategories: ["prompts", "categories", "console"] as const,
  one: (door: PromptDoor, id: string) => ["prompts", "one", door, id] as const,
  versions: (door: PromptDoor, id: string) => ["prompts", "versions", door, id] as const,
  version: (door: PromptDoor, id: string, version: number) => ["prompts", "versions", door, id, version] as const,
};

const CONSOLE = "/admin/prompts";
const BASES = { own: "/prompts", console: CONSOLE } as const satisfies Record<PromptDoor, string>;
const asked = (value: string) => (value === "all" ? undefined : value);

export const squareQuery = (filter: SquareFilter) =>
  queryOptions({
    queryKey: promptKeys.square(filter),
    queryFn: ({ signal }) => {
      const { keyword, categoryId, ...rest } = filter;
      const query = { ...rest, keyword: keyword.trim() || undefined, categoryId: categoryId ?? undefined };
      return api.get("/prompts", { query, signal });
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const categoriesQuery = queryOptions({
  queryKey: promptKeys.categories,
  queryFn: ({ signal }) => api.get("/prompts/categories", { signal }),
  select: ({ items }) => items,
  staleTime: 30_000,
  meta: { quiet: true },
});

export const consoleCategoriesQuery = queryOptions({
  queryKey: promptKeys.consoleCategories,
  queryFn: ({ signal }) => api.get("/admin/prompts/categories", { signal }),
  select: ({ items }) => items,
  meta: { quiet: true },
});

const toCall = ({
  page: _p,
  pageSize: _s,
  keyword,
  type,
  status,
  visibility,
  origin,
  categoryId,
  ...order
}: AdminFilter) => ({
  keyword: keyword.trim() || undefined,
  type: asked(type),
  status: asked(status),
  visibility: asked(visibility),
  origin: asked(origin),
  categoryId: asked(categoryId),
  ...order,
});

export const consolePromptsQuery = (filter: AdminFilter) =>
  queryOptions({
    queryKey: promptKeys.console(filter),
    queryFn: ({ signal }) =>
      api.get("/admin/prompts", {
        query: { ...toCall(filter), page: filter.page, pageSize: filter.pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const exportPromptsFile = (filter: AdminFilter, format: "csv" | "xlsx") =>
  api.download("/admin/prompts/export", { query: { ...toCall(filter), format } });

export const promptQuery = (door: PromptDoor, id: string) =>
  queryOptions({
    queryKey: promptKeys.one(door, id),
    queryFn: ({ signal }) => api.get(`${BASES[door]}/${id}`, { signal }),
    meta: { quiet: true },
  });

export const versionsQuery = (door: PromptDoor, id: string) =>
  queryOptions({
    queryKey: promptKeys.versions(door, id),
    queryFn: ({ signal }) => api.get(`${BASES[door]}/${id}/versions`, { signal }),
    select: ({ items }) => items,
    meta: { quiet: true },
  });

export const versionQuery = (door: PromptDoor, id: string, version: number) =>
  queryOptions({
    queryKey: promptKeys.version(door, id, version),
    queryFn: ({ signal }) => api.get(`${BASES[door]}/${id}/versions/${version}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

/** Fills a prompt, or gets a role. `key` makes a repeated call count once. */
export const callPromptUse = (id: string, values: Record<string, string>, key: string) =>
  api.post(`/prompts/${id}/use`, { values }, { headers: { "Idempotency-Key": key } });

/** Switches a role on for a chat; the server reads its text anew. */
export const switchRoleOn = (sessionId: string, promptId: string) =>
  api.put(`/chat/sessions/${sessionId}/role`, { promptId });

interface Saving extends Omit<PromptEdit, "version"> {
  type: NewPrompt["type"];
  release?: boolean;
}

/** Changes of prompts; lists are read anew before each resolves. */
export function usePromptActions(door: PromptDoor) {
  const client = useQueryClient();
  const base = BASES[door];
  const onSuccess = () => client.invalidateQueries({ queryKey: promptKeys.all });
  const save = useMutation({
    mutationFn: ({ prompt, revision, type, note, ...text }: Saving & { prompt: PromptDetail | null }) =>
      prompt
        ? api.patch(`${base}/${prompt.id}`, { ...text, note, revision })
        : api.post(base, { type, ...withoutRelease(text) }),
    onSuccess,
    meta: { quiet: true },
  });
  const favourite = useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) =>
      on ? api.put(`/prompts/${id}/favourite`, {}) : api.delete(`/prompts/${id}/favourite`),
    onSuccess,
  });
  const fork = useMutation({ mutationFn: (id: string) => api.post(`/prompts/${id}/fork`), onSuccess });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${base}/${id}`), onSuccess });
  const restore = useMutation({ mutationFn: (id: string) => api.post(`${base}/${id}/restore`), onSuccess });
  const share = useMutation({
    mutationFn: ({ id, visibility }: { id: string; visibility: "department" | "all" }) =>
      api.post(`/prompts/${id}/share`, { visibility }),
    onSuccess,
  });
  const withdraw = useMutation({ mutationFn: (id: string) => api.post(`/prompts/${id}/withdraw`), onSuccess });
  const rollBack = useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) => api.post(`${base}/${id}/rollback`, { version }),
    onSuccess,
  });
  const release = useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) => api.post(`${CONSOLE}/${id}/release`, { version }),
    onSuccess,
  });
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) => api.post(`${CONSOLE}/${id}/state`, { enabled }),
    onSuccess,
  });
  const review = useMutation({
    mutationFn: ({ id, ...decision }: { id: string; approve: boolean; note: string; version: number }) =>
      api.post(`${CONSOLE}/${id}/review`, decision),
    onSuccess,
  });
  return { save, favourite, fork, remove, restore, share, withdraw, rollBack, release, enable, review };
}

function withoutRelease<T extends { release?: boolean }>({ release: _release, ...text }: T) {
  return text;
}

/** Changes of kinds; each reads them anew before it resolves. */
export function useCategoryActions() {
  const client = useQueryClient();
  const base = "/admin/prompts/categories";
  const onSuccess = () => client.invalidateQueries({ queryKey: promptKeys.all });
  const save = useMutation({
    mutationFn: ({ id, revision, ...names }: CategoryPatch & { id: string | null }) =>
      id ? api.patch(`${base}/${id}`, { ...names, revision }) : api.post(base, names),
    onSuccess,
    meta: { quiet: true },
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${base}/${id}`), onSuccess });
  const order = useMutation({ mutationFn: (ids: string[]) => api.put(`${base}/order`, { ids }), onSuccess });
  return { save, remove, order };
}

import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { GrantDto } from "@/lib/auth/grant-schema";
import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import { BY_FORM, type Change, useChangeOf } from "@/lib/client/use-change";
import type { AppsFilter } from "./filter";
import type { AppMark, AppPatch, CategoryInput, NewApp, NewAppChat, Publishing } from "./schema";

const APPS = "/apps";

export const appKeys = {
  all: ["apps"] as const,
  list: (filter: AppsFilter) => ["apps", "list", filter] as const,
  square: ["apps", "square"] as const,
  recent: ["apps", "recent"] as const,
  folders: ["apps", "folders"] as const,
  templates: ["apps", "templates"] as const,
  app: (id: string) => ["apps", "app", id] as const,
  draft: (id: string) => ["apps", "app", id, "draft"] as const,
  versions: (id: string) => ["apps", "app", id, "versions"] as const,
  requests: (id: string) => ["apps", "app", id, "requests"] as const,
  feedback: (id: string) => ["apps", "app", id, "feedback"] as const,
  chat: (id: string) => ["apps", "chat", id] as const,
};

export const appsQuery = (filter: AppsFilter) =>
  queryOptions({
    queryKey: appKeys.list(filter),
    queryFn: ({ signal }) => {
      const { keyword, kind, categoryId, folderId, favourites, ...rest } = filter;
      return api.get(APPS, {
        query: {
          ...rest,
          keyword: keyword || undefined,
          kind: kind === "all" ? undefined : kind,
          categoryId: categoryId ?? undefined,
          folderId: folderId ?? undefined,
          favourites: favourites || undefined,
        },
        signal,
      });
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const squareQuery = queryOptions({
  queryKey: appKeys.square,
  queryFn: ({ signal }) => api.get(`${APPS}/square`, { signal }),
  meta: { quiet: true },
});

export const recentAppsQuery = queryOptions({
  queryKey: appKeys.recent,
  queryFn: ({ signal }) => api.get(`${APPS}/recent`, { signal }),
  meta: { quiet: true },
});

/** Own folders of the workbench. */
export const appFoldersQuery = queryOptions({
  queryKey: appKeys.folders,
  queryFn: ({ signal }) => api.get(`${APPS}/folders`, { signal }),
  meta: { quiet: true },
});

export const templatesQuery = queryOptions({
  queryKey: appKeys.templates,
  queryFn: ({ signal }) => api.get(`${APPS}/templates`, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});

/** As whoever may change it edits it; never an older one, or a save would be stale from the start. */
export const editedAppQuery = (id: string) =>
  queryOptions({
    queryKey: [...appKeys.app(id), "edit"],
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/edit`, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: appKeys.draft(id),
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/draft`, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** The draft as it is by now, beside the one that is being worked on. */
export const newestDraftQuery = (id: string) =>
  queryOptions({
    queryKey: [...appKeys.draft(id), "newest"],
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/draft`, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** How often an open editor says so. */
const BEAT_MS = 15_000;

export const editorsKey = (id: string) => ["app-editors", id] as const;

/** Who else edits an app; asking says that this person does, at the node that is told then. */
export const editorsQuery = (id: string, at: () => string | null) =>
  queryOptions({
    queryKey: editorsKey(id),
    queryFn: ({ signal }) => api.post(`${APPS}/${id}/editors`, { nodeId: at() }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: BEAT_MS,
    refetchOnWindowFocus: "always",
    meta: { quiet: true },
  });

export const leaveEditor = (id: string) => api.delete(`${APPS}/${id}/editors`);

export const saveDraft = (id: string, settings: object, revision: number | undefined) =>
  api.put(`${APPS}/${id}/draft`, { ...settings, revision });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: appKeys.versions(id),
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/versions`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

/** Settings of a version never change. */
export const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...appKeys.versions(id), version],
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/versions/${version}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

/** Names of apps this person may see. */
export const namesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ["apps", "names", ids],
    queryFn: ({ signal }) => api.get(`${APPS}/names`, { query: { ids: ids.join(",") }, signal }),
    meta: { quiet: true },
  });

/** Bases by a word, or those of some ids, and the tools an app can have. */
export const partsQuery = (wish: { keyword?: string; ids?: readonly string[]; appId?: string }) =>
  queryOptions({
    queryKey: ["apps", "parts", wish],
    queryFn: ({ signal }) =>
      api.get(`${APPS}/parts`, {
        query: { keyword: wish.keyword || undefined, ids: wish.ids?.join(","), appId: wish.appId },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Which of these bases which of an app's users lack. */
export const reachQuery = (id: string, baseIds: readonly string[]) =>
  queryOptions({
    queryKey: [...appKeys.app(id), "reach", baseIds],
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/bases`, { query: { ids: baseIds.join(",") }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const requestsQuery = (id: string) =>
  queryOptions({
    queryKey: appKeys.requests(id),
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/requests`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

export const feedbackQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...appKeys.feedback(id), page],
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/feedback`, { query: { page, pageSize: 20 }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const appChatQuery = (id: string) =>
  queryOptions({
    queryKey: appKeys.chat(id),
    queryFn: ({ signal }) => api.get(`${APPS}/chats/${id}`, { signal }),
    meta: { quiet: true },
  });

export const analysisQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: [...appKeys.app(id), "analysis", days],
    queryFn: ({ signal }) => api.get(`${APPS}/${id}/analysis`, { query: { days }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Where the questions of a conversation with an app go. */
export const APP_CHATS = `${APPS}/chats` as const;

/** People, roles or departments an app can be shown to. */
export const appSubjects = (type: GrantDto["subjectType"]): ChoiceSource => ({
  key: ["apps", "subjects", type],
  find: async (keyword, signal) => (await api.get(`${APPS}/subjects`, { query: { type, keyword }, signal })).items,
});

/** A person who was picked, by name. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ["apps", "subjects", "user", id],
    queryFn: async ({ signal }) => {
      const { items } = await api.get(`${APPS}/subjects`, { query: { type: "user", id }, signal });
      return items[0] ?? null;
    },
    meta: { quiet: true },
  });

/** A change after which everything about apps is read anew; a form shows its failure itself. */
const useChange = <Input, Output = unknown>(...change: Change<Input, Output>) => useChangeOf(appKeys.all, ...change);

export function useAppActions() {
  return {
    create: useChange((app: NewApp) => api.post(APPS, app), BY_FORM),
    change: useChange(({ id, ...patch }: AppPatch & { id: string }) => api.patch(`${APPS}/${id}`, patch), BY_FORM),
    copy: useChange(({ id, name }: { id: string; name: string }) => api.post(`${APPS}/${id}/copy`, { name }), BY_FORM),
    transfer: useChange(
      ({ id, userId }: { id: string; userId: string }) => api.post(`${APPS}/${id}/transfer`, { userId }),
      BY_FORM,
    ),
    bring: useChange((content: string) => api.post(`${APPS}/import`, { content }), BY_FORM),
    look: useMutation({
      mutationFn: (content: string) => api.post(`${APPS}/import`, { content, check: true }),
      meta: { quiet: true },
    }),
    remove: useChange((id: string) => api.delete(`${APPS}/${id}`)),
    restore: useChange((id: string) => api.post(`${APPS}/${id}/restore`)),
    mark: useChange(({ id, ...mark }: AppMark & { id: string }) => api.put(`${APPS}/${id}/mark`, mark)),
    publish: useChange(
      ({ id, ...how }: Publishing & { id: string }) => api.post(`${APPS}/${id}/publish`, how),
      BY_FORM,
    ),
    unpublish: useChange((id: string) => api.post(`${APPS}/${id}/unpublish`)),
    restoreVersion: useChange(({ id, version, note }: { id: string; version: number; note: string }) =>
      api.post(`${APPS}/${id}/versions/${version}/restore`, { note }),
    ),
    request: useChange(
      ({ id, note }: { id: string; note: string }) => api.post(`${APPS}/${id}/requests`, { note }),
      BY_FORM,
    ),
    decide: useChange(({ id, requestId, granted }: { id: string; requestId: string; granted: boolean }) =>
      api.post(`${APPS}/${id}/requests/${requestId}`, { granted }),
    ),
    say: useChange(
      ({ id, text }: { id: string; text: string }) => api.post(`${APPS}/${id}/feedback`, { text }),
      BY_FORM,
    ),
    begin: useMutation({
      mutationFn: ({ id, ...chat }: NewAppChat & { id: string }) => api.post(`${APPS}/${id}/chats`, chat),
      meta: { quiet: true },
    }),
    download: (id: string) => api.download(`${APPS}/${id}/export`),
  };
}

/** Bases for an app's users: shown to them, or asked for. */
export function useReachActions(appId: string) {
  const path = `${APPS}/${appId}/bases` as const;
  return {
    open: useChange((baseId: string) => api.post(`${path}/${baseId}/open`), BY_FORM),
    ask: useChange((baseId: string) => api.post(`${path}/${baseId}/ask`), BY_FORM),
  };
}

export function useAppFolderActions() {
  return {
    create: useChange((name: string) => api.post(`${APPS}/folders`, { name }), BY_FORM),
    rename: useChange(
      ({ id, name }: { id: string; name: string }) => api.patch(`${APPS}/folders/${id}`, { name }),
      BY_FORM,
    ),
    remove: useChange((id: string) => api.delete(`${APPS}/folders/${id}`)),
  };
}

export function useCategoryActions() {
  return {
    create: useChange((input: CategoryInput) => api.post(`${APPS}/categories`, input)),
    change: useChange(({ id, ...input }: CategoryInput & { id: string }) =>
      api.patch(`${APPS}/categories/${id}`, input),
    ),
    remove: useChange((id: string) => api.delete(`${APPS}/categories/${id}`)),
    sort: useChange((ids: string[]) => api.put(`${APPS}/categories`, { ids })),
  };
}

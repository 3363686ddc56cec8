import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/http/api-client";
import type { BulkResultDto, ChatFolderDto, ChatSessionDto, FoundChatDto, ShareDto } from "./dto";
import type { ChatBulk } from "./organise-schema";
import type { SessionPatch } from "./schema";
import type { NewShare } from "./share-schema";

export const chatKeys = {
  sessions: ["chat", "sessions"] as const,
  active: ["chat", "sessions", "active"] as const,
  archived: ["chat", "sessions", "archived"] as const,
  folders: ["chat", "folders"] as const,
  found: (keyword: string) => ["chat", "sessions", "found", keyword] as const,
};

interface SessionPage {
  items: ChatSessionDto[];
}

const load = (query: Record<string, string | number | boolean>, signal: AbortSignal) =>
  api.get<SessionPage>("/chat/sessions", { query: { pageSize: 50, ...query }, signal });

/** Chats that count against the limit; the page brings the first data. */
export const activeSessionsQuery = queryOptions({
  queryKey: chatKeys.active,
  queryFn: ({ signal }) => load({}, signal),
});

/** Archived chats at a time. */
const ARCHIVED_PAGE = 50;

export const archivedSessionsQuery = infiniteQueryOptions({
  queryKey: chatKeys.archived,
  queryFn: ({ signal, pageParam }) => load({ archived: true, pageSize: ARCHIVED_PAGE, page: pageParam }, signal),
  initialPageParam: 1,
  getNextPageParam: (last: SessionPage, pages) => (last.items.length < ARCHIVED_PAGE ? undefined : pages.length + 1),
  meta: { quiet: true },
});

/** Folders of the person; they are few and change seldom. */
export const chatFoldersQuery = queryOptions({
  queryKey: chatKeys.folders,
  queryFn: ({ signal }) => api.get<{ items: ChatFolderDto[] }>("/chat/folders", { signal }),
  meta: { quiet: true },
});

/** Chats, archived ones too, whose title or messages hold the keyword, with the messages that do. */
export const foundChatsQuery = (keyword: string) =>
  queryOptions({
    queryKey: chatKeys.found(keyword),
    queryFn: ({ signal }) => api.get<{ items: FoundChatDto[] }>("/chat/search", { query: { keyword }, signal }),
    meta: { quiet: true },
  });

/** Changes of the list of chats; each reads the list anew before it resolves. */
export function useSessionActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: chatKeys.sessions });
  const create = useMutation({
    mutationFn: (input: { temporary?: boolean; folderId?: string } = {}) =>
      api.post<ChatSessionDto>("/chat/sessions", input),
    onSuccess,
    // At the limit the screen offers to archive the oldest instead.
    meta: { quiet: true },
  });
  const change = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & SessionPatch) =>
      api.patch<ChatSessionDto>(`/chat/sessions/${id}`, patch),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/chat/sessions/${id}`),
    onSuccess,
  });
  const bulk = useMutation({
    mutationFn: (input: ChatBulk) => api.post<BulkResultDto>("/chat/sessions/bulk", input),
    onSuccess,
  });
  return { create, change, remove, bulk };
}

/** Changes of folders; a deleted one leaves its chats in the list. */
export function useChatFolderActions() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: chatKeys.folders }),
      client.invalidateQueries({ queryKey: chatKeys.sessions }),
    ]);
  const create = useMutation({
    mutationFn: (name: string) => api.post<ChatFolderDto>("/chat/folders", { name }),
    onSuccess,
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: ChatFolderDto) => api.patch(`/chat/folders/${id}`, { name }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`/chat/folders/${id}`), onSuccess });
  return { create, rename, remove };
}

const sharesKey = (sessionId: string) => ["chat", "shares", sessionId] as const;

/** Links of an own chat. */
export const sharesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: sharesKey(sessionId),
    queryFn: ({ signal }) => api.get<{ items: ShareDto[] }>(`/chat/sessions/${sessionId}/shares`, { signal }),
    meta: { quiet: true },
  });

export function useShareActions(sessionId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: sharesKey(sessionId) });
  const create = useMutation({
    mutationFn: (input: NewShare) => api.post<ShareDto>(`/chat/sessions/${sessionId}/shares`, input),
    onSuccess,
  });
  const revoke = useMutation({ mutationFn: (id: string) => api.delete(`/chat/shares/${id}`), onSuccess });
  return { create, revoke };
}

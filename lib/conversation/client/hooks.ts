import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { ShareDays } from "@/lib/sharing/limits";
import type { ConversationDto } from "../dto";
import type { ConversationBulk, ConversationPatch } from "../history-schema";
import { PAGE_SIZE } from "./controller";

const SESSIONS = "/chat/sessions";
/** Conversations fetched at a time. */
const HISTORY_PAGE = 50;

export const conversationKeys = {
  all: ["conversations"] as const,
  active: (kind: string, about?: string) => ["conversations", kind, "active", about ?? ""] as const,
  archived: (kind: string, about?: string) => ["conversations", kind, "archived", about ?? ""] as const,
  recent: (kind: string, days: number) => ["conversations", kind, "recent", days] as const,
  found: (kind: string | undefined, keyword: string, days: number | undefined) =>
    ["conversations", kind ?? "any", "found", keyword, days ?? 0] as const,
  messages: (id: string) => ["conversation-messages", id] as const,
  answers: (questionId: string) => ["conversation-answers", questionId] as const,
  shares: (id: string) => ["conversation-shares", id] as const,
};

interface HistoryPage {
  items: ConversationDto[];
}

/** Own conversations of a kind, a page at a time: those that are archived, the others, or all of the last days. */
export const historyQuery = (
  kind: string,
  { archived, days, about }: { archived?: boolean; days?: number; about?: string },
) =>
  infiniteQueryOptions({
    queryKey: days
      ? conversationKeys.recent(kind, days)
      : archived
        ? conversationKeys.archived(kind, about)
        : conversationKeys.active(kind, about),
    queryFn: ({ signal, pageParam }) =>
      api.get(SESSIONS, {
        query: { kind, pageSize: HISTORY_PAGE, page: pageParam, days, about, archived: archived || undefined },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last: HistoryPage, pages) => (last.items.length < HISTORY_PAGE ? undefined : pages.length + 1),
    meta: { quiet: true },
  });

/** What a page that was rendered with the first conversations begins with. */
export const firstHistory = (items: ConversationDto[]) => ({ pages: [{ items }], pageParams: [1] });

/** Conversations, archived ones too, whose title or messages hold the keyword: of a kind, or of all one may use. */
export const foundQuery = (keyword: string, kind?: string, days?: number) =>
  queryOptions({
    queryKey: conversationKeys.found(kind, keyword, days),
    queryFn: ({ signal }) => api.get("/chat/search", { query: { keyword, kind, days }, signal }),
    meta: { quiet: true },
  });

/** Where a conversation begins in the browser; it goes on in its controller, so it is read anew with each visit. */
export const firstMessagesQuery = (id: string, around: string | null) =>
  queryOptions({
    queryKey: [...conversationKeys.messages(id), around],
    queryFn: ({ signal }) =>
      api.get(`${SESSIONS}/${id}/messages`, {
        query: { limit: PAGE_SIZE, around: around ?? undefined },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });

/** Every answer to one question, to be compared. */
export const answersQuery = (questionId: string) =>
  queryOptions({
    queryKey: conversationKeys.answers(questionId),
    queryFn: ({ signal }) => api.get(`/chat/messages/${questionId}/answers`, { signal }),
    // The columns follow their answers themselves.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Changes of conversations of any kind; each reads the lists anew before it resolves. */
export function useHistoryActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: conversationKeys.all });
  const change = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & ConversationPatch) => api.patch(`${SESSIONS}/${id}`, patch),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${SESSIONS}/${id}`), onSuccess });
  const bulk = useMutation({
    mutationFn: (input: ConversationBulk) => api.post(`${SESSIONS}/bulk`, input),
    onSuccess,
  });
  return { change, remove, bulk };
}

/** The branch in view as a file, or its last answer alone. */
export const downloadConversation = (id: string, format: "md" | "docx", { only }: { only?: "answer" } = {}) =>
  api.download(`${SESSIONS}/${id}/export`, { query: { format, only } });

/** Links of an own conversation. */
export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: conversationKeys.shares(id),
    queryFn: ({ signal }) => api.get(`${SESSIONS}/${id}/shares`, { signal }),
    meta: { quiet: true },
  });

export function useShareActions(id: string, answerId?: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: conversationKeys.shares(id) });
  const create = useMutation({
    mutationFn: (days: ShareDays) => api.post(`${SESSIONS}/${id}/shares`, { days, answerId }),
    onSuccess,
  });
  const revoke = useMutation({ mutationFn: (share: string) => api.delete(`/chat/shares/${share}`), onSuccess });
  return { create, revoke };
}

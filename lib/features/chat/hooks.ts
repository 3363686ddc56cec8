import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/http/api-client";
import type { ChatSessionDto } from "./dto";

export const chatKeys = {
  sessions: ["chat", "sessions"] as const,
  active: ["chat", "sessions", "active"] as const,
  archived: ["chat", "sessions", "archived"] as const,
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

export const archivedSessionsQuery = queryOptions({
  queryKey: chatKeys.archived,
  queryFn: ({ signal }) => load({ archived: true }, signal),
  meta: { quiet: true },
});

/** Chats, archived ones too, whose title or messages hold the keyword. */
export const foundSessionsQuery = (keyword: string) =>
  queryOptions({
    queryKey: chatKeys.found(keyword),
    queryFn: async ({ signal }) => {
      const [active, archived] = await Promise.all([
        load({ keyword }, signal),
        load({ keyword, archived: true }, signal),
      ]);
      return { items: [...active.items, ...archived.items] };
    },
    meta: { quiet: true },
  });

/** Changes of the list of chats; each reads the list anew before it resolves. */
export function useSessionActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: chatKeys.sessions });
  const create = useMutation({
    mutationFn: () => api.post<ChatSessionDto>("/chat/sessions", {}),
    onSuccess,
    // At the limit the screen offers to archive the oldest instead.
    meta: { quiet: true },
  });
  const change = useMutation({
    mutationFn: ({ id, ...patch }: { id: string; title?: string; archived?: boolean }) =>
      api.patch<ChatSessionDto>(`/chat/sessions/${id}`, patch),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/chat/sessions/${id}`),
    onSuccess,
  });
  return { create, change, remove };
}

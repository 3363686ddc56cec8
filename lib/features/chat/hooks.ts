import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { conversationKeys } from "@/lib/conversation/client/hooks";
import type { ChatFolderDto } from "./dto";
import type { NewSession } from "./schema";

const FOLDERS = ["chat", "folders"] as const;

/** Folders of the person; they are few and change seldom. */
export const chatFoldersQuery = queryOptions({
  queryKey: FOLDERS,
  queryFn: ({ signal }) => api.get("/chat/folders", { signal }),
  meta: { quiet: true },
});

/** Begins a chat. */
export function useNewChat() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: NewSession = {}) => api.post("/chat/sessions", input),
    onSuccess: () => client.invalidateQueries({ queryKey: conversationKeys.all }),
    // At the limit the screen offers to archive the oldest instead.
    meta: { quiet: true },
  });
}

/** Changes of folders; a deleted one leaves its chats in the list. */
export function useChatFolderActions() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: FOLDERS }),
      client.invalidateQueries({ queryKey: conversationKeys.all }),
    ]);
  const create = useMutation({
    mutationFn: (name: string) => api.post("/chat/folders", { name }),
    onSuccess,
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: ChatFolderDto) => api.patch(`/chat/folders/${id}`, { name }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`/chat/folders/${id}`), onSuccess });
  return { create, rename, remove };
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { KnowledgeChatConfigPatch } from "./chat-schema";
import { knowledgeKeys } from "./hooks";

/** Where new questions go: `<path>/<id>/answer`. */
export const CHATS = "/knowledge/chats";
const ANSWERS = "/knowledge/answers";
const CONFIG = "/knowledge/chat-config";

const chatKeys = {
  chat: (id: string) => [...knowledgeKeys.all, "chat", id] as const,
  config: [...knowledgeKeys.all, "chat-config"] as const,
  owners: (answerId: string) => [...knowledgeKeys.all, "asked-owners", answerId] as const,
  questions: (answerId: string) => [...knowledgeKeys.all, "follow-ups", answerId] as const,
};

export const chatQuery = (id: string) =>
  queryOptions({
    queryKey: chatKeys.chat(id),
    queryFn: ({ signal }) => api.get(`${CHATS}/${id}`, { signal }),
    meta: { quiet: true },
  });

export const chatConfigQuery = queryOptions({
  queryKey: chatKeys.config,
  queryFn: ({ signal }) => api.get(CONFIG, { signal }),
  // The form begins with what is stored now.
  staleTime: 0,
  gcTime: 0,
  meta: { quiet: true },
});

export const askedOwnersQuery = (answerId: string) =>
  queryOptions({
    queryKey: chatKeys.owners(answerId),
    queryFn: ({ signal }) => api.get(`${ANSWERS}/${answerId}/owners`, { signal }),
    meta: { quiet: true },
  });

/** Questions to ask after an answer: the first look has them made. */
export const followUpsQuery = (answerId: string) =>
  queryOptions({
    queryKey: chatKeys.questions(answerId),
    queryFn: () => api.post(`${ANSWERS}/${answerId}/questions`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });

export function useChatActions() {
  const client = useQueryClient();
  return {
    create: useMutation({
      mutationFn: (baseIds: readonly string[]) => api.post(CHATS, { baseIds: [...baseIds] }),
      onSuccess: (chat) => client.setQueryData(chatKeys.chat(chat.id), chat),
    }),
    change: useMutation({
      mutationFn: ({ id, baseIds }: { id: string; baseIds: readonly string[] }) =>
        api.patch(`${CHATS}/${id}`, { baseIds: [...baseIds] }),
      onSuccess: (chat) => client.setQueryData(chatKeys.chat(chat.id), chat),
    }),
    refresh: (id: string) => client.invalidateQueries({ queryKey: chatKeys.chat(id) }),
  };
}

export function useChatConfigActions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (config: KnowledgeChatConfigPatch) => api.put(CONFIG, config),
    onSuccess: (config) => client.setQueryData(chatKeys.config, config),
    meta: { quiet: true },
  });
}

/** Hands the question of an answer that found nothing to the owners of its bases. */
export function useAskOwners(answerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post(`${ANSWERS}/${answerId}/owners`),
    onSuccess: (asked) => client.setQueryData(chatKeys.owners(answerId), asked),
  });
}

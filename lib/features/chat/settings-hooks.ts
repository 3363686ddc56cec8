import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { SettingsPatch } from "@/lib/conversation/settings";

export const settingsKeys = {
  chat: (sessionId: string) => ["chat", "settings", sessionId] as const,
  context: (sessionId: string) => ["chat", "context", sessionId] as const,
  tools: ["chat", "tools"] as const,
};

export const settingsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: settingsKeys.chat(sessionId),
    queryFn: ({ signal }) => api.get(`/chat/sessions/${sessionId}/settings`, { signal }),
  });

/** What the next question takes along; `turns` changes with every answer. */
export const contextQuery = (sessionId: string, modelId: string | null, turns: number) =>
  queryOptions({
    queryKey: [...settingsKeys.context(sessionId), modelId, turns],
    queryFn: ({ signal }) =>
      api.get(`/chat/sessions/${sessionId}/context`, {
        query: { modelId: modelId ?? undefined },
        signal,
      }),
    meta: { quiet: true },
  });

/** Tools the person may use, and which of them the model can. */
export const toolsQuery = (modelId: string | null) =>
  queryOptions({
    queryKey: [...settingsKeys.tools, modelId],
    queryFn: ({ signal }) => api.get("/chat/tools", { query: { modelId: modelId ?? undefined }, signal }),
    staleTime: 30_000,
    meta: { quiet: true },
  });

/** Changes of settings; what hangs on them is read anew. */
export function useSettingsActions(sessionId: string) {
  const client = useQueryClient();
  const readAnew = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: settingsKeys.chat(sessionId) }),
      client.invalidateQueries({ queryKey: ["chat", "context"] }),
    ]);
  };
  const changeChat = useMutation({
    mutationFn: (patch: SettingsPatch) => api.patch(`/chat/sessions/${sessionId}/settings`, patch),
    onSuccess: readAnew,
  });
  const changePerson = useMutation({
    mutationFn: (patch: SettingsPatch) => api.patch("/chat/preferences", patch),
    onSuccess: readAnew,
  });
  return { changeChat, changePerson };
}

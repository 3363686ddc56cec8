import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";

/** Between two looks at how far it is, milliseconds. */
const LOOK_MS = 1000;

export const chatImportQuery = queryOptions({
  queryKey: ["chat", "import"] as const,
  queryFn: ({ signal }) => api.get("/chat/imports", { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.status === "waiting" || data?.status === "running" ? LOOK_MS : false,
  meta: { quiet: true },
});

interface Sending {
  file: File;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

export function useChatImport() {
  const client = useQueryClient();
  const { queryKey } = chatImportQuery;
  return {
    send: useMutation({
      mutationFn: ({ file, ...options }: Sending) =>
        api.upload("/chat/imports", { file, resumable: "chat-import" }, options),
      onSuccess: (begun) => client.setQueryData(queryKey, begun),
      meta: { quiet: true },
    }),
    cancel: useMutation({
      mutationFn: (taskId: string) => api.post(`/tasks/${taskId}/cancel`),
      onSettled: () => client.invalidateQueries({ queryKey }),
    }),
  };
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { GuideDto } from "./dto";
import type { GuideProgress } from "./schema";

export const guideKeys = {
  all: ["login-guide"] as const,
  one: (channelId: string) => ["login-guide", channelId] as const,
};

const path = (channelId: string) => `/admin/login-channels/${channelId}` as const;

export const guideQuery = (channelId: string) =>
  queryOptions({
    queryKey: guideKeys.one(channelId),
    queryFn: ({ signal }) => api.get(`${path(channelId)}/guide`, { signal }),
    meta: { quiet: true },
  });

/** Ticks show at once; a failed one goes back. */
export function useGuideProgress(channelId: string) {
  const client = useQueryClient();
  const queryKey = guideKeys.one(channelId);
  return useMutation({
    mutationFn: (progress: GuideProgress) => api.put(`${path(channelId)}/guide`, progress),
    onMutate: async ({ done }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<GuideDto>(queryKey);
      if (before) client.setQueryData<GuideDto>(queryKey, { ...before, done });
      return { before };
    },
    onError: (_error, _progress, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before);
    },
    onSuccess: (guide) => client.setQueryData(queryKey, guide),
    scope: { id: `login-guide ${channelId}` },
  });
}

export const downloadTeamsApp = (channelId: string) => api.download(`${path(channelId)}/teams-app`);

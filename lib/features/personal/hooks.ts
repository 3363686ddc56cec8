import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { GuideName } from "@/lib/config/guides";
import type { DirectoryForm, ProfileForm } from "./schema";

/** Between two looks at how far the own archive is, milliseconds. */
const LOOK_MS = 1000;

export const personalKeys = {
  profile: ["personal", "profile"] as const,
  memory: ["personal", "memory"] as const,
  links: ["personal", "links"] as const,
};

export const profileQuery = queryOptions({
  queryKey: personalKeys.profile,
  queryFn: ({ signal }) => api.get("/user/profile", { signal }),
  meta: { quiet: true },
});

export const memoryQuery = queryOptions({
  queryKey: personalKeys.memory,
  queryFn: ({ signal }) => api.get("/user/memory", { signal }),
  meta: { quiet: true },
});

export const linksQuery = queryOptions({
  queryKey: personalKeys.links,
  queryFn: ({ signal }) => api.get("/user/bindings", { signal }),
  meta: { quiet: true },
});

/** Links to outside accounts; one at another site goes on there. */
export function useLinkActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: personalKeys.links });
  return {
    begin: useMutation({
      mutationFn: (channelId: string) => api.post("/user/bindings", { channelId }),
    }),
    linkDirectory: useMutation({
      mutationFn: (body: DirectoryForm & { channelId: string }) => api.post("/user/bindings", body),
      onSuccess,
      meta: { quiet: true },
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.delete("/user/bindings", { query: { id } }),
      onSuccess,
    }),
  };
}

/** Changes of the own profile; forms show their failures themselves. */
export function useProfileActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: personalKeys.profile });
  return {
    change: useMutation({
      mutationFn: ({ name, phone, revision }: Partial<ProfileForm> & { revision?: string }) =>
        api.patch("/user/profile", { name, phone, revision }),
      onSuccess,
      meta: { quiet: true },
    }),
    setAvatar: useMutation({
      mutationFn: (file: File) => api.upload("/user/avatar", { file }),
      onSuccess,
      meta: { quiet: true },
    }),
    removeAvatar: useMutation({ mutationFn: () => api.delete("/user/avatar"), onSuccess }),
  };
}

/** The first steps, or the tour, are not shown again. */
export const useGuideEnd = () => useMutation({ mutationFn: (name: GuideName) => api.patch("/user/guides", { name }) });

export function useMemoryActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: personalKeys.memory });
  return {
    turn: useMutation({ mutationFn: (enabled: boolean) => api.patch("/user/memory", { enabled }), onSuccess }),
    add: useMutation({
      mutationFn: (text: string) => api.post("/user/memory/items", { text }),
      onSuccess,
      meta: { quiet: true },
    }),
    change: useMutation({
      mutationFn: ({ id, text }: { id: string; text: string }) => api.patch(`/user/memory/items/${id}`, { text }),
      onSuccess,
      meta: { quiet: true },
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`/user/memory/items/${id}`), onSuccess }),
    removeAll: useMutation({ mutationFn: () => api.delete("/user/memory/items"), onSuccess }),
  };
}

/**
 * Has the archive of all own data made, waits for it, and hands it to the browser. A closed page does not end that: asked
 * once more, it takes what is there by then. Why it could not be made the last call says.
 */
export async function downloadOwnData(): Promise<void> {
  let { status } = await api.post("/user/data");
  while (status === "waiting" || status === "running") {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    ({ status } = await api.get("/user/data/state"));
  }
  if (status !== "cancelled") await api.download("/user/data", { timeoutMs: 600_000 });
}

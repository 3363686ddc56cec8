import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { BasicDto, SettingsPlan } from "./dto";
import type { BasicPatch, MailTest } from "./schema";
import type { SettingsApply } from "./settings-schema";

export const configurationKeys = {
  all: ["configuration"] as const,
  basic: ["configuration", "basic"] as const,
  versions: ["configuration", "versions"] as const,
};

const BASE = "/admin/config/basic";

export const basicQuery = queryOptions({
  queryKey: configurationKeys.basic,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
  // A form is being filled in from it: no refresh behind somebody's back.
  refetchOnWindowFocus: false,
  meta: { quiet: true },
});

export const versionsQuery = infiniteQueryOptions({
  queryKey: configurationKeys.versions,
  queryFn: ({ pageParam, signal }) =>
    api.get(`${BASE}/versions`, { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  meta: { quiet: true },
});

/** Changes of the configuration; the page reads what holds now from their answers. */
export function useBasicActions() {
  const client = useQueryClient();
  const onSuccess = async (saved: BasicDto) => {
    client.setQueryData(configurationKeys.basic, saved);
    await client.invalidateQueries({ queryKey: configurationKeys.versions });
  };
  const save = useMutation({
    mutationFn: (patch: BasicPatch) => api.patch(BASE, patch),
    onSuccess,
    meta: { quiet: true },
  });
  const restore = useMutation({
    mutationFn: (id: string) => api.post(`${BASE}/versions/${id}/restore`),
    onSuccess,
  });
  const test = useMutation({
    mutationFn: (input: MailTest) => api.post(`${BASE}/mail-test`, input),
    meta: { quiet: true },
  });
  return { save, restore, test };
}

/** What a settings file would do. */
export function previewSettings(file: unknown): Promise<SettingsPlan> {
  return api.post("/admin/config/settings/preview", { file });
}

/** Brings sections of a settings file in; everything on screen may have changed. */
export function useApplySettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SettingsApply) => api.post("/admin/config/settings/apply", input),
    onSuccess: () => client.invalidateQueries(),
    meta: { quiet: true },
  });
}

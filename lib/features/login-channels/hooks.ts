import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import type { ChoiceSource } from "@/lib/client/choices";
import type { ChannelListDto } from "./dto";
import type { SamlMetadataInput } from "./saml-metadata";
import type { ChannelPatch, ChannelTest, NewChannel } from "./schema";

const BASE = "/admin/login-channels";

export const channelKeys = {
  all: ["login-channels"] as const,
  list: ["login-channels", "list"] as const,
  detail: (id: string) => ["login-channels", "detail", id] as const,
  choices: ["login-channels", "choices"] as const,
  places: ["login-channels", "places"] as const,
  site: (id: string) => ["login-channels", "site", id] as const,
  test: (id: string) => ["login-channels", "test", id] as const,
};

export const channelsQuery = queryOptions({
  queryKey: channelKeys.list,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
});

export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: channelKeys.detail(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
    // A form over fresh values: those of the visit before may be old.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** Read anew for each form: the id in it is for one new channel. */
export const choicesQuery = queryOptions({
  queryKey: channelKeys.choices,
  queryFn: ({ signal }) => api.get(`${BASE}/choices`, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { quiet: true },
});

/** What an own test at another site came to. */
export const testQuery = (flowId: string) =>
  queryOptions({
    queryKey: channelKeys.test(flowId),
    queryFn: ({ signal }) => api.get(`${BASE}/tests/${flowId}`, { signal }),
    meta: { quiet: true },
  });

/** Whether an identity provider stands at the issuer as it is stored; asked anew each time. */
export const siteQuery = (id: string) =>
  queryOptions({
    queryKey: channelKeys.site(id),
    queryFn: ({ signal }) => api.post(`${BASE}/${id}/site`, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });

export const placeSource: ChoiceSource = {
  key: channelKeys.places,
  find: async (keyword, signal) =>
    (
      await api.get(`${BASE}/departments`, {
        signal,
        query: { keyword: keyword || undefined },
      })
    ).items,
};

/** Reads an identity provider's metadata, by its address or from its text. */
export const readSamlMetadata = (from: SamlMetadataInput) => api.post(`${BASE}/saml-metadata`, from);

export const uploadLogo = (file: File) => api.upload(`${BASE}/pictures`, { file });

/** The key of a refusal, e.g. `channelUntested`. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError ? (error.data as { error?: string } | null)?.error : undefined;
}

/** Changes of channels; each reads the list anew before it resolves. Forms show their failures themselves. */
export function useChannelActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: channelKeys.list });
  const refresh = async (id: string) => {
    await Promise.all([onSuccess(), client.invalidateQueries({ queryKey: channelKeys.detail(id) })]);
  };
  const create = useMutation({
    mutationFn: (input: NewChannel) => api.post(BASE, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & ChannelPatch) => api.patch(`${BASE}/${id}`, patch),
    onSuccess: (_, { id }) => refresh(id),
    meta: { quiet: true },
  });
  const check = useMutation({
    mutationFn: (id: string) => api.post(`${BASE}/${id}/site`),
    meta: { quiet: true },
  });
  const status = useMutation({
    mutationFn: ({ id, status: next }: { id: string; status: "enabled" | "disabled" }) =>
      api.post(`${BASE}/${id}/status`, { status: next }),
    onSuccess: (_, { id }) => refresh(id),
  });
  const makeDefault = useMutation({
    mutationFn: ({ id, isDefault }: { id: string; isDefault: boolean }) =>
      api.post(`${BASE}/${id}/default`, { isDefault }),
    onSuccess,
  });
  const order = useMutation({
    mutationFn: (ids: string[]) => api.post(`${BASE}/order`, { ids }),
    onMutate: (ids: string[]) => {
      const before = client.getQueryData<ChannelListDto>(channelKeys.list);
      const place = new Map(ids.map((id, index) => [id, index]));
      const items = [...(before?.items ?? [])].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
      if (before) client.setQueryData<ChannelListDto>(channelKeys.list, { ...before, items });
    },
    onSettled: onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/${id}`), onSuccess });
  const test = useMutation({
    mutationFn: ({ id, ...input }: { id: string } & ChannelTest) => api.post(`${BASE}/${id}/test`, input),
    onSuccess: (_, { id }) => refresh(id),
    meta: { quiet: true },
  });
  return { create, edit, check, status, makeDefault, order, remove, test };
}

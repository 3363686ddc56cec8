import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { toolKeys } from "./hooks";
import type { SearchProviderListDto } from "./search-dto";
import type { NewSearchProvider, SearchProviderPatch } from "./search-schema";

const BASE = "/admin/tools/search-providers";
/** Below the tools: a provider more or less changes what they can do. */
const KEY = [...toolKeys.all, "search-providers"] as const;

export const searchProvidersQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
  meta: { quiet: true },
});

/** Changes of search providers; each reads providers and tools anew before it resolves. Forms show their failures themselves. */
export function useSearchProviderActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: toolKeys.all });
  const send = ({ id, ...patch }: { id: string } & SearchProviderPatch) => api.patch(`${BASE}/${id}`, patch);
  const patchList = (change: (list: SearchProviderListDto) => SearchProviderListDto) =>
    client.setQueryData<SearchProviderListDto>(KEY, (list) => list && change(list));
  const create = useMutation({
    mutationFn: (input: NewSearchProvider) => api.post(BASE, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({ mutationFn: send, onSuccess, meta: { quiet: true } });
  const change = useMutation({ mutationFn: send, onSuccess });
  const order = useMutation({
    mutationFn: (ids: string[]) => api.put(`${BASE}/order`, { ids }),
    // The rows move at once; a refusal puts them back.
    onMutate: (ids) => {
      const before = client.getQueryData<SearchProviderListDto>(KEY);
      patchList((list) => ({
        ...list,
        items: ids.flatMap((id) => list.items.find((one) => one.id === id) ?? []),
      }));
      return before;
    },
    onError: (_error, _ids, before) => client.setQueryData(KEY, before),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/${id}`), onSuccess });
  const test = useMutation({ mutationFn: (id: string) => api.post(`${BASE}/${id}/test`), onSuccess });
  return { create, edit, change, order, remove, test };
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";

const BASE = "/admin/licence";
const licenceKeys = { all: ["licence"] as const };

export const licenceQuery = queryOptions({
  queryKey: licenceKeys.all,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
  meta: { quiet: true },
});

/** Looking at a licence, installing and removing one. The drawer shows its failures itself. */
export function useLicenceActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: licenceKeys.all });
  const check = useMutation({
    mutationFn: (text: string) => api.post(`${BASE}/check`, { text }),
    meta: { quiet: true },
  });
  const install = useMutation({
    mutationFn: (text: string) => api.post(BASE, { text }),
    onSuccess,
    meta: { quiet: true },
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/${id}`), onSuccess });
  return { check, install, remove };
}

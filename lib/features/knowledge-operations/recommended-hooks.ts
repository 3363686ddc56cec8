import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { RecommendedDto } from "./recommended-dto";
import type { NewRecommended, RecommendedPatch } from "./recommended-schema";

const CENTER = "/knowledge-operations/center/recommended";

export const recommendedKeys = {
  all: ["knowledge-operations", "recommended"] as const,
  list: ["knowledge-operations", "recommended", "list"] as const,
  offered: (baseIds: readonly string[]) => ["knowledge-operations", "recommended", "offered", baseIds] as const,
};

/** All of them, for whoever looks after the center. */
export const recommendedListQuery = queryOptions({
  queryKey: recommendedKeys.list,
  queryFn: ({ signal }) => api.get(CENTER, { signal }),
  staleTime: 0,
  meta: { quiet: true },
});

/** What a person is offered, of these bases or of all. */
export const offeredQuery = (baseIds: readonly string[]) =>
  queryOptions({
    queryKey: recommendedKeys.offered(baseIds),
    queryFn: ({ signal }) =>
      api.get("/knowledge-operations/recommended", { query: { baseIds: baseIds.join(",") || undefined }, signal }),
    meta: { quiet: true },
  });

export function useRecommendedActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: recommendedKeys.all });
  return {
    create: useMutation({ mutationFn: (input: NewRecommended) => api.post(CENTER, input), onSettled }),
    change: useMutation({
      mutationFn: ({ id, ...patch }: RecommendedPatch & { id: string }) => api.patch(`${CENTER}/${id}`, patch),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`${CENTER}/${id}`), onSettled }),
    order: useMutation({
      mutationFn: (items: readonly RecommendedDto[]) => api.put(`${CENTER}/order`, { ids: items.map(({ id }) => id) }),
      // Shown at once: what was dragged does not jump back for a moment.
      onMutate: (items) =>
        client.setQueryData(
          recommendedKeys.list,
          (known: { items: RecommendedDto[]; shown: number } | undefined) => known && { ...known, items: [...items] },
        ),
      onSettled,
    }),
    settings: useMutation({ mutationFn: (shown: number) => api.put(`${CENTER}/settings`, { shown }), onSettled }),
  };
}

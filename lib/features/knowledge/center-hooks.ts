import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { CenterOffer } from "@/lib/config/knowledge-kinds";
import type { CenterChange } from "./center-schema";

const KEY = ["knowledge", "center"] as const;

export const centerQuery = queryOptions({
  queryKey: [...KEY, "settings"] as const,
  queryFn: ({ signal }) => api.get("/knowledge/center", { signal }),
  // A form begins with what is stored now.
  staleTime: 0,
  gcTime: 0,
  meta: { quiet: true },
});

/** What the center offers whoever uses bases. */
export const offerQuery = queryOptions({
  queryKey: [...KEY, "offer"] as const,
  queryFn: ({ signal }) => api.get("/knowledge/center/offer", { signal }),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** Whether the center offers a part of itself; until that is known, yes: the server refuses what it does not. */
export function useOffers(): (offer: CenterOffer) => boolean {
  const { data } = useQuery(offerQuery);
  return (offer) => data?.offers.includes(offer) ?? true;
}

export function useCenterChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: CenterChange) => api.put("/knowledge/center", change),
    onSuccess: (saved) => {
      client.setQueryData(centerQuery.queryKey, saved);
      return client.invalidateQueries({ queryKey: offerQuery.queryKey });
    },
    meta: { quiet: true },
  });
}

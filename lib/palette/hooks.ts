import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";

/** Found things are asked for anew after so long: somebody may have named one meanwhile. */
const FRESH_MS = 10_000;

/**
 * Loaded ahead in one call with what was used last, so that the palette is whole when it opens. The page's language is part
 * of the key.
 */
export const placesQuery = (locale: string) =>
  queryOptions({
    queryKey: ["palette", "places", locale],
    queryFn: async ({ signal, client }) => {
      const { recent, ...places } = await api.get("/palette/places", { signal });
      client.setQueryData(foundQuery(locale, "").queryKey, { items: recent });
      return places;
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

export const foundQuery = (locale: string, keyword: string) =>
  queryOptions({
    queryKey: ["palette", "found", locale, keyword],
    queryFn: ({ signal }) => api.get("/palette", { query: { keyword: keyword || undefined }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });

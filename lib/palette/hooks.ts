import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { MentionSign } from "./finder";

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

/** What a composer offers behind a sign, of the kinds it can take. */
export const mentionsQuery = (locale: string, sign: MentionSign, kinds: readonly string[], keyword: string) =>
  queryOptions({
    queryKey: ["palette", "mentions", locale, sign, kinds.join(), keyword],
    queryFn: ({ signal }) =>
      api.get("/palette/mentions", { query: { sign, kinds: kinds.join(), keyword: keyword || undefined }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });

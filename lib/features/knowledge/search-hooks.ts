import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { knowledgeKeys } from "./hooks";
import type { SearchInput } from "./search-schema";

/** What was found stays in view while a filter changes. */
export const searchQuery = (input: SearchInput) =>
  queryOptions({
    queryKey: [...knowledgeKeys.all, "search", input],
    queryFn: ({ signal }) => api.post("/knowledge/search", input, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

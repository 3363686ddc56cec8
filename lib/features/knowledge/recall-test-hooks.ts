import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { knowledgeKeys } from "./hooks";
import type { RecallTrace } from "./recall-test-schema";
import type { RecallLookDto } from "./trace-dto";

/** A question to a base by some settings; another `run` asks it once more. */
export interface Asked {
  question: string;
  settings: OwnRetrieval;
  run: number;
}

const pathOf = (baseId: string) => `/knowledge/bases/${baseId}` as const;
const keyOf = (baseId: string) => [...knowledgeKeys.base(baseId), "recall"] as const;

/** The last answer stays while the next is on its way. */
export const recallLookQuery = (baseId: string, asked: Asked | null) =>
  queryOptions({
    queryKey: [...keyOf(baseId), "look", asked] as const,
    queryFn: ({ signal }) => {
      const { question, settings } = asked!;
      return api.post(`${pathOf(baseId)}/recall-look`, { question, settings }, { signal });
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // Models may be paid for it: it is asked when a person says so.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });

/** What a question costs by these settings at most. */
export const recallCostQuery = (baseId: string, settings: OwnRetrieval) =>
  queryOptions({
    queryKey: [...keyOf(baseId), "cost", settings] as const,
    queryFn: ({ signal }) => api.post(`${pathOf(baseId)}/recall-cost`, { settings }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  });

/** Why a slice does not answer what was asked; what the look has told of models is not asked again. */
export const recallTraceQuery = (
  baseId: string,
  { question, settings, run }: Asked,
  { target, look }: { target: RecallTrace["target"]; look: RecallLookDto },
) =>
  queryOptions({
    queryKey: [...keyOf(baseId), "trace", { question, settings, run }, target] as const,
    queryFn: ({ signal }) =>
      api.post(`${pathOf(baseId)}/recall-trace`, { question, settings, target, seen: seenIn(look) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });

function seenIn({ queries, left, failed }: RecallLookDto): NonNullable<RecallTrace["seen"]> {
  const cutBy = (by: "filter" | "selection") => left.filter(({ cut }) => cut === by).map(({ sliceId }) => sliceId);
  return { queries, failed, filtered: cutBy("filter"), unchosen: cutBy("selection") };
}

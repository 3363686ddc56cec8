import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ParseStatus } from "@/db/schema/parsing";
import type { Citation, ResolvedCitation } from "@/lib/citations/dto";
import { api } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import type { NotReadyData } from "./dto";

export const readerKeys = {
  document: (versionId: string) => ["reader", versionId, "document"] as const,
  piece: (versionId: string, number: number) => ["reader", versionId, "piece", number] as const,
  search: (versionId: string, words: string) => ["reader", versionId, "search", words] as const,
  resolved: (marks: string) => ["reader", "resolved", marks] as const,
};

/** A version never changes; what was loaded of it is kept while the reader may come back to it. */
const FOR_GOOD = { staleTime: Number.POSITIVE_INFINITY, gcTime: 10 * 60_000, meta: { quiet: true } };

const UNDER_WAY: readonly ParseStatus[] = ["uploaded", "parsing", "segmenting", "building"];

/** What the server says about a version that is still being read; null when it failed for another reason. */
export function underWay(error: unknown): NotReadyData | null {
  if (!(error instanceof ApiError)) return null;
  const data = error.data as Partial<NotReadyData> | null;
  return data?.status && data.error === "documentNotReady" && UNDER_WAY.includes(data.status)
    ? (data as NotReadyData)
    : null;
}

/** What a call met that found a part of a document missing: the server reads it again, the document says how far that is. */
function isReadAgain(error: unknown): boolean {
  return error instanceof ApiError && (error.data as { error?: string } | null)?.error === "documentNotReady";
}

/** Has an open document look whether it is being read again. */
export function lookAgain(client: QueryClient, versionId: string): void {
  void client.invalidateQueries({ queryKey: readerKeys.document(versionId) });
}

export const documentQuery = (versionId: string) =>
  queryOptions({
    ...FOR_GOOD,
    queryKey: readerKeys.document(versionId),
    queryFn: async ({ signal, client }) => {
      try {
        return await api.get(`/reader/${versionId}`, { signal });
      } catch (error) {
        // The text of an earlier reading does not go with the next one.
        if (underWay(error)) client.removeQueries({ queryKey: ["reader", versionId], predicate: isText });
        throw error;
      }
    },
    // A newer version may appear, the right to read may end.
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.error && underWay(state.error) ? 2_000 : false),
  });

const isText = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== "document";

export const pieceQuery = (versionId: string, number: number) =>
  queryOptions({
    ...FOR_GOOD,
    queryKey: readerKeys.piece(versionId, number),
    queryFn: async ({ signal, client }) => {
      try {
        return await api.get(`/reader/${versionId}/pieces/${number}`, { signal });
      } catch (error) {
        if (isReadAgain(error)) lookAgain(client, versionId);
        throw error;
      }
    },
  });

export const searchWordsQuery = (versionId: string, words: string) =>
  queryOptions({
    ...FOR_GOOD,
    queryKey: readerKeys.search(versionId, words),
    queryFn: ({ signal }) => api.get(`/reader/${versionId}/search`, { query: { q: words }, signal }),
    enabled: words.length > 0,
  });

/** Citations one call may ask for. */
const RESOLVE_MAX = 100;

/** What the citations of an answer are worth now, by their id. */
export const resolvedQuery = (citations: readonly Citation[]) =>
  queryOptions({
    queryKey: readerKeys.resolved(
      citations
        .map(({ id, versionId, from, to, quoteHash, picture }) =>
          [id, versionId, from, to, quoteHash, picture?.name].join(":"),
        )
        .join(" "),
    ),
    queryFn: async ({ signal, client }) => {
      const answers: ResolvedCitation[] = [];
      for (let at = 0; at < citations.length; at += RESOLVE_MAX) {
        const some = citations.slice(at, at + RESOLVE_MAX);
        answers.push(...(await api.post("/reader/resolve", { citations: some }, { signal })));
      }
      for (const answer of answers) if (answer.state === "reading") lookAgain(client, answer.versionId);
      return new Map(citations.map((citation, index) => [citation.id, answers[index] ?? { state: "gone" as const }]));
    },
    enabled: citations.length > 0,
    staleTime: 30_000,
    refetchInterval: ({ state: { data } }) =>
      data && [...data.values()].some(({ state }) => state === "reading") ? 5_000 : false,
    meta: { quiet: true },
  });

import { queryOptions } from "@tanstack/react-query";
import type { ParseStatus } from "@/db/schema/documents";
import type { Citation, ResolvedCitation } from "@/lib/citations/types";
import { api } from "@/lib/http/api-client";
import { ApiError } from "@/lib/http/api-error";
import type { Piece } from "@/lib/parsing/types";
import type { NotReadyData, ReaderDocumentDto, ReaderSearchDto } from "./dto";

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

export const documentQuery = (versionId: string) =>
  queryOptions({
    ...FOR_GOOD,
    queryKey: readerKeys.document(versionId),
    queryFn: ({ signal }) => api.get<ReaderDocumentDto>(`/reader/${versionId}`, { signal }),
    // A newer version may appear, the right to read may end.
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.error && underWay(state.error) ? 2_000 : false),
  });

export const pieceQuery = (versionId: string, number: number) =>
  queryOptions({
    ...FOR_GOOD,
    queryKey: readerKeys.piece(versionId, number),
    queryFn: ({ signal }) => api.get<Piece>(`/reader/${versionId}/pieces/${number}`, { signal }),
  });

export const searchWordsQuery = (versionId: string, words: string) =>
  queryOptions({
    ...FOR_GOOD,
    queryKey: readerKeys.search(versionId, words),
    queryFn: ({ signal }) => api.get<ReaderSearchDto>(`/reader/${versionId}/search`, { query: { q: words }, signal }),
    enabled: words.length > 0,
  });

/** Citations one call may ask for. */
const RESOLVE_MAX = 100;

/** What the citations of an answer are worth now, by their id. */
export const resolvedQuery = (citations: readonly Citation[]) =>
  queryOptions({
    queryKey: readerKeys.resolved(
      citations
        .map(({ id, versionId, from, to, quoteHash }) => [id, versionId, from, to, quoteHash].join(":"))
        .join(" "),
    ),
    queryFn: async ({ signal }) => {
      const answers: ResolvedCitation[] = [];
      for (let at = 0; at < citations.length; at += RESOLVE_MAX) {
        const some = citations.slice(at, at + RESOLVE_MAX);
        answers.push(...(await api.post<ResolvedCitation[]>("/reader/resolve", { citations: some }, { signal })));
      }
      return new Map(citations.map((citation, index) => [citation.id, answers[index] ?? { state: "gone" as const }]));
    },
    enabled: citations.length > 0,
    staleTime: 30_000,
    meta: { quiet: true },
  });

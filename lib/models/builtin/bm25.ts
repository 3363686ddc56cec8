import { inverseFrequency, K1, saturation } from "@/lib/text/bm25";
import { countTerms, termsOf } from "@/lib/text/terms";
import { estimateTokens } from "../tokens";
import type { Protocol, RerankResult } from "../types";

export const BUILTIN_RERANK_MODEL = "builtin-bm25";

/** Okapi BM25 over the very documents it is given (ARCHITECTURE 6): words that few of them hold weigh most. */
export const rerankByWords: NonNullable<Protocol["rerank"]> = async (_channel, { query, documents, topN }) => ({
  results: bm25(query, documents).slice(0, topN),
  inputTokens: documents.reduce((sum, text) => sum + estimateTokens(text), estimateTokens(query)),
});

/** All documents, best first; those without a common word follow with 0, in their order. Scores lie between 0 and 1. */
export function bm25(query: string, documents: readonly string[]): RerankResult["results"] {
  const wanted = countTerms(termsOf(query));
  const counted = documents.map((text) => {
    const terms = termsOf(text);
    const counts = new Map<string, number>();
    for (const term of terms) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { counts, length: terms.length };
  });
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / (documents.length || 1) || 1;
  const weights = new Map<string, number>();
  for (const [term, asked] of wanted) {
    const holding = counted.filter(({ counts }) => counts.has(term)).length;
    weights.set(term, asked * inverseFrequency(holding, documents.length));
  }
  // What a document with every wanted word, endlessly repeated, would reach.
  const best = [...weights.values()].reduce((sum, weight) => sum + weight * (K1 + 1), 0) || 1;
  const results = counted.map(({ counts, length }, index) => {
    let score = 0;
    for (const [term, count] of counts) score += (weights.get(term) ?? 0) * saturation(count, length, mean);
    return { index, score: score / best };
  });
  return results.sort((a, b) => b.score - a.score || a.index - b.index);
}

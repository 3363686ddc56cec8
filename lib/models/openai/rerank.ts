import "server-only";
import { type Protocol, type RerankResult, SupplierError } from "../types";
import { readJson, send } from "../wire/http";
import type { Endpoint } from "./endpoint";
import { sendAdapted } from "./quirks";

const PATH = "/rerank";
const ANSWER_MAX = 16_000_000;

/** Rerank in the shape Cohere and Jina share; Voyage says `data` for `results`, llama.cpp `score` for `relevance_score`. */
export function rerankOver(endpoint: Endpoint): NonNullable<Protocol["rerank"]> {
  return async (channel, { query, documents, topN }, signal) => {
    const body = { model: channel.upstreamModel, query, documents, top_n: topN, return_documents: false };
    const url = endpoint(channel, PATH);
    const answer = await sendAdapted(channel, PATH, body, (adapted) =>
      send(channel, { url, body: JSON.stringify(adapted) }, signal),
    );
    const value = await readJson(answer, ANSWER_MAX);
    const results = rated(value.results ?? value.data, documents.length);
    return { results: results.slice(0, topN), inputTokens: tokensOf(value) };
  };
}

function rated(list: unknown, count: number): RerankResult["results"] {
  if (!Array.isArray(list)) throw new SupplierError("supplierMalformed");
  const results = list.map((entry: { index?: number; relevance_score?: number; score?: number }) => ({
    index: entry.index ?? -1,
    score: entry.relevance_score ?? entry.score ?? Number.NaN,
  }));
  const sound = results.every(({ index, score }) => index >= 0 && index < count && Number.isFinite(score));
  if (!sound) throw new SupplierError("supplierMalformed");
  return results.sort((a, b) => b.score - a.score || a.index - b.index);
}

/** `usage` of Jina and vLLM, `meta` of Cohere and SiliconFlow. */
function tokensOf({ usage, meta }: Record<string, unknown>): number | undefined {
  const { prompt_tokens, total_tokens } = (usage ?? {}) as { prompt_tokens?: number; total_tokens?: number };
  const { tokens } = (meta ?? {}) as { tokens?: { input_tokens?: number } };
  return prompt_tokens ?? total_tokens ?? tokens?.input_tokens;
}

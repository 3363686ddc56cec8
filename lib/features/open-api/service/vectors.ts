import "server-only";
import type { KeyHolder } from "@/lib/auth/api-key";
import { embed, rerank } from "@/lib/models/calls";
import { estimateTokens } from "@/lib/models/tokens";
import type { EmbeddingBody, RerankBody } from "../schema";
import { callOf, modelFor } from "./call";

/** Vectors as OpenAI documents them; its clients ask for base64 by themselves. */
export async function createEmbeddings(holder: KeyHolder, body: EmbeddingBody, signal: AbortSignal) {
  const model = await modelFor(holder, body.model, ["vector"]);
  const inputs = typeof body.input === "string" ? [body.input] : body.input;
  const { vectors, inputTokens } = await embed(
    { ...callOf(holder, model), signal },
    { inputs, dimensions: body.dimensions },
  );
  const tokens = inputTokens ?? inputs.reduce((sum, text) => sum + estimateTokens(text), 0);
  return {
    object: "list",
    model: model.name,
    data: vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: body.encoding_format === "base64" ? base64Of(vector) : vector,
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function base64Of(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString("base64");
}

/** Documents by relevance, in the shape Cohere and Jina share. */
export async function rerankDocuments(holder: KeyHolder, body: RerankBody, signal: AbortSignal) {
  const model = await modelFor(holder, body.model, ["rerank"]);
  const documents = body.documents.map((document) => (typeof document === "string" ? document : document.text));
  const { results, inputTokens } = await rerank(
    { ...callOf(holder, model), signal },
    { query: body.query, documents, topN: body.top_n },
  );
  const top = results.slice(0, body.top_n ?? results.length);
  return {
    model: model.name,
    results: top.map(({ index, score }) => ({
      index,
      relevance_score: score,
      ...(body.return_documents ? { document: { text: documents[index] } } : {}),
    })),
    usage: { total_tokens: inputTokens ?? estimateTokens([body.query, ...documents].join("\n")) },
  };
}

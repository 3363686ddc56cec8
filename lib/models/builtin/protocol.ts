import "server-only";
import type { Protocol } from "../types";
import { BUILTIN_RERANK_MODEL, rerankByWords } from "./bm25";
import { BUILTIN_EMBEDDING_MODEL, embedLexically } from "./embedding";
import { BUILTIN_MODEL, builtinProtocol } from "./extractive";

/** The models every installation has; none needs a network. */
export const builtin: Protocol = {
  chat: builtinProtocol,
  embed: embedLexically,
  rerank: rerankByWords,
  listModels: async () => [
    { id: BUILTIN_MODEL, type: "chat" },
    { id: BUILTIN_EMBEDDING_MODEL, type: "vector" },
    { id: BUILTIN_RERANK_MODEL, type: "rerank" },
  ],
};

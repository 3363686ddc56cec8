/** What a key of the Open API can be limited to. */
export const API_SCOPES = ["models", "chat", "embeddings", "rerank", "images", "audio"] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Calls of models, which a key without a list may all make. */
export const MODEL_SCOPES = ["models", "chat", "embeddings", "rerank", "images", "audio"] as const;
/** What a key of the Open API can be limited to. What an organisation knows is opened by naming it alone. */
export const API_SCOPES = [...MODEL_SCOPES, "knowledge"] as const;
export type ApiScope = (typeof API_SCOPES)[number];

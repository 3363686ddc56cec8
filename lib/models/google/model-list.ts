import "server-only";
import { type Channel, type ListedModel, SupplierError } from "../types";
import { readJson, send } from "../wire/http";
import { isImagen } from "./imagen";

const LIST_MAX = 8_000_000;
const PAGES_MAX = 5;

interface Entry {
  name?: unknown;
  inputTokenLimit?: number;
  outputTokenLimit?: number;
  supportedGenerationMethods?: string[];
  thinking?: boolean;
}

/** Models that can be called here, with their sizes; those that only live over a socket are left out. */
export async function listModels(channel: Channel, signal: AbortSignal): Promise<ListedModel[]> {
  const models: ListedModel[] = [];
  let pageToken = "";
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = new URLSearchParams({ pageSize: "1000", ...(pageToken ? { pageToken } : {}) });
    const answer = await readJson(await send(channel, { url: `${channel.baseUrl}/models?${query}` }, signal), LIST_MAX);
    if (!Array.isArray(answer.models)) throw new SupplierError("supplierMalformed");
    models.push(...(answer.models as Entry[]).flatMap(listed));
    if (typeof answer.nextPageToken !== "string" || !answer.nextPageToken) break;
    pageToken = answer.nextPageToken;
  }
  return models;
}

function listed({
  name,
  inputTokenLimit,
  outputTokenLimit,
  supportedGenerationMethods = [],
  thinking,
}: Entry): ListedModel[] {
  const id = typeof name === "string" ? name.replace(/^models\//, "") : "";
  const type = typeOf(id, supportedGenerationMethods);
  if (!id || !type) return [];
  return [
    {
      id,
      type,
      ...(inputTokenLimit ? { contextWindow: inputTokenLimit } : {}),
      ...(type === "chat" && outputTokenLimit ? { maxOutputTokens: outputTokenLimit } : {}),
      ...(type === "chat" && thinking ? { abilities: ["reasoning" as const] } : {}),
    },
  ];
}

function typeOf(id: string, methods: readonly string[]): ListedModel["type"] {
  if (methods.includes("embedContent")) return "vector";
  if (methods.includes("predict")) return isImagen(id) ? "image" : undefined;
  if (!methods.includes("generateContent")) return undefined;
  if (/-tts(-|$)/.test(id)) return "speech";
  if (/-transcribe(-|$)/.test(id)) return "transcription";
  return /-image(-|$)|banana/.test(id) ? "image" : "chat";
}

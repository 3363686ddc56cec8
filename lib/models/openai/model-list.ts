import "server-only";
import type { ModelAbility, ModelType } from "@/lib/config/model-kinds";
import { type Channel, type ListedModel, SupplierError } from "../types";
import { readJson, send } from "../wire/http";
import type { Endpoint } from "./endpoint";

const LIST_MAX = 16_000_000;
const MODELS_MAX = 5000;

/** What lists tell besides the id: OpenRouter, Mistral, Moonshot, Xinference and vLLM each in words of their own. */
interface Entry {
  id?: unknown;
  context_length?: number;
  max_context_length?: number;
  max_model_len?: number;
  context_window?: number;
  max_completion_tokens?: number;
  top_provider?: { max_completion_tokens?: number | null };
  architecture?: { input_modalities?: string[]; output_modalities?: string[] };
  supported_parameters?: string[];
  capabilities?: Record<string, unknown>;
  supports_image_in?: boolean;
  supports_video_in?: boolean;
  supports_reasoning?: boolean;
  model_type?: string;
  model_ability?: string[];
}

const XINFERENCE_TYPES: Record<string, ModelType> = {
  LLM: "chat",
  embedding: "vector",
  rerank: "rerank",
  image: "image",
};

/** Models a supplier lists, with what the list tells of them. */
export function listOver(endpoint: Endpoint) {
  return async (channel: Channel, signal: AbortSignal): Promise<ListedModel[]> => {
    const value = await readJson(await send(channel, { url: endpoint(channel, "/models") }, signal), LIST_MAX);
    const list: unknown = Array.isArray(value) ? value : value.data;
    if (!Array.isArray(list)) throw new SupplierError("supplierMalformed");
    const seen = new Set<string>();
    return (list as Entry[]).flatMap((entry) => {
      const { id } = entry;
      if (typeof id !== "string" || !id || seen.has(id) || seen.size >= MODELS_MAX) return [];
      seen.add(id);
      return [{ id, ...told(entry) }];
    });
  };
}

function told(entry: Entry): Omit<ListedModel, "id"> {
  const { context_length, max_context_length, max_model_len, context_window } = entry;
  const contextWindow = positive(context_length ?? max_context_length ?? max_model_len ?? context_window);
  const maxOutputTokens = positive(entry.top_provider?.max_completion_tokens ?? entry.max_completion_tokens);
  const abilities = abilitiesOf(entry);
  const type = XINFERENCE_TYPES[entry.model_type ?? ""];
  return {
    ...(type ? { type } : {}),
    ...(contextWindow ? { contextWindow } : {}),
    ...(maxOutputTokens ? { maxOutputTokens } : {}),
    ...(abilities.length > 0 ? { abilities } : {}),
  };
}

const positive = (value: unknown) => (typeof value === "number" && value > 0 ? value : undefined);

function abilitiesOf(entry: Entry): ModelAbility[] {
  const inputs = entry.architecture?.input_modalities ?? [];
  const parameters = entry.supported_parameters ?? [];
  const abilities = entry.model_ability ?? [];
  const { capabilities = {} } = entry;
  const has: Record<ModelAbility, boolean> = {
    tool_call: parameters.includes("tools") || capabilities.function_calling === true || abilities.includes("tools"),
    audio: inputs.includes("audio") || abilities.includes("audio"),
    reasoning: parameters.includes("reasoning") || entry.supports_reasoning === true || abilities.includes("reasoning"),
    visual:
      inputs.includes("image") ||
      entry.supports_image_in === true ||
      capabilities.vision === true ||
      abilities.includes("vision"),
    video: inputs.includes("video") || entry.supports_video_in === true,
  };
  return (Object.keys(has) as ModelAbility[]).filter((ability) => has[ability]);
}

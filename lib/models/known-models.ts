import "server-only";
import type { ModelAbility, ModelType } from "@/lib/config/model-kinds";

/** A model as its supplier's documentation describes it; what it does not say stays unset. */
export interface KnownModel {
  id: string;
  type: ModelType;
  contextWindow?: number;
  maxOutputTokens?: number;
  abilities?: readonly ModelAbility[];
}

const MILLION = 1_000_000;
const BINARY_MILLION = 1_048_576;
const THINKS: readonly ModelAbility[] = ["tool_call", "reasoning"];
const SEES: readonly ModelAbility[] = ["tool_call", "reasoning", "visual"];
const SEES_FILMS: readonly ModelAbility[] = [...SEES, "video"];
const HEARS: readonly ModelAbility[] = [...SEES, "audio", "video"];

function chat(
  id: string,
  abilities: readonly ModelAbility[],
  contextWindow?: number,
  maxOutputTokens?: number,
): KnownModel {
  return { id, type: "chat", contextWindow, maxOutputTokens, abilities };
}
const other = (type: ModelType, id: string, contextWindow?: number): KnownModel => ({ id, type, contextWindow });

const OPENAI: readonly KnownModel[] = [
  chat("gpt-6-astra", SEES, 1_050_000, 128_000),
  chat("gpt-5.6", SEES, 1_050_000, 128_000),
  chat("gpt-5.5", SEES, 1_050_000, 128_000),
  other("vector", "text-embedding-3-large", 8192),
  other("vector", "text-embedding-3-small", 8192),
  other("image", "gpt-image-1.5"),
  other("speech", "gpt-4o-mini-tts"),
  other("transcription", "gpt-4o-transcribe"),
  other("transcription", "whisper-1"),
];

/** The handful of current models of each template, November 2026. What a supplier lists itself counts more. */
const KNOWN: Record<string, readonly KnownModel[]> = {
  openai: OPENAI,
  // Deployments are named by whoever made them; most keep the model's name.
  "azure-openai": OPENAI,
  anthropic: [
    chat("claude-opus-5-5", SEES, MILLION, 128_000),
    chat("claude-sonnet-5-5", SEES, MILLION, 128_000),
    chat("claude-haiku-5-5", SEES, MILLION, 128_000),
    chat("claude-fable-5-1", SEES, MILLION, 128_000),
  ],
  google: [
    chat("gemini-3.8-flash", HEARS, BINARY_MILLION, 65_536),
    chat("gemini-3.1-pro-preview", HEARS, BINARY_MILLION, 65_536),
    other("vector", "gemini-embedding-001", 2048),
    other("image", "gemini-3-pro-image-preview"),
    other("speech", "gemini-3.1-flash-tts-preview"),
    other("transcription", "gemini-3.5-transcribe"),
  ],
  deepseek: [chat("deepseek-v4-pro", THINKS, BINARY_MILLION, 384_000), chat("deepseek-flash", SEES, MILLION, 384_000)],
  qwen: [
    chat("qwen3.7-max", THINKS, MILLION, 131_072),
    chat("qwen3.7-plus", SEES_FILMS, MILLION, 65_536),
    other("vector", "text-embedding-v4"),
    other("rerank", "qwen3-rerank"),
  ],
  zhipu: [
    chat("glm-5.2", THINKS, MILLION, 131_072),
    chat("glm-5v-turbo", SEES),
    other("vector", "embedding-3"),
    other("rerank", "rerank"),
  ],
  moonshot: [chat("kimi-k3", SEES_FILMS, BINARY_MILLION, 262_144)],
  doubao: [chat("doubao-seed-1-8-251228", SEES, 256_000)],
  hunyuan: [other("chat", "hunyuan-turbos-latest"), other("vector", "hunyuan-embedding")],
  minimax: [chat("MiniMax-M3", SEES_FILMS, 512_000, 128_000)],
  siliconflow: [other("vector", "BAAI/bge-m3", 8192), other("rerank", "BAAI/bge-reranker-v2-m3", 8192)],
  mistral: [
    other("chat", "mistral-large-latest"),
    other("vector", "mistral-embed"),
    other("transcription", "voxtral-mini-latest"),
  ],
  xai: [chat("grok-4.7", SEES, 500_000)],
};

export function knownModels(template: string): readonly KnownModel[] {
  return KNOWN[template] ?? [];
}

/** What is known of a model of a template; a dated name is its model too (`gpt-5.5-2026-04-23`). */
export function knownModel(template: string, id: string): KnownModel | undefined {
  const models = knownModels(template);
  const undated = id.replace(/-(\d{4}-\d{2}-\d{2}|\d{8}|\d{6})$/, "");
  return models.find((model) => model.id === id) ?? models.find((model) => model.id === undated);
}

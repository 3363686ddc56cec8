/** spec 3. `chat` and `language` are both answered by chat completions. */
export const MODEL_TYPES = [
  "chat",
  "language",
  "vector",
  "rerank",
  "image",
  "vision",
  "speech",
  "transcription",
] as const;
export type ModelType = (typeof MODEL_TYPES)[number];

export const MODEL_STATUS = ["normal", "abnormal", "unknown"] as const;
export type ModelStatus = (typeof MODEL_STATUS)[number];

export const MODEL_ABILITIES = ["tool_call", "audio", "reasoning", "visual", "video"] as const;
export type ModelAbility = (typeof MODEL_ABILITIES)[number];

/** What a default model is chosen for. */
export const MODEL_PURPOSES = ["chat", "embedding"] as const;
export type ModelPurpose = (typeof MODEL_PURPOSES)[number];

/** Types that answer chat completions. */
export const CHAT_TYPES: readonly ModelType[] = ["chat", "language", "vision"];

/** The purpose a model of this type can be the default for; null where there is none. */
export function purposeOf(type: ModelType): ModelPurpose | null {
  if (CHAT_TYPES.includes(type)) return "chat";
  return type === "vector" ? "embedding" : null;
}

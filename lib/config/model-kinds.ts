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

/** How the ways of one priority are ordered (spec O3). */
export const ROUTING_STRATEGIES = ["weight", "cost", "latency"] as const;
export type RoutingStrategy = (typeof ROUTING_STRATEGIES)[number];

/** Types that answer chat completions. */
export const CHAT_TYPES: readonly ModelType[] = ["chat", "language", "vision"];

/** What a default model is chosen for, with the types that serve it. */
export const PURPOSE_TYPES = {
  chat: CHAT_TYPES,
  title: CHAT_TYPES,
  rewrite: CHAT_TYPES,
  embedding: ["vector"],
  rerank: ["rerank"],
  image: ["image"],
  vision: ["vision", "chat", "language"],
  transcription: ["transcription"],
  speech: ["speech"],
  referee: CHAT_TYPES,
} as const satisfies Record<string, readonly ModelType[]>;
export type ModelPurpose = keyof typeof PURPOSE_TYPES;
export const MODEL_PURPOSES = Object.keys(PURPOSE_TYPES) as [ModelPurpose, ...ModelPurpose[]];

/** Whether a model can be the default of a purpose; a chat model sees only with its ability. */
export function servesPurpose(
  model: { type: ModelType; abilities: readonly string[] },
  purpose: ModelPurpose,
): boolean {
  if (!(PURPOSE_TYPES[purpose] as readonly ModelType[]).includes(model.type)) return false;
  return purpose !== "vision" || model.type === "vision" || model.abilities.includes("visual");
}

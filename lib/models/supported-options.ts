import { BUILTIN_TEMPLATE } from "./templates";
import type { ChatOptions, ResolvedModel } from "./types";

export const CHAT_OPTIONS = ["temperature", "topP", "presencePenalty", "frequencyPenalty", "maxOutputTokens"] as const;
export type ChatOption = (typeof CHAT_OPTIONS)[number];

/** Anthropic's messages API has no penalties. */
const ANTHROPIC: readonly ChatOption[] = ["temperature", "topP", "maxOutputTokens"];
/** OpenAI's reasoning models refuse what steers the choice of words. */
const REASONING: readonly ChatOption[] = ["maxOutputTokens"];
const OFFICIAL = new Set(["openai", "azure-openai"]);

/** Options of a chat that a model heeds, by the protocol of its first channel; others are hidden and not sent (spec 3). */
export function supportedOptions({ channels, abilities }: Pick<ResolvedModel, "channels" | "abilities">): ChatOption[] {
  const template = channels[0]?.template ?? "";
  if (template === BUILTIN_TEMPLATE) return [];
  if (template === "anthropic") return [...ANTHROPIC];
  if (OFFICIAL.has(template) && abilities.includes("reasoning")) return [...REASONING];
  return [...CHAT_OPTIONS];
}

/** The options of a question that its model heeds. */
export function optionsFor(model: ResolvedModel, wanted: Pick<ChatOptions, ChatOption>): ChatOptions {
  const options: ChatOptions = {};
  for (const name of supportedOptions(model)) {
    const value = wanted[name];
    if (value !== undefined) options[name] = value;
  }
  return options;
}

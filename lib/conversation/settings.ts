import { z } from "zod";
import { identifier, prose } from "@/lib/text/line";
import type { ChatRole, ChatSettings } from "./dto";

export type { ChatRole, ChatSettings, SettingsDto } from "./dto";

/**
 * Chat settings (spec 3) with the ranges OpenAI-compatible suppliers take. `step` is that of the slider; `usual` is shown
 * where nothing is set.
 */
export const SETTING_RANGES = {
  /** spec 3, token limit: tokens sent with a question at most. */
  contextTokens: { min: 256, max: 2_000_000, step: 256 },
  /** Earlier rounds that go along at most. */
  memoryRounds: { min: 0, max: 100, step: 1 },
  /** spec 3, response tokens. */
  maxOutputTokens: { min: 1, max: 131_072, step: 1 },
  temperature: { min: 0, max: 2, step: 0.1 },
  topP: { min: 0, max: 1, step: 0.05 },
  presencePenalty: { min: -2, max: 2, step: 0.1 },
  /** spec 3, repetition rate. */
  frequencyPenalty: { min: -2, max: 2, step: 0.1 },
} as const;
export type NumberSetting = keyof typeof SETTING_RANGES;

export const SYSTEM_PROMPT_MAX = 8000;
/** Optional tools switched on in a chat. */
const CHOSEN_TOOLS_MAX = 100;

const within = (name: NumberSetting) => z.number().min(SETTING_RANGES[name].min).max(SETTING_RANGES[name].max);

const fields = {
  contextTokens: within("contextTokens").int(),
  memoryRounds: within("memoryRounds").int(),
  maxOutputTokens: within("maxOutputTokens").int(),
  temperature: within("temperature"),
  topP: within("topP"),
  presencePenalty: within("presencePenalty"),
  frequencyPenalty: within("frequencyPenalty"),
  systemPrompt: prose(SYSTEM_PROMPT_MAX),
  /** spec 3, default model. */
  modelId: identifier(200).min(1),
  /** Names of the optional tools that are on. */
  tools: z.array(identifier(200).min(1)).max(CHOSEN_TOOLS_MAX),
};

/** What a question may bring along (spec 10). */
export const chatSettings = z.strictObject(fields).omit({ modelId: true }).partial();

type Emptied = { [Name in keyof typeof fields]: z.ZodNullable<(typeof fields)[Name]> };
const emptied = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullable()])) as Emptied;

/** Changes of kept settings: null takes one back to what holds without it. */
export const settingsPatch = z
  .strictObject(emptied)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** As a session keeps them. */
export type SessionSettings = ChatSettings & { role?: ChatRole };

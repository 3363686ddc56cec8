import { z } from "zod";
import type { AppKind } from "@/lib/config/app-kinds";
import { ownRetrieval } from "@/lib/config/knowledge-retrieval";
import { chatSettings } from "@/lib/conversation/settings";
import { ownReviewRules } from "@/lib/review/rule-schema";
import { identifier, line, prose, webAddress } from "@/lib/text/line";
import {
  APP_APPS_MAX,
  APP_BASES_MAX,
  APP_TOOLS_MAX,
  EXTERNAL_URL_MAX,
  INSTRUCTIONS_MAX,
  OPENING_MAX,
  QUESTION_MAX,
  QUESTIONS_MAX,
} from "./limits";
import { appVariables } from "./variables";
import { flowGraph } from "./workflow/graph";

/** How a model answers; what is not set is the model's own. */
const options = chatSettings.pick({
  temperature: true,
  topP: true,
  maxOutputTokens: true,
  memoryRounds: true,
  presencePenalty: true,
  frequencyPenalty: true,
});

const talkFields = {
  instructions: prose(INSTRUCTIONS_MAX).default(""),
  /** Null: the default of whoever asks. */
  modelId: z.uuid().nullable().default(null),
  options: options.default({}),
  baseIds: z
    .array(z.uuid())
    .max(APP_BASES_MAX, "tooMany")
    .refine((ids) => new Set(ids).size === ids.length, "duplicate")
    .default([]),
  /** How they are searched; what is not set is as each base has it. */
  retrieval: ownRetrieval.default({}),
  /** Where the bases hold nothing, the answer says so and no model is asked. */
  onlyBases: z.boolean().default(false),
  variables: appVariables.default([]),
  reviewRules: ownReviewRules.default([]),
};

const tools = z
  .array(identifier(200).min(1))
  .max(APP_TOOLS_MAX, "tooMany")
  .refine((names) => new Set(names).size === names.length, "duplicate")
  .default([]);

/** Other apps it may call as tools. */
const appIds = z
  .array(z.uuid())
  .max(APP_APPS_MAX, "tooMany")
  .refine((ids) => new Set(ids).size === ids.length, "duplicate")
  .default([]);

const conversationFields = {
  ...talkFields,
  opening: prose(OPENING_MAX).default(""),
  questions: z
    .array(line(QUESTION_MAX).min(1, "required"))
    .max(QUESTIONS_MAX, "tooMany")
    .refine((list) => new Set(list).size === list.length, "duplicate")
    .default([]),
  /** Questions may bring files along. */
  takesFiles: z.boolean().default(false),
  /** Questions may be spoken and answers read aloud, where the organisation has models for it. */
  hasVoice: z.boolean().default(true),
};

export const agentSettings = z.strictObject({
  ...conversationFields,
  tools,
  appIds,
  /** It may show forms and cards. */
  shows: z.boolean().default(false),
});
export const assistantSettings = z.strictObject(conversationFields);
/** `instructions` say what is written, `variables` are the form. */
export const generationSettings = z.strictObject({ ...talkFields, tools, appIds });
export const externalSettings = z.strictObject({
  url: z.union([z.literal(""), webAddress(EXTERNAL_URL_MAX, /^https$/)]).default(""),
});

/** What is set of each kind that can be made. */
export const APP_SETTINGS = {
  agent: agentSettings,
  assistant: assistantSettings,
  generation: generationSettings,
  workflow: flowGraph,
  external: externalSettings,
} as const satisfies Partial<Record<AppKind, z.ZodType>>;
export type BuiltKind = keyof typeof APP_SETTINGS;
export const BUILT_KINDS = Object.keys(APP_SETTINGS) as [BuiltKind, ...BuiltKind[]];
export const isBuilt = (kind: AppKind): kind is BuiltKind => kind in APP_SETTINGS;

/** What an app that talks is set to, with everything a kind may have. */
export type TalkSettings = z.infer<typeof agentSettings>;
export type ExternalSettings = z.infer<typeof externalSettings>;

const TALK_DEFAULTS: TalkSettings = agentSettings.parse({});

/** Settings of a kind that talks, whichever; what the kind has not stands at its default. */
export function talkSettingsOf(settings: unknown): TalkSettings {
  const parsed = agentSettings.safeParse({ ...TALK_DEFAULTS, ...(settings as object) });
  return parsed.success ? parsed.data : TALK_DEFAULTS;
}

/** Fields that must be filled before an app of the kind can be published. */
export function missingIn(kind: BuiltKind, settings: unknown): string[] {
  // What is missing in a graph is told at its nodes.
  if (kind === "workflow") return [];
  if (kind === "external") return (settings as ExternalSettings).url === "" ? ["url"] : [];
  const { instructions, variables: form } = talkSettingsOf(settings);
  if (kind !== "generation") return [];
  return [...(instructions.trim() === "" ? ["instructions"] : []), ...(form.length === 0 ? ["variables"] : [])];
}

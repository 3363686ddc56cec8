import { z } from "zod";
import type { AppKind } from "@/lib/config/app-kinds";
import { chatSettings } from "@/lib/conversation/settings";
import { identifier, line, prose, webAddress } from "@/lib/text/line";
import {
  APP_BASES_MAX,
  APP_TOOLS_MAX,
  EXTERNAL_URL_MAX,
  INSTRUCTIONS_MAX,
  OPENING_MAX,
  QUESTION_MAX,
  QUESTIONS_MAX,
  VARIABLE_LABEL_MAX,
  VARIABLE_NAME_MAX,
  VARIABLE_OPTIONS_MAX,
  VARIABLE_TEXT_MAX,
  VARIABLES_MAX,
} from "./limits";

export const VARIABLE_TYPES = ["text", "paragraph", "number", "select", "switch"] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** Letters, figures and underscores: what may stand between double braces. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A field of the form an app begins with. */
export const appVariable = z
  .strictObject({
    name: line(VARIABLE_NAME_MAX).regex(VARIABLE_NAME, "variableName"),
    label: line(VARIABLE_LABEL_MAX).min(1, "required"),
    type: z.enum(VARIABLE_TYPES),
    required: z.boolean().default(false),
    /** Of a choice. */
    options: z.array(line(VARIABLE_LABEL_MAX).min(1, "required")).max(VARIABLE_OPTIONS_MAX, "tooMany").default([]),
  })
  .refine(({ type, options }) => type !== "select" || options.length > 0, { path: ["options"], message: "required" })
  .refine(({ options }) => new Set(options).size === options.length, { path: ["options"], message: "duplicate" });
export type AppVariable = z.infer<typeof appVariable>;

const variables = z
  .array(appVariable)
  .max(VARIABLES_MAX, "tooMany")
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "variableTwice");

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
  /** Where the bases hold nothing, the answer says so and no model is asked. */
  onlyBases: z.boolean().default(false),
  variables: variables.default([]),
};

const tools = z
  .array(identifier(200).min(1))
  .max(APP_TOOLS_MAX, "tooMany")
  .refine((names) => new Set(names).size === names.length, "duplicate")
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
};

export const agentSettings = z.strictObject({ ...conversationFields, tools });
export const assistantSettings = z.strictObject(conversationFields);
/** `instructions` say what is written, `variables` are the form. */
export const generationSettings = z.strictObject({ ...talkFields, tools });
export const externalSettings = z.strictObject({
  url: z.union([z.literal(""), webAddress(EXTERNAL_URL_MAX, /^https$/)]).default(""),
});

/** What is set of each kind that can be made. */
export const APP_SETTINGS = {
  agent: agentSettings,
  assistant: assistantSettings,
  generation: generationSettings,
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
  if (kind === "external") return (settings as ExternalSettings).url === "" ? ["url"] : [];
  const { instructions, variables: form } = talkSettingsOf(settings);
  if (kind !== "generation") return [];
  return [...(instructions.trim() === "" ? ["instructions"] : []), ...(form.length === 0 ? ["variables"] : [])];
}

/** What was filled into an app's form, by the names of its variables. */
export const appInputs = z.record(
  identifier(VARIABLE_NAME_MAX),
  z.union([prose(VARIABLE_TEXT_MAX), z.number(), z.boolean()]),
);
export type AppInputs = z.infer<typeof appInputs>;

/** Fields of a form that are wrong, by their names; none is fine. */
export function wrongInputs(form: readonly AppVariable[], inputs: AppInputs): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { name, type, required, options: choices } of form) {
    const value = inputs[name];
    if (value === undefined || value === "") {
      if (required && type !== "switch") wrong[name] = "required";
      continue;
    }
    const isRight =
      type === "number"
        ? typeof value === "number"
        : type === "switch"
          ? typeof value === "boolean"
          : typeof value === "string" && (type !== "select" || choices.includes(value));
    if (!isRight) wrong[name] = "invalid";
  }
  return wrong;
}

/** What a person filled in, as words of a model: one line a field, in the order of the form. */
export function inputsText(form: readonly AppVariable[], inputs: AppInputs): string {
  return form
    .flatMap(({ name, label }) => {
      const value = inputs[name];
      return value === undefined || value === "" ? [] : [`${label}: ${String(value)}`];
    })
    .join("\n");
}

/** Text with `{{name}}` filled in; a name nobody gave a value stays empty, one that does not exist stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*([A-Za-z_][A-Za-z0-9_.]*)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  );
}

/** Names between double braces that are known without a form. */
export const KNOWN_NAMES = ["today", "user.name", "user.department"] as const;

import { cut } from "@/lib/text/storable";
import { INSTRUCTIONS_MAX, OPENING_MAX, QUESTION_MAX, QUESTIONS_MAX } from "../../limits";
import { APP_SETTINGS, type BuiltKind } from "../../settings";
import type { Left } from "../files";
import { formOf } from "./nodes";
import { type Data, isData, listIn, nameOf, numberIn, wordIn } from "./raw";
import { reviewRulesOf } from "./reviewing";
import { isOn, settingsLeft, VOICE } from "./settings-left";

/** Apps without a graph, by their name of the kind. */
export const TALK_KINDS: Readonly<Record<string, Exclude<BuiltKind, "workflow" | "external">>> = {
  chat: "assistant",
  "agent-chat": "agent",
  completion: "generation",
};
type TalkKind = (typeof TALK_KINDS)[string];

const left = (what: Left["what"], name: string): Left => ({ what, name });

/** Settings of an app that talks, the name of its model, and what of it has no place here. */
export function readTalk(kind: TalkKind, config: Data): { settings: Data; model: string | null; left: Left[] } {
  const told: Left[] = [];
  const { fields, takesFiles } = formIn(config, told);
  const model = isData(config.model) ? config.model : {};
  const { rules, left: unreviewed } = reviewRulesOf(config);
  const instructions = instructionsOf(config);
  if (instructions.length > INSTRUCTIONS_MAX) told.push(left("setting", "pre_prompt"));
  const wanted = {
    instructions: cut(instructions, INSTRUCTIONS_MAX),
    options: optionsIn(model, kind, told),
    variables: fields,
    reviewRules: rules,
    ...(kind !== "generation" && conversation(config, takesFiles)),
  };
  told.push(
    ...unreviewed,
    ...settingsLeft(config, kind === "generation" ? VOICE : []),
    ...toolsIn(config),
    ...basesIn(config),
  );
  return { settings: wanted, model: wordIn(model.name) || null, left: told };
}

function conversation(config: Data, asksForFiles: boolean): Data {
  const upload = isData(config.file_upload) ? config.file_upload : {};
  const ofPictures = isData(upload.image) ? upload.image : {};
  const questions = Array.isArray(config.suggested_questions) ? config.suggested_questions.map(wordIn) : [];
  return {
    opening: cut(named(wordIn(config.opening_statement)), OPENING_MAX),
    questions: [...new Set(questions.map((one) => cut(one.trim(), QUESTION_MAX)))]
      .filter((question) => question !== "")
      .slice(0, QUESTIONS_MAX),
    hasVoice: VOICE.some((name) => isOn(config[name])),
    takesFiles: asksForFiles || upload.enabled === true || ofPictures.enabled === true,
  };
}

/** What the model is told: one text, or the messages of those who wrote their own. */
function instructionsOf(config: Data): string {
  const own = isData(config.chat_prompt_config) ? listIn(config.chat_prompt_config.prompt) : [];
  const whole = isData(config.completion_prompt_config) ? config.completion_prompt_config.prompt : null;
  const texts =
    config.prompt_type === "advanced"
      ? own.length > 0
        ? own.map(({ text }) => wordIn(text))
        : [isData(whole) ? wordIn(whole.text) : ""]
      : [wordIn(config.pre_prompt)];
  // Passages, questions and earlier rounds come by themselves.
  return named(texts.join("\n\n").replace(/\{\{#(context|query|histories)#\}\}/g, "")).trim();
}

/** Their names of fields as ours may be. */
const named = (text: string) => text.replace(/\{\{\s*([^{}#]+?)\s*\}\}/g, (_, name: string) => `{{${nameOf(name)}}}`);

/** The form: fields that are no others' and can be filled in here. */
function formIn(config: Data, told: Left[]): ReturnType<typeof formOf> {
  const all = listIn(config.user_input_form).flatMap((entry): Data[] =>
    Object.entries(entry).flatMap(([type, field]) => (isData(field) ? [{ ...field, type }] : [])),
  );
  const unique = [...new Map<string, Data>(all.map((field) => [wordIn(field.variable), field])).values()];
  let current = "";
  const gap = () => void told.push(left("setting", current));
  const read = unique.map((field) => {
    current = `user_input_form: ${wordIn(field.variable)}`;
    return formOf({ gap }, [field]);
  });
  return {
    fields: read.flatMap(({ fields }) => fields),
    takesFiles: read.some(({ takesFiles }) => takesFiles),
  };
}

/** How the model answers; what a model here cannot be set to is left out, and told. */
function optionsIn({ completion_params: params }: Data, kind: TalkKind, told: Left[]): Data {
  const given = isData(params) ? params : {};
  const names = {
    ...{ temperature: "temperature", topP: "top_p", maxOutputTokens: "max_tokens" },
    ...{ presencePenalty: "presence_penalty", frequencyPenalty: "frequency_penalty" },
  };
  const takes = APP_SETTINGS[kind].shape.options;
  return Object.fromEntries(
    Object.entries(names).flatMap(([ours, theirs]) => {
      const value = numberIn(given[theirs]);
      if (value === undefined) return [];
      if (takes.safeParse({ [ours]: value }).success) return [[ours, value]];
      told.push(left("setting", theirs));
      return [];
    }),
  );
}

function toolsIn(config: Data): Left[] {
  const tools = isData(config.agent_mode) ? listIn(config.agent_mode.tools) : [];
  const named = tools.flatMap(({ enabled, tool_name: name }) => (enabled === false ? [] : wordIn(name) || []));
  return [...new Set(named)].map((name) => left("tool", name));
}

/** Bases stand there by ids of the other installation: how many is all that can be said. */
function basesIn(config: Data): Left[] {
  const configs = isData(config.dataset_configs) ? config.dataset_configs : {};
  const bases = isData(configs.datasets) ? listIn(configs.datasets.datasets) : [];
  return bases
    .filter(({ dataset }) => !isData(dataset) || dataset.enabled !== false)
    .map((_, index) => left("base", `#${index + 1}`));
}

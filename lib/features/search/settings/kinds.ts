/** What a model does on the way of a search (spec 3, search config). */
export const SEARCH_NODES = [
  "keywordExtract",
  "summary",
  "deepQuestion",
  "mindMap",
  "eventExtract",
  "entityExtract",
  "reflectAnswer",
] as const;
export type SearchNode = (typeof SEARCH_NODES)[number];

/** What has a prompt template with versions: the answer itself and every node. */
export const PROMPT_KEYS = ["answer", ...SEARCH_NODES] as const;
export type PromptKey = (typeof PROMPT_KEYS)[number];

/** What stands for text of the search in a template. */
export const PLACES = ["question", "passages", "answer"] as const;
export type Place = (typeof PLACES)[number];

/** Which of them a template may hold, and must: others would reach the model as they are written. */
export const PLACES_OF: Readonly<Record<PromptKey, { needed: readonly Place[]; known: readonly Place[] }>> = {
  answer: { needed: ["question", "passages"], known: ["question", "passages"] },
  keywordExtract: { needed: ["question"], known: ["question"] },
  summary: { needed: ["passages"], known: PLACES },
  deepQuestion: { needed: ["question"], known: PLACES },
  mindMap: { needed: ["passages"], known: PLACES },
  eventExtract: { needed: ["passages"], known: PLACES },
  entityExtract: { needed: ["passages"], known: PLACES },
  reflectAnswer: { needed: ["question", "passages"], known: PLACES },
};

/** Whose settings: a person's own, or what holds where a person set nothing. */
export const SETTINGS_SCOPES = ["own", "organisation"] as const;
export type SettingsScope = (typeof SETTINGS_SCOPES)[number];

/** Characters of a template. */
export const SEARCH_TEMPLATE_MAX = 6000;
/** Pages one search reads. */
export const SOURCE_COUNT = { min: 1, max: 30, default: 10 };
/** Tokens of an answer; without a number it is what the model can. */
export const ANSWER_TOKENS = { min: 256, max: 1_000_000 };
/** Versions of one template that are kept. */
export const PROMPT_VERSIONS_MAX = 50;

/** The one form of what a template may hold: `{{name}}`. */
export function placesIn(template: string): string[] {
  return [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
}

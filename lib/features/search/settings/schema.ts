import { z } from "zod";
import { revised } from "@/lib/editing/schema";
import { prose } from "@/lib/text/line";
import {
  ANSWER_TOKENS,
  PLACES_OF,
  PROMPT_KEYS,
  type PromptKey,
  placesIn,
  SEARCH_NODES,
  SEARCH_TEMPLATE_MAX,
  SETTINGS_SCOPES,
  type SearchNode,
  SOURCE_COUNT,
} from "./kinds";

const MISSING = { question: "questionPlaceholder", passages: "passagesPlaceholder", answer: "invalid" } as const;

/** A template whose places are all known, and none of those it needs is missing. */
export const promptTemplate = (key: PromptKey) =>
  prose(SEARCH_TEMPLATE_MAX).superRefine((text, context) => {
    const places = placesIn(text);
    const { needed, known } = PLACES_OF[key];
    if (text.trim() === "") return context.addIssue({ code: "custom", message: "required" });
    const missing = needed.find((place) => !places.includes(place));
    if (missing) context.addIssue({ code: "custom", message: MISSING[missing] });
    else if (places.some((place) => !(known as readonly string[]).includes(place))) {
      context.addIssue({ code: "custom", message: "unknownPlaceholder" });
    }
  });

const modelId = z.uuid().nullable();
const whole = (min: number, max: number) => z.number("number").int("number").min(min, "range").max(max, "range");

const node = (key: SearchNode) => z.strictObject({ modelId, promptTemplate: promptTemplate(key) }).partial();
const nodes = z.strictObject(
  Object.fromEntries(SEARCH_NODES.map((key) => [key, node(key)])) as Record<SearchNode, ReturnType<typeof node>>,
);

/** What one scope sets; a field that is left out is the next one's: the organisation's, then the product's. */
export const setSearchValues = z.strictObject({
  base: z
    .strictObject({
      modelId,
      /** Null: as many as the model can. */
      maxTokens: whole(ANSWER_TOKENS.min, ANSWER_TOKENS.max).nullable(),
      userPromptTemplate: promptTemplate("answer"),
      /** Pages a search reads at most. */
      sourceCount: whole(SOURCE_COUNT.min, SOURCE_COUNT.max),
      embeddingModelId: modelId,
      reflect: z.strictObject({ on: z.boolean(), modelId }).partial(),
    })
    .partial()
    .default({}),
  nodes: nodes.partial().default({}),
});
export type SetSearchValues = z.output<typeof setSearchValues>;

export const searchParamsPut = z.strictObject({ values: setSearchValues, ...revised });
export type SearchParamsPut = z.input<typeof searchParamsPut>;
/** Without keys all of a scope's values go. */
export const searchParamsReset = z.strictObject({
  keys: z.array(z.enum(PROMPT_KEYS)).min(1).max(PROMPT_KEYS.length).optional(),
  ...revised,
});

export const scopeParam = z.object({ scope: z.enum(SETTINGS_SCOPES) });
export const promptVersionsQuery = z.object({ key: z.enum(PROMPT_KEYS) });

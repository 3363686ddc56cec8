import { z } from "zod";
import { identifier, line } from "@/lib/text/line";
import type { SearchParamsScopeDto, WholeSearchParams } from "./dto";
import { ANSWER_TOKENS, PROMPT_KEYS, type PromptKey, SEARCH_NODES, type SearchNode, SOURCE_COUNT } from "./kinds";
import { promptTemplate, type SetSearchValues } from "./schema";

/** What a choice says that sets nothing, and one that sets "the model that answers". */
export const INHERIT = "inherit";
export const USUAL = "usual";

const choice = identifier(40).min(1, "required");
const figure = (min: number, max: number) =>
  line(9)
    .regex(/^\d*$/, "number")
    .refine((text) => text === "" || (Number(text) >= min && Number(text) <= max), "range");

const templates = Object.fromEntries(PROMPT_KEYS.map((key) => [key, promptTemplate(key)])) as Record<
  PromptKey,
  ReturnType<typeof promptTemplate>
>;
const models = Object.fromEntries(SEARCH_NODES.map((key) => [key, choice])) as Record<SearchNode, typeof choice>;

/** The form of a scope: empty figures and `inherit` set nothing, nor does a text that is the inherited one. */
export const searchParamsForm = z.object({
  modelId: choice,
  maxTokens: figure(ANSWER_TOKENS.min, ANSWER_TOKENS.max),
  sourceCount: figure(SOURCE_COUNT.min, SOURCE_COUNT.max),
  embeddingModelId: choice,
  reflectOn: z.enum([INHERIT, "on", "off"]),
  reflectModelId: choice,
  templates: z.object(templates),
  models: z.object(models),
});
export type SearchParamsForm = z.infer<typeof searchParamsForm>;

const chosen = (id: string | null | undefined) => (id === undefined ? INHERIT : (id ?? USUAL));
const modelOf = (text: string) => (text === INHERIT ? undefined : text === USUAL ? null : text);

/** The text of a prompt in values that are whole. */
export const textOf = ({ base, nodes }: WholeSearchParams, key: PromptKey) =>
  key === "answer" ? base.userPromptTemplate : nodes[key].promptTemplate;

export function toParamsForm(
  { base, nodes }: SearchParamsScopeDto["values"],
  inherited: WholeSearchParams,
): SearchParamsForm {
  const own = (key: PromptKey) => (key === "answer" ? base.userPromptTemplate : nodes[key]?.promptTemplate);
  const on = base.reflect?.on;
  return {
    modelId: chosen(base.modelId),
    maxTokens: base.maxTokens ? String(base.maxTokens) : "",
    sourceCount: base.sourceCount ? String(base.sourceCount) : "",
    embeddingModelId: chosen(base.embeddingModelId),
    reflectOn: on === undefined ? INHERIT : on ? "on" : "off",
    reflectModelId: chosen(base.reflect?.modelId),
    templates: Object.fromEntries(PROMPT_KEYS.map((key) => [key, own(key) ?? textOf(inherited, key)])) as Record<
      PromptKey,
      string
    >,
    models: Object.fromEntries(SEARCH_NODES.map((key) => [key, chosen(nodes[key]?.modelId)])) as Record<
      SearchNode,
      string
    >,
  };
}

export function toParams(form: SearchParamsForm, inherited: WholeSearchParams): SetSearchValues {
  const template = (key: PromptKey) =>
    form.templates[key] === textOf(inherited, key) ? undefined : form.templates[key];
  const reflect = defined({
    on: form.reflectOn === INHERIT ? undefined : form.reflectOn === "on",
    modelId: modelOf(form.reflectModelId),
  });
  const base = defined({
    modelId: modelOf(form.modelId),
    maxTokens: form.maxTokens === "" ? undefined : Number(form.maxTokens),
    userPromptTemplate: template("answer"),
    sourceCount: form.sourceCount === "" ? undefined : Number(form.sourceCount),
    embeddingModelId: modelOf(form.embeddingModelId),
    reflect: Object.keys(reflect).length > 0 ? reflect : undefined,
  });
  const nodes = SEARCH_NODES.flatMap((key) => {
    const node = defined({ modelId: modelOf(form.models[key]), promptTemplate: template(key) });
    return Object.keys(node).length > 0 ? [[key, node] as const] : [];
  });
  return { base, nodes: Object.fromEntries(nodes) };
}

/** Without the fields that set nothing. */
function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

import { z } from "zod";
import { PROMPT_KEYS, SEARCH_NODES, type SearchNode } from "./kinds";

// What is stored came through the schemas of its calls.
const node = z.strictObject({ modelId: z.string().nullable().optional(), promptTemplate: z.string().optional() });
const valuesDto = z.strictObject({
  base: z.strictObject({
    modelId: z.string().nullable().optional(),
    maxTokens: z.int().nullable().optional(),
    userPromptTemplate: z.string().optional(),
    sourceCount: z.int().optional(),
    embeddingModelId: z.string().nullable().optional(),
    reflect: z.strictObject({ on: z.boolean().optional(), modelId: z.string().nullable().optional() }).optional(),
  }),
  nodes: z.partialRecord(z.enum(SEARCH_NODES), node),
});

const wholeNode = z.strictObject({
  modelId: z.string().nullable(),
  promptTemplate: z.string(),
  version: z.int().nullable(),
});

/** Everything with a value: what holds where a scope sets nothing. */
const wholeDto = z.strictObject({
  base: z.strictObject({
    modelId: z.string().nullable(),
    maxTokens: z.int().nullable(),
    userPromptTemplate: z.string(),
    version: z.int().nullable(),
    sourceCount: z.int(),
    embeddingModelId: z.string().nullable(),
    reflect: z.strictObject({ on: z.boolean(), modelId: z.string().nullable() }),
  }),
  nodes: z.strictObject({
    keywordExtract: wholeNode,
    summary: wholeNode,
    deepQuestion: wholeNode,
    mindMap: wholeNode,
    eventExtract: wholeNode,
    entityExtract: wholeNode,
    reflectAnswer: wholeNode,
  } satisfies Record<SearchNode, typeof wholeNode>),
});
export type WholeSearchParams = z.infer<typeof wholeDto>;

const scopeDto = z.strictObject({
  /** What the scope sets itself; what is absent is inherited. */
  values: valuesDto,
  /** What holds below it. */
  inherited: wholeDto,
  revision: z.string(),
});
export type SearchParamsScopeDto = z.infer<typeof scopeDto>;

const modelDto = z.strictObject({ id: z.uuid(), name: z.string() });

export const searchParamsDto = z.strictObject({
  /** What this person's searches follow now. */
  effective: wholeDto,
  own: scopeDto,
  /** Null: they may not change what the organisation sets. */
  organisation: scopeDto.nullable(),
  models: z.strictObject({ chat: z.array(modelDto), vector: z.array(modelDto) }),
});
export type SearchParamsDto = z.infer<typeof searchParamsDto>;

export const promptVersionDto = z.strictObject({
  version: z.int(),
  template: z.string(),
  author: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type PromptVersionDto = z.infer<typeof promptVersionDto>;
export const promptVersionsDto = z.strictObject({ key: z.enum(PROMPT_KEYS), items: z.array(promptVersionDto) });

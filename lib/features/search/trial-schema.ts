import { z } from "zod";
import { extractDto, money, stepModel } from "@/lib/stream/part-dto";
import { keptText, prose } from "@/lib/text/line";
import type { ExtractKind } from "./chat-schema";
import { SEARCH_NODES, SEARCH_TEMPLATE_MAX, type SearchNode } from "./settings/kinds";
import { promptTemplate } from "./settings/schema";

/** What a node draws out of an answer; the others give texts. */
export const EXTRACT_OF_NODE = {
  summary: "summary",
  mindMap: "mindMap",
  eventExtract: "events",
  entityExtract: "entities",
} as const satisfies Partial<Record<SearchNode, ExtractKind>>;

/** A node as it stands on the screen, saved or not (spec C5). */
export const nodeTrial = z
  .strictObject({
    node: z.enum(SEARCH_NODES),
    /** Null: the model that answers. */
    modelId: z.uuid().nullable(),
    promptTemplate: prose(SEARCH_TEMPLATE_MAX),
  })
  .superRefine(({ node, promptTemplate: text }, context) => {
    for (const { message } of promptTemplate(node).safeParse(text).error?.issues ?? [])
      context.addIssue({ code: "custom", message, path: ["promptTemplate"] });
  });
export type NodeTrial = z.infer<typeof nodeTrial>;

/** What a node made of a stored answer: things with their passages, or texts alone. */
export const nodeResultDto = z.strictObject({
  extract: extractDto.pick({ kind: true, items: true }).nullable(),
  /** Queries or questions. */
  texts: z.array(keptText),
  by: stepModel.nullable(),
  ms: z.int().nullable(),
  /** Null without a price. */
  cost: money.nullable(),
});
export type NodeResultDto = z.infer<typeof nodeResultDto>;

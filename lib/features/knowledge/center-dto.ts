import { z } from "zod";
import { CENTER_OFFERS } from "@/lib/config/knowledge-kinds";
import { CENTER_PARTS } from "./center-schema";

const revision = z.string();
const named = z.strictObject({ id: z.uuid(), name: z.string() });

export const centerDto = z.strictObject({
  values: z.strictObject(CENTER_PARTS),
  revisions: z.strictObject({
    knowledgeCenter: revision,
    knowledgeNewBases: revision,
    knowledgeLimits: revision,
    knowledgeRecall: revision,
    knowledgeRetrieval: revision,
    knowledgeChat: revision,
  }),
  /** Models that can be chosen. */
  models: z.strictObject({ vector: z.array(named), rerank: z.array(named), chat: z.array(named) }),
});
export type CenterDto = z.infer<typeof centerDto>;

/** What everybody who uses bases is told of the center. */
export const centerOfferDto = z.strictObject({
  welcome: z.string(),
  offers: z.array(z.enum(CENTER_OFFERS)),
  newBases: CENTER_PARTS.knowledgeNewBases,
  limits: CENTER_PARTS.knowledgeLimits,
});
export type CenterOfferDto = z.infer<typeof centerOfferDto>;

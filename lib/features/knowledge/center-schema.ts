import { z } from "zod";
import { CENTER_KINDS } from "@/lib/config/knowledge-center";
import { CENTER_OFFERS } from "@/lib/config/knowledge-kinds";
import { ANSWER_STRATEGIES, QA_MIN_SCORE_LEAST, retrievalSettings } from "@/lib/config/knowledge-retrieval";
import { revised } from "@/lib/editing/schema";
import { prose } from "@/lib/text/line";
import { MEMORY_MAX, RANDOMNESS, SENT_SLICES_MAX, TEMPLATE_MAX } from "./chat-schema";
import { segmentationInput } from "./schema";

const center = z.strictObject({ ...CENTER_KINDS.knowledgeCenter.shape, offers: z.array(z.enum(CENTER_OFFERS)) });
const newBases = z.strictObject({
  ...CENTER_KINDS.knowledgeNewBases.shape,
  segmentation: segmentationInput.nullable(),
});
const limits = z.strictObject(CENTER_KINDS.knowledgeLimits.shape);
const recall = z.strictObject(CENTER_KINDS.knowledgeRecall.shape);
const chat = z.strictObject({
  modelId: z.uuid().nullable(),
  questionTemplate: prose(TEMPLATE_MAX).refine((text) => text.includes("{{question}}"), "questionPlaceholder"),
  memoryCount: z.int().min(0, "range").max(MEMORY_MAX, "range"),
  temperature: z.number("number").min(RANDOMNESS.min, "range").max(RANDOMNESS.max, "range").nullable(),
  topK: z.int().min(1, "range").max(SENT_SLICES_MAX, "range"),
  rewrite: z.boolean(),
  strategy: z.enum(ANSWER_STRATEGIES),
  qaMinScore: z.number("number").min(QA_MIN_SCORE_LEAST, "range").max(1, "range"),
  intentModelId: z.uuid().nullable(),
  recommend: z.strictObject({ enabled: z.boolean(), modelId: z.uuid().nullable() }),
});

/** Parts of the center's settings, each a screen of its own. */
export const CENTER_PARTS = {
  knowledgeCenter: center,
  knowledgeNewBases: newBases,
  knowledgeLimits: limits,
  knowledgeRecall: recall,
  knowledgeRetrieval: retrievalSettings,
  knowledgeChat: chat,
} as const;
export type CenterPart = keyof typeof CENTER_PARTS;
export type CenterValues = { [Part in CenterPart]: z.infer<(typeof CENTER_PARTS)[Part]> };
export const CENTER_PART_NAMES = Object.keys(CENTER_PARTS) as CenterPart[];

/** One part, whole, as it was read and is now to be. */
export const centerChange = z.discriminatedUnion("part", [
  z.strictObject({ part: z.literal("knowledgeCenter"), values: center, ...revised }),
  z.strictObject({ part: z.literal("knowledgeNewBases"), values: newBases, ...revised }),
  z.strictObject({ part: z.literal("knowledgeLimits"), values: limits, ...revised }),
  z.strictObject({ part: z.literal("knowledgeRecall"), values: recall, ...revised }),
  z.strictObject({ part: z.literal("knowledgeRetrieval"), values: retrievalSettings, ...revised }),
  z.strictObject({ part: z.literal("knowledgeChat"), values: chat, ...revised }),
]);
export type CenterChange = z.infer<typeof centerChange>;

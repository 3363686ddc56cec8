import { z } from "zod";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { ANSWER_STRATEGIES } from "@/lib/config/knowledge-retrieval";
import { conversationTitle, questionPlace, questionText } from "@/lib/conversation/schema";
import { SETTING_RANGES } from "@/lib/conversation/settings";
import { revised } from "@/lib/editing/schema";
import { prose } from "@/lib/text/line";
import type { KnowledgeChatConfigDto } from "./chat-dto";
import { chosenBases } from "./schema";

/** Characters of a template for questions. */
export const TEMPLATE_MAX = 4000;
/** Slices a person may have sent to the model at most, and earlier rounds that go along. */
export const SENT_SLICES_MAX = 20;
export const MEMORY_MAX = 20;
export const RANDOMNESS = SETTING_RANGES.temperature;

export const newKnowledgeChat = z.strictObject({ baseIds: chosenBases, title: conversationTitle.optional() });
export const knowledgeChatPatch = z.strictObject({ baseIds: chosenBases });

const askedOf = {
  ...questionPlace,
  /** Slices are looked for and cited; without them the model answers from the conversation alone. */
  useSources: z.boolean().optional(),
};

/** A question in a conversation; with `baseIds` it is put to these from now on. */
export const knowledgeQuestion = z.strictObject({
  ...askedOf,
  text: questionText(CHAT_INPUT_MAX.other),
  baseIds: chosenBases.optional(),
});
export type KnowledgeQuestion = z.infer<typeof knowledgeQuestion>;

/** A question to bases; without `sessionId` it begins a conversation. */
export const knowledgeAsked = z.strictObject({
  ...askedOf,
  baseIds: chosenBases,
  question: questionText(CHAT_INPUT_MAX.other),
  sessionId: z.uuid().optional(),
  /** What answers this question; the person's own setting where it is left out. */
  strategy: z.enum(ANSWER_STRATEGIES).optional(),
});
export type KnowledgeAsked = z.infer<typeof knowledgeAsked>;

/** As a program asks: whole, where it wants no stream. */
export const openKnowledgeAsked = knowledgeAsked.extend({ stream: z.boolean().default(true) });
export type OpenKnowledgeAsked = z.infer<typeof openKnowledgeAsked>;

/** What a person sets of knowledge chat (spec 3). */
export const knowledgeChatConfig = z.strictObject({
  modelId: z.uuid().nullable(),
  memoryCount: z.int().min(0).max(MEMORY_MAX),
  temperature: z.number("number").min(RANDOMNESS.min, "range").max(RANDOMNESS.max, "range").nullable(),
  topK: z.int().min(1).max(SENT_SLICES_MAX),
  questionTemplate: prose(TEMPLATE_MAX).refine((text) => text.includes("{{question}}"), "questionPlaceholder"),
  rewrite: z.boolean(),
  strategy: z.enum(ANSWER_STRATEGIES),
  recommend: z.boolean(),
}) satisfies z.ZodType<KnowledgeChatConfigDto>;

export const knowledgeChatConfigPatch = knowledgeChatConfig.extend(revised);
export type KnowledgeChatConfigPatch = z.infer<typeof knowledgeChatConfigPatch>;

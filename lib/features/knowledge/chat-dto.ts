import { z } from "zod";
import { ANSWER_STRATEGIES } from "@/lib/config/knowledge-retrieval";
import { BASE_ICONS } from "./limits";

export const knowledgeChatDto = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  /** In the order they were chosen; those that may no longer be used are not among them. */
  bases: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      icon: z.enum(BASE_ICONS),
      ownerName: z.string(),
      isOwn: z.boolean(),
    }),
  ),
  /** Chosen ones that were deleted or are no longer shown to the person. */
  withdrawn: z.int(),
  /** An answer is being written in it. */
  running: z.boolean(),
  lastMessageAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type KnowledgeChatDto = z.infer<typeof knowledgeChatDto>;

const knowledgeChatConfigDto = z.strictObject({
  /** Null: the center's, or the default chat model. */
  modelId: z.string().nullable(),
  memoryCount: z.int(),
  /** Randomness; null: the model's own. */
  temperature: z.number().nullable(),
  /** Slices that go to the model at most. */
  topK: z.int(),
  /** Must hold {{question}}; may hold {{passages}}. */
  questionTemplate: z.string(),
  rewrite: z.boolean(),
  /** What answers: slices and a model, pairs of question and answer, or a pair and else these. */
  strategy: z.enum(ANSWER_STRATEGIES),
  recommend: z.boolean(),
});
export type KnowledgeChatConfigDto = z.infer<typeof knowledgeChatConfigDto>;

/** As its form loads it. */
export const openedChatConfigDto = knowledgeChatConfigDto.extend({ revision: z.string() });
export type OpenedChatConfigDto = z.infer<typeof openedChatConfigDto>;

/** What can still be done about an answer that found nothing. */
export const askedOwnersDto = z.strictObject({
  /** People who look after the bases and were told of the question. */
  asked: z.array(z.string()),
  /** Those who can still be told. */
  open: z.array(z.string()),
});
export type AskedOwnersDto = z.infer<typeof askedOwnersDto>;

export const followUpsDto = z.strictObject({ items: z.array(z.string()) });

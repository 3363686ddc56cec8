import { z } from "zod";
import { MESSAGE_STATUS } from "@/db/schema/conversation";
import { DISLIKE_REASONS } from "@/lib/config/feedback";
import { contextDataDto, messagePartDto } from "./part-dto";

const messageFeedback = z.strictObject({
  value: z.enum(["like", "dislike"]),
  /** Of a dislike (spec 4). */
  reason: z.enum(DISLIKE_REASONS).nullable(),
  text: z.string(),
});
export type MessageFeedback = z.infer<typeof messageFeedback>;

/** A message of any area that talks to a model. */
export const chatMessageDto = z
  .strictObject({
    id: z.uuid(),
    parentId: z.uuid().nullable(),
    role: z.enum(["user", "assistant"]),
    parts: z.array(messagePartDto),
    status: z.enum(MESSAGE_STATUS),
    /** Key of the error catalogue. */
    error: z.string().nullable(),
    modelId: z.string().nullable(),
    modelName: z.string().nullable(),
    usage: z
      .strictObject({
        inputTokens: z.int(),
        outputTokens: z.int(),
        estimated: z.boolean(),
        firstTokenMs: z.number().nullable(),
        durationMs: z.number().nullable(),
      })
      .nullable(),
    /** What went to the model and what did not; null where nothing is told of it. */
    context: contextDataDto.nullable(),
    /** Money in micro-units; null without a price. */
    cost: z.strictObject({ micros: z.number(), currency: z.string() }).nullable(),
    /** Shared by the answers several models gave to one question at once. */
    comparisonId: z.uuid().nullable(),
    /** The run to follow while the status is `streaming`. */
    runId: z.uuid().nullable(),
    /** Ids of all messages under the same parent, oldest first: answers to one question, or versions of one. */
    siblingIds: z.array(z.uuid()),
    /** What the asker thinks of an answer. */
    feedback: messageFeedback.nullable().optional(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "ChatMessage" });
export type ChatMessageDto = z.infer<typeof chatMessageDto>;

export const messagePageDto = z.strictObject({
  items: z.array(chatMessageDto),
  /** Earlier messages of the branch are left out. */
  hasEarlier: z.boolean(),
  /** What `before` of the page above this one is; null at the beginning. */
  next: z.uuid().nullable().optional(),
  /** Later ones are left out: the page stands around a message that was looked for. */
  hasLater: z.boolean().optional(),
});
export type MessagePage = z.infer<typeof messagePageDto>;

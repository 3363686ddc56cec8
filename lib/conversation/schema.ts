import { z } from "zod";
import { SESSION_TITLE_MAX } from "@/lib/config/constants";
import { identifier, line, prose } from "@/lib/text/line";
import { COMPARED_MAX, COMPARED_MIN, characters } from "./limits";
import { chatSettings } from "./settings";

/** A line of at most so many characters that may not be empty. */
export const shortLine = (max: number, empty: string) =>
  line(2 * max)
    .min(1, empty)
    .refine((text) => characters(text) <= max, "tooLong");

export const conversationTitle = shortLine(SESSION_TITLE_MAX, "sessionNameEmpty");

/** Words of a question, at most so many characters. */
export const questionWords = (max: number) =>
  prose(2 * max).refine((text) => characters(text) <= max, "chatInputTooLong");

/** As `questionWords`, and they may not be missing. */
export const questionText = (max: number) =>
  questionWords(max).refine((text) => text.trim() !== "", "questionRequired");

export const modelId = identifier(200).min(1);
const idempotencyKey = identifier(100).min(1);
/** Header `Idempotency-Key`. */
export const idempotencyHeader = idempotencyKey;

/** Where a question of any kind goes, and who answers it. */
export const questionPlace = {
  modelId: modelId.optional(),
  /** Message the question goes under: the end of the branch in view when unset, null for the beginning. */
  parentId: z.uuid().nullable().optional(),
  /** Makes a repeated post harmless (spec 10). */
  messageId: idempotencyKey.optional(),
};

/** How a stored question is to be answered once more. */
export const answerWish = z.strictObject({
  modelId: questionPlace.modelId,
  settings: chatSettings.optional(),
  messageId: questionPlace.messageId,
});
export type AnswerWish = z.infer<typeof answerWish>;

/** In the place of `modelId`: one question to several models (spec B5). */
export const comparedModels = z
  .array(modelId)
  .min(COMPARED_MIN)
  .max(COMPARED_MAX)
  .refine((ids) => new Set(ids).size === ids.length, "duplicateModels");

/** The person's word on one call of a tool. */
export const consent = z.strictObject({ callId: identifier(200).min(1), allowed: z.boolean() });

import { z } from "zod";
import { CHAT_INPUT_MAX, SESSION_TITLE_MAX } from "@/lib/config/constants";
import { FILE_IDS_MAX } from "./limits";

/** Length as people count it: Unicode code points (AHEAD B4). */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export const sessionTitle = z
  .string()
  .trim()
  .min(1, "sessionNameEmpty")
  .refine((title) => characters(title) <= SESSION_TITLE_MAX, "tooLong");

export const newSession = z.strictObject({ title: sessionTitle.optional() });
export const sessionPatch = z
  .strictObject({ title: sessionTitle.optional(), archived: z.boolean().optional() })
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");

/** spec 3, chat settings: ranges as OpenAI-compatible suppliers take them. */
export const chatSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  /** Response tokens. */
  maxOutputTokens: z.number().int().min(1).max(131_072).optional(),
  /** Earlier rounds that go along. */
  memoryRounds: z.number().int().min(0).max(100).optional(),
  systemPrompt: z.string().max(8000).optional(),
});
export type ChatSettings = z.infer<typeof chatSettings>;

const idempotencyKey = z.string().min(1).max(100);

export const question = z.strictObject({
  text: z
    .string()
    .refine((text) => text.trim() !== "", "questionRequired")
    .refine((text) => characters(text) <= CHAT_INPUT_MAX.personal, "chatInputTooLong"),
  fileIds: z.array(z.uuid()).max(10).optional(),
  modelId: z.string().min(1).max(200).optional(),
  parentId: z.uuid().optional(),
  settings: chatSettings.optional(),
  /** Makes a repeated post harmless (CONTRACT). */
  messageId: idempotencyKey.optional(),
});
export type Question = z.infer<typeof question>;

export const reAnswer = z.strictObject({
  modelId: z.string().min(1).max(200).optional(),
  settings: chatSettings.optional(),
  messageId: idempotencyKey.optional(),
});
export type ReAnswer = z.infer<typeof reAnswer>;

export const idempotencyHeader = idempotencyKey;

/** Ids with commas between; what is no id is a file that is not there. */
export const chatFilesQuery = z.object({
  ids: z
    .string()
    .max(FILE_IDS_MAX * 37, "tooLong")
    .transform((ids) => [...new Set(ids.split(",").filter((id) => z.uuid().safeParse(id).success))]),
});

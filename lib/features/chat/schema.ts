import { z } from "zod";
import { CHAT_INPUT_MAX, SESSION_TITLE_MAX } from "@/lib/config/constants";
import { isPlainLine } from "@/lib/config/plain-text";

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
  .refine((title) => characters(title) <= SESSION_TITLE_MAX, "tooLong")
  .refine(isPlainLine, "characters");

export const newSession = z.strictObject({
  title: sessionTitle.optional(),
  folderId: z.uuid().optional(),
  /** Never listed, searched or titled; gone when it is left. */
  temporary: z.boolean().optional(),
});
export type NewSession = z.infer<typeof newSession>;
export const sessionPatch = z
  .strictObject({
    title: sessionTitle.optional(),
    archived: z.boolean().optional(),
    pinned: z.boolean().optional(),
    folderId: z.uuid().nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");
export type SessionPatch = z.infer<typeof sessionPatch>;

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

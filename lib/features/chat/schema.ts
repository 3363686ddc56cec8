import { z } from "zod";
import { CHAT_INPUT_MAX, SESSION_TITLE_MAX } from "@/lib/config/constants";
import { identifier, line, prose } from "@/lib/text/line";
import { FILE_IDS_MAX } from "./limits";
import { chatSettings } from "./settings";

/** spec B5. */
export const COMPARED_MIN = 2;
export const COMPARED_MAX = 4;

/** Length as people count it: Unicode code points (spec B4). */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export const sessionTitle = line(2 * SESSION_TITLE_MAX)
  .min(1, "sessionNameEmpty")
  .refine((title) => characters(title) <= SESSION_TITLE_MAX, "tooLong");

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

const idempotencyKey = identifier(100).min(1);

export const question = z.strictObject({
  text: prose(2 * CHAT_INPUT_MAX.personal)
    .refine((text) => text.trim() !== "", "questionRequired")
    .refine((text) => characters(text) <= CHAT_INPUT_MAX.personal, "chatInputTooLong"),
  fileIds: z.array(z.uuid()).max(10).optional(),
  modelId: identifier(200).min(1).optional(),
  /** Message the question goes under: the end of the branch in view when unset, null for the beginning. */
  parentId: z.uuid().nullable().optional(),
  settings: chatSettings.optional(),
  /** Makes a repeated post harmless (spec 10). */
  messageId: idempotencyKey.optional(),
});
export type Question = z.infer<typeof question>;

export const reAnswer = z.strictObject({
  modelId: identifier(200).min(1).optional(),
  settings: chatSettings.optional(),
  messageId: idempotencyKey.optional(),
});
export type ReAnswer = z.infer<typeof reAnswer>;

/** spec B5: one question to two to four models. */
export const comparison = question
  .omit({ modelId: true })
  .extend({ modelIds: z.array(identifier(200).min(1)).min(COMPARED_MIN).max(COMPARED_MAX) })
  .refine(({ modelIds }) => new Set(modelIds).size === modelIds.length, "duplicateModels");
export type Comparison = z.infer<typeof comparison>;

/** The person's word on one call of a tool. */
export const consent = z.strictObject({ callId: identifier(200).min(1), allowed: z.boolean() });

/** The role of the prompt square that is on in a chat; null switches it off. */
export const roleChoice = z.strictObject({ promptId: z.uuid().nullable() });

export const modelQuery = z.object({ modelId: identifier(200).min(1).optional() });

export const idempotencyHeader = idempotencyKey;

/** Ids with commas between; what is no id is a file that is not there. */
export const chatFilesQuery = z.object({
  ids: identifier(FILE_IDS_MAX * 37).transform((ids) => [
    ...new Set(ids.split(",").filter((id) => z.uuid().safeParse(id).success)),
  ]),
});

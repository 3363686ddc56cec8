import { z } from "zod";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import {
  comparedModels,
  conversationTitle,
  modelId,
  questionPlace,
  questionText,
  shortLine,
} from "@/lib/conversation/schema";
import { chatSettings } from "@/lib/conversation/settings";
import { identifier } from "@/lib/text/line";
import { BASES_MAX, CHAT_FOLDER_NAME_MAX, FILE_IDS_MAX } from "./limits";

export const newSession = z.strictObject({
  title: conversationTitle.optional(),
  folderId: z.uuid().optional(),
  /** Never listed, searched or titled; gone when it is left. */
  temporary: z.boolean().optional(),
});
export type NewSession = z.infer<typeof newSession>;
export const chatFolder = z.strictObject({ name: shortLine(CHAT_FOLDER_NAME_MAX, "required") });

export const question = z.strictObject({
  ...questionPlace,
  text: questionText(CHAT_INPUT_MAX.personal),
  fileIds: z.array(z.uuid()).max(10).optional(),
  /** Knowledge bases the answer is searched for in. */
  baseIds: z.array(z.uuid()).max(BASES_MAX, "tooMany").optional(),
  settings: chatSettings.optional(),
});
export type Question = z.infer<typeof question>;

export const comparison = question.omit({ modelId: true }).extend({ modelIds: comparedModels });
export type Comparison = z.infer<typeof comparison>;

/** The role of the prompt square that is on in a chat; null switches it off. */
export const roleChoice = z.strictObject({ promptId: z.uuid().nullable() });

export const modelQuery = z.object({ modelId: modelId.optional() });

/** Ids with commas between; what is no id is a file that is not there. */
export const chatFilesQuery = z.object({
  ids: identifier(FILE_IDS_MAX * 37).transform((ids) => [
    ...new Set(ids.split(",").filter((id) => z.uuid().safeParse(id).success)),
  ]),
});

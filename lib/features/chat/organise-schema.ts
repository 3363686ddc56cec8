import { z } from "zod";
import { isPlainLine } from "@/lib/config/plain-text";
import { pageQuery } from "@/lib/http/paging";
import { BULK_CHATS_MAX, CHAT_FOLDER_NAME_MAX } from "./limits";

const keyword = pageQuery.shape.keyword.refine((text) => !text?.includes("\0"), "characters");
export const chatQuery = pageQuery.extend({ keyword, archived: z.stringbool().optional() });

/** Words to look for in titles and messages. */
export const chatSearch = z.strictObject({
  keyword: z
    .string()
    .trim()
    .min(1, "required")
    .max(200, "tooLong")
    .refine((text) => !text.includes("\0"), "characters"),
});

export const chatFolder = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, "required")
    .refine((name) => [...name].length <= CHAT_FOLDER_NAME_MAX, "tooLong")
    .refine(isPlainLine, "characters"),
});

const ids = z.array(z.uuid()).min(1, "required").max(BULK_CHATS_MAX, "tooMany");
export const chatBulk = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("archive"), ids }),
  z.strictObject({ action: z.literal("delete"), ids }),
  z.strictObject({ action: z.literal("move"), ids, folderId: z.uuid().nullable() }),
]);
export type ChatBulk = z.infer<typeof chatBulk>;

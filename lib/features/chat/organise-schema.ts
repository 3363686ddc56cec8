import { z } from "zod";
import { pageQuery } from "@/lib/http/paging";
import { line, searchWords } from "@/lib/text/line";
import { BULK_CHATS_MAX, CHAT_FOLDER_NAME_MAX } from "./limits";

export const chatQuery = pageQuery.extend({ archived: z.stringbool().optional() });

/** Words to look for in titles and messages. */
export const chatSearch = z.strictObject({
  keyword: searchWords(200).min(1, "required"),
});

export const chatFolder = z.strictObject({
  name: line(2 * CHAT_FOLDER_NAME_MAX)
    .min(1, "required")
    .refine((name) => [...name].length <= CHAT_FOLDER_NAME_MAX, "tooLong"),
});

const ids = z.array(z.uuid()).min(1, "required").max(BULK_CHATS_MAX, "tooMany");
export const chatBulk = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("archive"), ids }),
  z.strictObject({ action: z.literal("delete"), ids }),
  z.strictObject({ action: z.literal("move"), ids, folderId: z.uuid().nullable() }),
]);
export type ChatBulk = z.infer<typeof chatBulk>;

import { z } from "zod";
import { pageQuery } from "@/lib/endpoint/paging";
import { shareDays } from "@/lib/sharing/schema";
import { identifier, searchWords } from "@/lib/text/line";
import { BULK_MAX, HISTORY_DAYS } from "./limits";
import { conversationTitle } from "./schema";

/** Conversations of the last so many days (spec 9). */
const historyDays = z.coerce
  .number()
  .int()
  .refine((days) => (HISTORY_DAYS as readonly number[]).includes(days), "invalid");

/** Own conversations of a kind, archived ones or the others. */
export const historyQuery = pageQuery.extend({
  kind: identifier(50).optional(),
  archived: z.stringbool().optional(),
  /** Held with this thing of its kind: an app. */
  about: z.uuid().optional(),
  days: historyDays.optional(),
});

export const conversationPatch = z
  .strictObject({
    title: conversationTitle.optional(),
    archived: z.boolean().optional(),
    pinned: z.boolean().optional(),
    folderId: z.uuid().nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");
export type ConversationPatch = z.infer<typeof conversationPatch>;

/** Words to look for in titles and messages, none finds nothing; of one kind where it is said. */
export const conversationSearch = z.strictObject({
  keyword: searchWords(200),
  kind: identifier(50).optional(),
  days: historyDays.optional(),
});
export type ConversationSearch = z.infer<typeof conversationSearch>;

const ids = z.array(z.uuid()).min(1, "required").max(BULK_MAX, "tooMany");
export const conversationBulk = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("archive"), ids }),
  z.strictObject({ action: z.literal("delete"), ids }),
  z.strictObject({ action: z.literal("move"), ids, folderId: z.uuid().nullable() }),
]);
export type ConversationBulk = z.infer<typeof conversationBulk>;

export const newShare = z.strictObject({
  days: shareDays,
  /** Of an answer: it is shared with its question, and nothing else. */
  answerId: z.uuid().optional(),
});
export type NewShare = z.infer<typeof newShare>;

export const sharedQuery = z.object({ after: z.uuid().optional() });

import { z } from "zod";
import { FILE_KINDS } from "@/lib/config/knowledge-kinds";
import { questionText } from "@/lib/conversation/schema";
import { line } from "@/lib/text/line";
import { SEARCH_DAYS, SEARCH_FILTERS_MAX, SEARCH_WORDS_MAX, TAG_LENGTH_MAX } from "./limits";

/** What is searched for in all bases a person reaches, and what it is narrowed to. */
export const searchInput = z.strictObject({
  query: questionText(SEARCH_WORDS_MAX),
  baseIds: z.array(z.uuid()).max(SEARCH_FILTERS_MAX, "tooMany").default([]),
  kinds: z.array(z.enum(FILE_KINDS)).max(FILE_KINDS.length).default([]),
  tags: z.array(line(TAG_LENGTH_MAX)).max(SEARCH_FILTERS_MAX, "tooMany").default([]),
  ownerIds: z.array(z.uuid()).max(SEARCH_FILTERS_MAX, "tooMany").default([]),
  /** Files whose words came in during the last so many days. */
  days: z.union(SEARCH_DAYS.map((days) => z.literal(days))).optional(),
  /** Also those that are out of their days. */
  expired: z.boolean().default(false),
});
export type SearchInput = z.infer<typeof searchInput>;

import { z } from "zod";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { questionPlace, questionText } from "@/lib/conversation/schema";
import { line } from "@/lib/text/line";
import { SEARCH_MODES, SOURCES_CHOSEN_MAX } from "./modes";

/** What is searched, and how thoroughly. No source: what the organisation has set. */
const scope = {
  sourceIds: z
    .array(z.uuid())
    .max(SOURCES_CHOSEN_MAX)
    .refine((ids) => new Set(ids).size === ids.length, "duplicates")
    .optional(),
  mode: z.enum(SEARCH_MODES).optional(),
};

export const newSearch = z.strictObject(scope);
export type NewSearch = z.infer<typeof newSearch>;

/** Files a question is about, those before it in its branch are known. */
const files = { fileIds: z.array(z.uuid()).max(10).optional() };

/** A question in a search; what it says of the scope holds from then on. */
export const searchQuestion = z.strictObject({
  ...questionPlace,
  ...scope,
  ...files,
  text: questionText(CHAT_INPUT_MAX.other),
});
export type SearchQuestion = z.infer<typeof searchQuestion>;

/** A question to the web; without `sessionId` it begins a search (spec 10). */
export const searchAsked = z.strictObject({
  ...questionPlace,
  ...scope,
  ...files,
  question: questionText(CHAT_INPUT_MAX.other),
  sessionId: z.uuid().optional(),
});
export type SearchAsked = z.infer<typeof searchAsked>;

/** What is drawn out of an answer (spec C6). */
export const EXTRACT_KINDS = ["summary", "mindMap", "events", "entities"] as const;
export type ExtractKind = (typeof EXTRACT_KINDS)[number];
export const extractParams = z.object({ id: z.uuid(), kind: z.enum(EXTRACT_KINDS) });

export const searchChoicesQuery = z.object({ keyword: line(100).default("") });

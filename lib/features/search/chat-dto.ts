import { z } from "zod";
import { extractDto, foundPicture, pageData } from "@/lib/stream/part-dto";
import { SEARCH_MODES } from "./modes";

export const searchDto = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  mode: z.enum(SEARCH_MODES),
  /** Chosen ones the person may still use; none: the organisation's default. */
  sources: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  /** Chosen ones that are gone. */
  withdrawn: z.int(),
  running: z.boolean(),
  lastMessageAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type SearchDto = z.infer<typeof searchDto>;

export const questionsDto = z.strictObject({ items: z.array(z.string()) });

export const picturesDto = z.strictObject({ items: z.array(foundPicture) });

export const answerExtractDto = z.strictObject({ extract: extractDto });

/** How the pages of a search are now (spec C9). */
export const searchAgainDto = z.strictObject({
  pages: z.array(
    z.strictObject({
      ...pageData.pick({ address: true, title: true, versionId: true }).shape,
      state: z.enum(["new", "changed", "same", "gone", "unread"]),
    }),
  ),
  lookedAt: z.iso.datetime(),
});
export type SearchAgainDto = z.infer<typeof searchAgainDto>;

/** Sources a question can be put to, the first of many by name. */
export const searchChoicesDto = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      domains: z.int(),
      /** The organisation's. */
      isShared: z.boolean(),
    }),
  ),
  /** What is searched without one: the whole web, the sources a person may use, or nothing. */
  byDefault: z.enum(["web", "sources", "nothing"]),
});
export type SearchChoicesDto = z.infer<typeof searchChoicesDto>;

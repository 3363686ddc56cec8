import { z } from "zod";
import { RECOMMENDED_ORIGINS } from "@/lib/config/knowledge-kinds";
import { BASE_ICONS } from "@/lib/features/knowledge/limits";
import { keptText } from "@/lib/text/line";

const base = z.strictObject({ id: z.uuid(), name: keptText, icon: z.enum(BASE_ICONS) });

/** A recommended question as whoever looks after the center sees it. */
export const recommendedDto = z.strictObject({
  id: z.uuid(),
  content: keptText,
  base: base.nullable(),
  isShown: z.boolean(),
  isSticky: z.boolean(),
  origin: z.enum(RECOMMENDED_ORIGINS),
  /** Files its answer rests on. */
  files: z.int(),
  author: keptText.nullable(),
  updatedAt: z.iso.datetime(),
});
export type RecommendedDto = z.infer<typeof recommendedDto>;

export const recommendedListDto = z.strictObject({ items: z.array(recommendedDto), shown: z.int() });

/** A question a person is offered; with a base, the one that answers it. */
export const offeredDto = z.strictObject({ id: z.uuid(), content: keptText, base: base.nullable() });
export type OfferedDto = z.infer<typeof offeredDto>;

import { z } from "zod";

export const foundGroupDto = z.strictObject({
  id: z.string(),
  heading: z.string(),
  items: z.array(
    z.strictObject({ id: z.string(), label: z.string(), href: z.string(), detail: z.string().optional() }),
  ),
});
export type FoundGroupDto = z.infer<typeof foundGroupDto>;

const placeDto = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Other words for it. */
  words: z.string(),
  href: z.string(),
  kind: z.enum(["action", "screen", "console"]),
});
export type PlaceDto = z.infer<typeof placeDto>;

export const placesDto = z.strictObject({
  items: z.array(placeDto),
  /** Other words for whole screens. */
  screens: z.array(z.strictObject({ href: z.string(), words: z.string() })),
  /** What was used last. */
  recent: z.array(foundGroupDto),
});
export type PlacesDto = z.infer<typeof placesDto>;

import { z } from "zod";

export const foundGroupDto = z.strictObject({
  id: z.string(),
  heading: z.string(),
  items: z.array(
    z.strictObject({ id: z.string(), label: z.string(), href: z.string(), detail: z.string().optional() }),
  ),
});
export type FoundGroupDto = z.infer<typeof foundGroupDto>;

export const mentionGroupDto = z.strictObject({
  id: z.string(),
  /** What the composer does with them hangs on it. */
  kind: z.string(),
  heading: z.string(),
  items: z.array(z.strictObject({ id: z.string(), label: z.string(), detail: z.string().optional() })),
});
export type MentionGroupDto = z.infer<typeof mentionGroupDto>;

const placeDto = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Other words for it. */
  words: z.string(),
  href: z.string(),
  kind: z.enum(["action", "screen", "console"]),
  /** A composer offers it as a command. */
  inChat: z.boolean(),
});
export type PlaceDto = z.infer<typeof placeDto>;

export const placesDto = z.strictObject({
  items: z.array(placeDto),
  /** Whole screens with other words for them; the menus name most of them already. */
  screens: z.array(placeDto.pick({ href: true, name: true, words: true, kind: true })),
  /** What was used last. */
  recent: z.array(foundGroupDto),
});
export type PlacesDto = z.infer<typeof placesDto>;

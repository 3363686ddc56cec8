import { z } from "zod";
import { IMAGE_QUALITIES, IMAGE_SHAPES, IMAGE_STYLES } from "@/lib/config/image-kinds";

/** What an image model takes, as it is told (spec E3). */
export const imageOptionsDto = z.strictObject({
  sizes: z.partialRecord(z.enum(IMAGE_SHAPES), z.string()),
  qualities: z.array(z.enum(IMAGE_QUALITIES)),
  styles: z.array(z.enum(IMAGE_STYLES)),
  countMax: z.int(),
  seed: z.boolean(),
  negativePrompt: z.boolean(),
  referencesMax: z.int(),
  edit: z.boolean(),
  mask: z.boolean(),
});

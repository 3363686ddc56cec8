import { z } from "zod";
import {
  IMAGE_COUNT_MAX,
  IMAGE_QUALITIES,
  IMAGE_REFERENCES_MAX,
  IMAGE_SHAPES,
  IMAGE_STYLES,
  type ImageOptions,
} from "@/lib/config/image-kinds";
import { identifier } from "@/lib/text/line";

/** Pixels of a side. */
const SIDE = { min: 64, max: 8192 };
const size = identifier(9).refine((text) => {
  const sides = /^(\d{2,4})x(\d{2,4})$/.exec(text)?.slice(1).map(Number);
  return sides?.every((side) => side >= SIDE.min && side <= SIDE.max) ?? false;
}, "pixels");
const whole = (min: number, max: number) => z.number("number").int("number").min(min, "range").max(max, "range");

const alike = {
  qualities: z.array(z.enum(IMAGE_QUALITIES)).max(IMAGE_QUALITIES.length, "tooMany"),
  styles: z.array(z.enum(IMAGE_STYLES)).max(IMAGE_STYLES.length, "tooMany"),
  countMax: whole(1, IMAGE_COUNT_MAX),
  seed: z.boolean(),
  negativePrompt: z.boolean(),
  referencesMax: whole(0, IMAGE_REFERENCES_MAX),
  edit: z.boolean(),
  mask: z.boolean(),
};

/** As an administrator sets it, in place of what is known of the model. */
export const imageOptions = z
  .strictObject({ sizes: z.partialRecord(z.enum(IMAGE_SHAPES), size), ...alike })
  // A part of a picture is changed where pictures are.
  .transform((options) => ({ ...options, mask: options.mask && options.edit }));

/** The same as a form has it: an empty size is a shape the model does not offer. */
export const imageOptionsForm = z.object({
  sizes: z.record(z.enum(IMAGE_SHAPES), z.union([z.literal(""), size])),
  ...alike,
});
export type ImageOptionsForm = z.infer<typeof imageOptionsForm>;

export function toImageForm({ sizes, ...options }: ImageOptions): ImageOptionsForm {
  const { vertical = "", square = "", horizontal = "" } = sizes;
  return { ...options, sizes: { vertical, square, horizontal } };
}

export function toImageOptions(form: ImageOptionsForm | null): ImageOptions | null {
  if (!form) return null;
  const sizes = Object.fromEntries(Object.entries(form.sizes).filter(([, text]) => text !== ""));
  return { ...form, sizes };
}

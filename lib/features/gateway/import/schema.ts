import { z } from "zod";
import { secret } from "@/lib/text/line";
import { CHANNELS_READ_MAX, IMPORT_TEXT_MAX } from "./limits";

/** It holds keys: nothing of it is shown, logged or kept but sealed. */
const pasted = secret(IMPORT_TEXT_MAX).min(1, "required");

export const importLook = z.strictObject({ text: pasted });
export type ImportLook = z.infer<typeof importLook>;

/** The channels to take, by their numbers in the preview. */
export const importOrder = z.strictObject({
  text: pasted,
  rows: z.array(z.int().min(0).max(CHANNELS_READ_MAX)).min(1, "required").max(CHANNELS_READ_MAX),
});
export type ImportOrder = z.infer<typeof importOrder>;

import { z } from "zod";
import { MODEL_ABILITIES, MODEL_TYPES } from "@/lib/config/model-kinds";

/** What is told of a supplier wherever it stands. */
export const supplierHeadDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  template: z.string(),
  /** The one that needs no network; it cannot be changed. */
  builtin: z.boolean(),
  baseUrl: z.string().nullable(),
});

/** A model of a supplier's list, with what the list or the supplier's documentation tells; unknown stays null. */
export const foundModelDto = z.strictObject({
  /** The supplier's name for it. */
  id: z.string(),
  type: z.enum(MODEL_TYPES),
  contextWindow: z.int().nullable(),
  maxOutputTokens: z.int().nullable(),
  abilities: z.array(z.enum(MODEL_ABILITIES)),
});
export type FoundModel = z.infer<typeof foundModelDto>;

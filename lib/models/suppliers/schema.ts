import { z } from "zod";
import { MODEL_ABILITIES, MODEL_TYPES } from "@/lib/config/model-kinds";
import { findTemplate, SUPPLIER_TEMPLATES } from "@/lib/models/templates";
import { identifier, line, webAddress } from "@/lib/text/line";

/* Fields of a supplier that both consoles send; each console names its own bodies and forms of them. */

export const supplierName = line(120).min(1, "required");
export const supplierTemplate = z.enum(SUPPLIER_TEMPLATES.map(({ key }) => key) as [string, ...string[]]);
/** An address as it is stored: without slashes at the end. */
export const supplierAddress = (max = 500) => webAddress(max).transform((url) => url.replace(/\/+$/, ""));
export const supplierSecret = line(2000).min(1, "required");
/** A key in a form: empty means none, or the stored one. */
export const secretField = line(2000);
export const supplierStatus = z.enum(["enabled", "disabled"]);

/** Headers of one supplier. */
export const HEADERS_MAX = 20;
/** Nothing that could start another header. */
export const HEADER_VALUE = /^[\x20-\x7e]{0,1000}$/;
export const supplierHeaders = z
  .record(identifier(60).regex(/^[A-Za-z0-9-]{1,60}$/), identifier(1000).regex(HEADER_VALUE))
  .refine((value) => Object.keys(value).length <= HEADERS_MAX, "tooMany");

/** Models added at once; a supplier may list more than this. */
export const MODELS_AT_ONCE = 200;
export const modelTokens = z.number().int().min(1, "invalid").max(100_000_000, "invalid");
export const modelAbilities = z.array(z.enum(MODEL_ABILITIES)).max(MODEL_ABILITIES.length);
/** What the supplier's list told of a model; unset: what its documentation says, else unknown. */
const pickedModel = z.strictObject({
  upstreamModel: supplierName,
  type: z.enum(MODEL_TYPES),
  contextWindow: modelTokens.nullable().optional(),
  maxOutputTokens: modelTokens.nullable().optional(),
  abilities: modelAbilities.optional(),
});
export type PickedModel = z.infer<typeof pickedModel>;
export const pickedModels = z.array(pickedModel).max(MODELS_AT_ONCE, "tooMany");

/** Models of a saved supplier's list. */
export const newModels = z.strictObject({ models: pickedModels.min(1, "required") });
export type NewModels = z.infer<typeof newModels>;

/** Whether a form holds the key its template asks for. */
export const hasNeededKey = (template: string, secrets: readonly string[]): boolean =>
  !findTemplate(template)?.keyRequired || secrets.some(Boolean);

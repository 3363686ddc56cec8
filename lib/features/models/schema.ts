import { z } from "zod";
import { MODEL_ABILITIES, MODEL_PURPOSES, MODEL_TYPES, type ModelPurpose } from "@/lib/config/model-kinds";
import { revised } from "@/lib/editing/schema";
import { findTemplate, SUPPLIER_TEMPLATES } from "@/lib/models/templates";
import { identifier, line, lines, searchWords, webAddress } from "@/lib/text/line";

const name = line(120).min(1, "required");
const baseUrl = webAddress(500).transform((url) => url.replace(/\/+$/, ""));
const apiKey = line(2000).min(1, "required");
/** Header names and values as HTTP allows them: nothing that could start another header. */
const headers = z
  .record(identifier(60).regex(/^[A-Za-z0-9-]+$/), identifier(1000).regex(/^[\x20-\x7e]*$/))
  .refine((value) => Object.keys(value).length <= 20, "tooMany");
const template = z.enum(SUPPLIER_TEMPLATES.map(({ key }) => key) as [string, ...string[]]);

/** Models added at once; a supplier may list more than this. */
export const MODELS_AT_ONCE = 200;
const tokens = z.number().int().min(1, "invalid").max(100_000_000, "invalid");
const abilities = z.array(z.enum(MODEL_ABILITIES)).max(MODEL_ABILITIES.length);
const pickedModel = z.strictObject({
  upstreamModel: name,
  type: z.enum(MODEL_TYPES),
  /** What the supplier's list told; unset: what its documentation says, else unknown. */
  contextWindow: tokens.optional(),
  maxOutputTokens: tokens.optional(),
  abilities: abilities.optional(),
});
const pickedModels = z.array(pickedModel).max(MODELS_AT_ONCE, "tooMany");
export type PickedModel = z.infer<typeof pickedModel>;

export const newSupplier = z.strictObject({
  name,
  template,
  /** Unset: the template's own address. */
  baseUrl: baseUrl.optional(),
  apiKey: apiKey.optional(),
  headers: headers.optional(),
  /** Models of its list to add along with it. */
  models: pickedModels.optional(),
});
export type NewSupplier = z.infer<typeof newSupplier>;

export const supplierPatch = z.strictObject({
  name: name.optional(),
  baseUrl: baseUrl.optional(),
  /** Null removes the stored key. */
  apiKey: apiKey.nullable().optional(),
  headers: headers.nullable().optional(),
  status: z.enum(["enabled", "disabled"]).optional(),
  ...revised,
});
export type SupplierPatch = z.infer<typeof supplierPatch>;

const keyField = line(2000);

/** The form that adds a supplier; an empty key means none, where the template allows it. */
export const supplierForm = z
  .object({ template, name, baseUrl, apiKey: keyField })
  .refine((value) => value.apiKey !== "" || !findTemplate(value.template)?.keyRequired, {
    path: ["apiKey"],
    message: "keyRequired",
  });
/** The form that changes one; an empty key keeps the stored one. */
export const supplierEditForm = z.object({ name, baseUrl, apiKey: keyField });

/** What a supplier offers, asked before it is saved. */
export const supplierProbe = newSupplier.omit({ name: true, models: true });
export type SupplierProbe = z.infer<typeof supplierProbe>;

export const newModel = z.strictObject({
  name,
  supplierId: z.uuid(),
  type: z.enum(MODEL_TYPES),
  /** The name at the supplier; unset: the model's own. */
  upstreamModel: name.optional(),
  description: lines(500).optional(),
  contextWindow: tokens.nullable().optional(),
  maxOutputTokens: tokens.nullable().optional(),
  abilities: abilities.optional(),
  enabled: z.boolean().optional(),
});
export type NewModel = z.infer<typeof newModel>;

/** Models of a saved supplier's list. */
export const newModels = z.strictObject({ models: pickedModels.min(1, "required") });
export type NewModels = z.infer<typeof newModels>;

const ids = z
  .array(z.uuid())
  .max(500, "tooMany")
  .transform((list) => [...new Set(list)]);

export const modelPatch = newModel
  .omit({ supplierId: true })
  .partial()
  .extend({
    visibility: z.enum(["all", "partial"]).optional(),
    /** Who sees a model of partial visibility; unset leaves them as they are. */
    roleIds: ids.optional(),
    departmentIds: ids.optional(),
    /** Switches a model off although something uses it (AHEAD N11). */
    confirmed: z.boolean().optional(),
    ...revised,
  });
export type ModelPatch = z.infer<typeof modelPatch>;

export const modelRemoval = z.object({ confirmed: z.stringbool().optional() });

export const subjectSearch = z.object({
  kind: z.enum(["role", "department"]),
  keyword: searchWords(120).optional(),
});
export type SubjectSearch = z.infer<typeof subjectSearch>;

/** The form that changes a model; an empty size is unknown. */
export const modelForm = z.object({
  name,
  upstreamModel: name,
  type: z.enum(MODEL_TYPES),
  description: lines(500),
  contextWindow: tokens.optional(),
  maxOutputTokens: tokens.optional(),
  abilities: z.array(z.enum(MODEL_ABILITIES)),
  visibility: z.enum(["all", "partial"]),
  roleIds: z.array(identifier(200)).max(500, "tooMany"),
  departmentIds: z.array(identifier(200)).max(500, "tooMany"),
});

export const modelDefaultsPatch = z.strictObject({
  ...(Object.fromEntries(MODEL_PURPOSES.map((purpose) => [purpose, z.uuid().nullable().optional()])) as Record<
    ModelPurpose,
    z.ZodOptional<z.ZodNullable<z.ZodUUID>>
  >),
  ...revised,
});
export type ModelDefaultsPatch = z.infer<typeof modelDefaultsPatch>;

import { z } from "zod";
import { MODEL_PURPOSES, MODEL_TYPES, type ModelPurpose } from "@/lib/config/model-kinds";
import { revised } from "@/lib/editing/schema";
import { imageOptions, imageOptionsForm } from "@/lib/models/image-schema";
import {
  modelAbilities as abilities,
  hasNeededKey,
  pickedModels,
  secretField,
  supplierAddress,
  supplierHeaders,
  supplierName,
  supplierSecret,
  supplierStatus,
  supplierTemplate,
  modelTokens as tokens,
} from "@/lib/models/suppliers/schema";
import { identifier, line, lines, searchWords } from "@/lib/text/line";

const name = line(120).min(1, "required");
const baseUrl = supplierAddress();

export const newSupplier = z.strictObject({
  name: supplierName,
  template: supplierTemplate,
  /** Unset: the template's own address. */
  baseUrl: baseUrl.optional(),
  apiKey: supplierSecret.optional(),
  headers: supplierHeaders.optional(),
  /** Models of its list to add along with it. */
  models: pickedModels.optional(),
});
export type NewSupplier = z.infer<typeof newSupplier>;

export const supplierPatch = z.strictObject({
  name: supplierName.optional(),
  baseUrl: baseUrl.optional(),
  /** Null removes the stored key. */
  apiKey: supplierSecret.nullable().optional(),
  headers: supplierHeaders.nullable().optional(),
  status: supplierStatus.optional(),
  ...revised,
});
export type SupplierPatch = z.infer<typeof supplierPatch>;

/** The form that adds a supplier; an empty key means none, where the template allows it. */
export const supplierForm = z
  .object({ template: supplierTemplate, name: supplierName, baseUrl, apiKey: secretField })
  .refine(({ template, apiKey }) => hasNeededKey(template, [apiKey]), { path: ["apiKey"], message: "keyRequired" });
/** The form that changes one; an empty key keeps the stored one. */
export const supplierEditForm = z.object({ name: supplierName, baseUrl, apiKey: secretField });

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
    /** Null: what is known of the model holds again. */
    imageOptions: imageOptions.nullable().optional(),
    /** Switches a model off although something uses it (spec N11). */
    confirmed: z.boolean().optional(),
    ...revised,
  });
export type ModelPatch = z.infer<typeof modelPatch>;

/** Models that are shown to a department by itself; those of everybody are shown to it anyway. */
export const departmentModelsPatch = z.strictObject({ modelIds: ids, ...revised });
export type DepartmentModelsPatch = z.infer<typeof departmentModelsPatch>;

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
  abilities,
  visibility: z.enum(["all", "partial"]),
  roleIds: z.array(identifier(200)).max(500, "tooMany"),
  departmentIds: z.array(identifier(200)).max(500, "tooMany"),
  imageOptions: imageOptionsForm.nullable(),
});

export const modelDefaultsPatch = z.strictObject({
  ...(Object.fromEntries(MODEL_PURPOSES.map((purpose) => [purpose, z.uuid().nullable().optional()])) as Record<
    ModelPurpose,
    z.ZodOptional<z.ZodNullable<z.ZodUUID>>
  >),
  ...revised,
});
export type ModelDefaultsPatch = z.infer<typeof modelDefaultsPatch>;

import { z } from "zod";
import { HEALTH_EVENTS } from "@/db/schema/gateway";
import { STATUS } from "@/db/schema/organisation";
import {
  MODEL_ABILITIES,
  MODEL_PURPOSES,
  MODEL_STATUS,
  MODEL_TYPES,
  type ModelPurpose,
} from "@/lib/config/model-kinds";
import { imageOptionsDto } from "@/lib/models/image-dto";
import { foundModelDto, supplierHeadDto } from "@/lib/models/suppliers/dto";
import { AUTH_STYLES, SUPPLIER_PROTOCOLS } from "@/lib/models/templates";
import { PROBE_KINDS } from "./probe-kinds";

export const supplierDto = supplierHeadDto.extend({
  status: z.enum(STATUS),
  /** Whether a key is stored, and its last four characters; the key itself is never shown. */
  hasKey: z.boolean(),
  keyHint: z.string(),
  checkedAt: z.iso.datetime().nullable(),
  checkError: z.string().nullable(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type SupplierDto = z.infer<typeof supplierDto>;

export const probeDto = z.strictObject({
  ok: z.boolean(),
  at: z.iso.datetime(),
  /** What was seen, in the supplier's or the model's own words. */
  detail: z.string().optional(),
  /** Key of the error catalogue: the supplier refused. */
  error: z.string().optional(),
});
export type ProbeDto = z.infer<typeof probeDto>;

/** By what was probed. */
const probesDto = z.partialRecord(z.enum(PROBE_KINDS), probeDto);

export const modelDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  supplierId: z.uuid(),
  upstreamModel: z.string(),
  type: z.enum(MODEL_TYPES),
  description: z.string(),
  contextWindow: z.int().nullable(),
  maxOutputTokens: z.int().nullable(),
  abilities: z.array(z.enum(MODEL_ABILITIES)),
  enabled: z.boolean(),
  status: z.enum(MODEL_STATUS),
  latencyMs: z.int().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  /** Key of the error catalogue. */
  checkError: z.string().nullable(),
  isDefault: z.boolean(),
  /** A channel it may take has no price today: its calls are missing in all figures of money. */
  unpriced: z.boolean(),
  visibility: z.enum(["all", "partial"]),
  /** What probes found, by what was probed. */
  probes: probesDto,
});
export type ModelDto = z.infer<typeof modelDto>;

const purposes = Object.fromEntries(MODEL_PURPOSES.map((purpose) => [purpose, z.uuid().nullable()])) as Record<
  ModelPurpose,
  z.ZodNullable<z.ZodUUID>
>;

/** The model of each purpose. */
export const modelDefaultsDto = z.strictObject({ ...purposes, revision: z.string() });
export type ModelDefaultsDto = z.infer<typeof modelDefaultsDto>;

/** Why a department has a model: everybody does, by itself, through a department above it, or not at all. */
export const MODEL_REACH = ["all", "own", "above", "none"] as const;

/** The models of a department, as they are given to it. */
export const departmentModelsDto = z.strictObject({
  department: z.strictObject({ id: z.uuid(), name: z.string() }),
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      supplierId: z.uuid(),
      enabled: z.boolean(),
      reach: z.enum(MODEL_REACH),
      /** The department above that has it; the nearest. */
      from: z.string().nullable(),
      /** Roles that see it, whatever the department. */
      roles: z.int(),
    }),
  ),
  revision: z.string(),
});
export type DepartmentModelsDto = z.infer<typeof departmentModelsDto>;

export const modelProbeResultDto = z.strictObject({
  probes: probesDto,
  /** What could not be found out this time, and why. */
  unsure: z.partialRecord(z.enum(PROBE_KINDS), z.strictObject({ error: z.string().nullable(), detail: z.string() })),
});
export type ModelProbeResult = z.infer<typeof modelProbeResultDto>;

/** The result of trying a supplier or a model. `error` is a key of the catalogue, `detail` the supplier's own words. */
export const testResultDto = z.strictObject({
  ok: z.boolean(),
  latencyMs: z.int(),
  error: z.string().nullable(),
  detail: z.string(),
});
export type TestResult = z.infer<typeof testResultDto>;

export const supplierTestResultDto = testResultDto.extend({ models: z.array(foundModelDto) });
export type SupplierTestResult = z.infer<typeof supplierTestResultDto>;

export const modelTestResultDto = testResultDto.extend({
  /** How the model is judged now, with this check. */
  health: z.strictObject({ status: z.enum(MODEL_STATUS), reason: z.string().nullable() }),
  /** What the model said. */
  answer: z.string(),
});
export type ModelTestResult = z.infer<typeof modelTestResultDto>;

/** A role or a department. */
export const subjectDto = z.strictObject({ id: z.uuid(), name: z.string(), nameEn: z.string().nullable() });
export type SubjectDto = z.infer<typeof subjectDto>;

export const priceDto = z.strictObject({
  currency: z.string(),
  validFrom: z.iso.date(),
  validUntil: z.iso.date().nullable(),
  inputPerMillion: z.int().nullable(),
  outputPerMillion: z.int().nullable(),
  cachedPerMillion: z.int().nullable(),
  perImage: z.int().nullable(),
  perMinute: z.int().nullable(),
  perMillionCharacters: z.int().nullable(),
});
export type PriceDto = z.infer<typeof priceDto>;

/** A channel to a model, as the gateway keeps it. */
export const channelDto = z.strictObject({
  id: z.uuid(),
  supplier: z.string(),
  upstreamModel: z.string(),
  priority: z.int(),
  weight: z.int(),
  residency: z.string().nullable(),
  isOn: z.boolean(),
  /** Valid today, millionths of the currency. */
  price: priceDto.nullable(),
});
export type ChannelDto = z.infer<typeof channelDto>;

/** What people edit of a model. */
export const editedModelDto = modelDto
  .pick({
    name: true,
    upstreamModel: true,
    type: true,
    description: true,
    contextWindow: true,
    maxOutputTokens: true,
    abilities: true,
    visibility: true,
  })
  .extend({
    roleIds: z.array(z.uuid()),
    departmentIds: z.array(z.uuid()),
    /** Null: what is known of it holds. */
    imageOptions: imageOptionsDto.nullable(),
  });
export type EditedModel = z.infer<typeof editedModelDto>;

export const modelDetailDto = z.strictObject({
  id: z.uuid(),
  /** As it is now: the row it was opened from may be older. */
  edited: editedModelDto,
  revision: z.string(),
  visibility: z.enum(["all", "partial"]),
  roles: z.array(subjectDto),
  departments: z.array(subjectDto),
  channels: z.array(channelDto),
  probes: probesDto,
  /** What an image model of its name is known to take. */
  knownImageOptions: imageOptionsDto,
  /** What happened to its health, newest first. */
  events: z.array(
    z.strictObject({ id: z.uuid(), event: z.enum(HEALTH_EVENTS), reason: z.string().nullable(), at: z.iso.datetime() }),
  ),
});
export type ModelDetailDto = z.infer<typeof modelDetailDto>;

/** A service on this machine that was found without being asked for. */
export const ollamaDto = z.strictObject({
  ollama: z.strictObject({ baseUrl: z.string(), models: z.array(z.string()) }).nullable(),
});

/** One kind of use of a model. `names`: purposes, keys, tools, … as the kind has them. */
export const modelUseDto = z.strictObject({
  /** A `ModelUseKind`; each area has its own. */
  kind: z.string(),
  count: z.int(),
  names: z.array(z.string()),
  /** Of calls: by how many people. */
  people: z.int().optional(),
});
export type ModelUse = z.infer<typeof modelUseDto>;

/** A supplier an administrator can add in one step. */
export const supplierTemplateDto = z.strictObject({
  key: z.string(),
  /** The supplier's own name; both languages when they differ. */
  name: z.string(),
  nameZh: z.string().optional(),
  protocol: z.enum(SUPPLIER_PROTOCOLS).exclude(["builtin"]),
  /** Suggested address; null: the administrator must enter one. */
  baseUrl: z.string().nullable(),
  keyRequired: z.boolean(),
  auth: z.enum(AUTH_STYLES),
  /** Kinds of models that can be called there. */
  types: z.array(z.enum(MODEL_TYPES)).readonly(),
  /** Settings besides address and key. */
  needs: z.array(z.literal("apiVersion")).readonly(),
  /** The supplier's documentation all this was taken from, and when. Null: no supplier of its own. */
  source: z.string().nullable(),
  date: z.string(),
});

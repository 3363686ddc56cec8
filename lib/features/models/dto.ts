import type { ModelAbility, ModelPurpose, ModelStatus, ModelType } from "@/lib/config/model-kinds";
import type { ModelUseKind } from "@/lib/owned/owned";
import type { ProbeKind } from "./probe-kinds";

export interface SupplierDto {
  id: string;
  name: string;
  template: string;
  /** The one that needs no network; it cannot be changed. */
  builtin: boolean;
  baseUrl: string | null;
  status: "enabled" | "disabled";
  /** Whether a key is stored, and its last four characters; the key itself is never shown. */
  hasKey: boolean;
  keyHint: string;
  checkedAt: string | null;
  checkError: string | null;
  /** Of what people edit of it. */
  revision: string;
}

export interface ModelDto {
  id: string;
  name: string;
  supplierId: string;
  upstreamModel: string;
  type: ModelType;
  description: string;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  abilities: ModelAbility[];
  enabled: boolean;
  status: ModelStatus;
  latencyMs: number | null;
  checkedAt: string | null;
  /** Key of the error catalogue. */
  checkError: string | null;
  isDefault: boolean;
  /** A channel it may take has no price today: its calls are missing in all figures of money. */
  unpriced: boolean;
  visibility: "all" | "partial";
  /** What probes found, by what was probed. */
  probes: Partial<Record<ProbeKind, ProbeDto>>;
}

/** The model of each purpose. */
export type ModelDefaultsDto = Record<ModelPurpose, string | null> & { revision: string };

/** A model of a supplier's list, with what the list or the supplier's documentation tells; unknown stays null. */
export interface FoundModel {
  id: string;
  type: ModelType;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  abilities: ModelAbility[];
}

export interface ProbeDto {
  ok: boolean;
  at: string;
  /** What was seen, in the supplier's or the model's own words. */
  detail?: string;
  /** Key of the error catalogue: the supplier refused. */
  error?: string;
}

export interface ModelProbeResult {
  probes: ModelDto["probes"];
  /** What could not be found out this time, and why. */
  unsure: Partial<Record<ProbeKind, { error: string | null; detail: string }>>;
}

/** The result of trying a supplier or a model. `error` is a key of the catalogue, `detail` the supplier's own words. */
export interface TestResult {
  ok: boolean;
  latencyMs: number;
  error: string | null;
  detail: string;
}

export interface SupplierTestResult extends TestResult {
  models: FoundModel[];
}

export interface ModelTestResult extends TestResult {
  /** How the model is judged now, with this check. */
  health: { status: ModelStatus; reason: string | null };
  /** What the model said. */
  answer: string;
}

/** A role or a department. */
export interface SubjectDto {
  id: string;
  name: string;
  nameEn: string | null;
}

/** A channel to a model, as the gateway keeps it. */
export interface ChannelDto {
  id: string;
  supplier: string;
  upstreamModel: string;
  priority: number;
  weight: number;
  residency: string | null;
  isOn: boolean;
  /** Valid today, millionths of the currency. */
  price: PriceDto | null;
}

export interface PriceDto {
  currency: string;
  validFrom: string;
  validUntil: string | null;
  inputPerMillion: number | null;
  outputPerMillion: number | null;
  cachedPerMillion: number | null;
  perImage: number | null;
  perMinute: number | null;
  perMillionCharacters: number | null;
}

/** One kind of use of a model. `names`: purposes, keys, tools, … as the kind has them. */
export interface ModelUse {
  kind: ModelUseKind;
  count: number;
  names: string[];
  /** Of calls: by how many people. */
  people?: number;
}

/** What people edit of a model. */
export interface EditedModel
  extends Pick<
    ModelDto,
    "name" | "upstreamModel" | "type" | "description" | "contextWindow" | "maxOutputTokens" | "abilities" | "visibility"
  > {
  roleIds: string[];
  departmentIds: string[];
}

export interface ModelDetailDto {
  id: string;
  /** As it is now: the row it was opened from may be older. */
  edited: EditedModel;
  revision: string;
  visibility: "all" | "partial";
  roles: SubjectDto[];
  departments: SubjectDto[];
  channels: ChannelDto[];
  probes: ModelDto["probes"];
  /** What happened to its health, newest first. */
  events: { id: string; event: HealthEvent; reason: string | null; at: string }[];
}

export type HealthEvent = "opened" | "probing" | "closed" | "probe_ok" | "probe_failed" | "recovered" | "failed";

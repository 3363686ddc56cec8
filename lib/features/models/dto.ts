import type { ModelAbility, ModelStatus, ModelType } from "@/lib/config/model-kinds";

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
}

/** The result of trying a supplier or a model. `error` is a key of the catalogue, `detail` the supplier's own words. */
export interface TestResult {
  ok: boolean;
  latencyMs: number;
  error: string | null;
  detail: string;
}

export interface SupplierTestResult extends TestResult {
  /** Names of the models the supplier lists. */
  models: string[];
}

export interface ModelTestResult extends TestResult {
  /** What the model said. */
  answer: string;
}

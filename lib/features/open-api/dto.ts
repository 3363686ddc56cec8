import type { ApiScope } from "@/lib/config/api-scopes";
import type { ModelType } from "@/lib/config/model-kinds";

export interface KeyUsage {
  callsToday: number;
  tokensToday: number;
  callsMonth: number;
  tokensMonth: number;
  /** Millionths of the base currency. */
  costMonth: number;
}

/** A key without its secret, which is shown once when it is made. */
export interface KeyDto {
  id: string;
  name: string;
  owner: string;
  /** Beginning and end of the secret. */
  hint: string;
  status: "enabled" | "disabled";
  scopes: ApiScope[] | null;
  modelIds: string[] | null;
  addresses: string[] | null;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  dailyTokenLimit: number | null;
  monthlyBudgetMicros: number | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  createdAt: string;
  usage: KeyUsage;
}

/** A model that keys can be limited to, and that the playground calls. */
export interface OpenModelDto {
  id: string;
  name: string;
  type: ModelType;
}

export interface OpenApiOptions {
  models: OpenModelDto[];
  currency: string;
  /** The person sees everybody's keys. */
  seesAll: boolean;
}

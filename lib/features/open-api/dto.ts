import type { ApiScope } from "@/lib/config/api-scopes";
import type { ModelType } from "@/lib/config/model-kinds";

export interface KeyUsage {
  callsToday: number;
  tokensToday: number;
  callsMonth: number;
  tokensMonth: number;
  /** Millionths of the base currency. */
  costMonth: number;
  /** Calls of the month without a price: the cost is too low by them. */
  unpricedMonth: number;
}

/** A key without its secret, which is shown once when it is made. */
export interface KeyDto {
  id: string;
  name: string;
  owner: string;
  /** The asking person's own. */
  isOwn: boolean;
  /** Beginning and end of the secret; empty for a key that was handed over and has no secret yet. */
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
  /** Of what people edit of it. */
  revision: string;
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

import { z } from "zod";
import { STATUS } from "@/db/schema/organisation";
import { API_SCOPES } from "@/lib/config/api-scopes";
import { MODEL_TYPES } from "@/lib/config/model-kinds";
import { madeId } from "@/lib/endpoint/answers";

export const keyUsageDto = z.strictObject({
  callsToday: z.int(),
  tokensToday: z.int(),
  callsMonth: z.int(),
  tokensMonth: z.int(),
  /** Millionths of the base currency. */
  costMonth: z.int(),
  /** Calls of the month without a price: the cost is too low by them. */
  unpricedMonth: z.int(),
});
export type KeyUsage = z.infer<typeof keyUsageDto>;

/** A key without its secret, which is shown once when it is made. */
export const keyDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  owner: z.string(),
  /** The asking person's own. */
  isOwn: z.boolean(),
  /** Beginning and end of the secret; empty for a key that was handed over and has no secret yet. */
  hint: z.string(),
  status: z.enum(STATUS),
  scopes: z.array(z.enum(API_SCOPES)).nullable(),
  modelIds: z.array(z.uuid()).nullable(),
  baseIds: z.array(z.uuid()).nullable(),
  addresses: z.array(z.string()).nullable(),
  requestsPerMinute: z.int().nullable(),
  tokensPerMinute: z.int().nullable(),
  dailyTokenLimit: z.int().nullable(),
  monthlyBudgetMicros: z.int().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  lastUsedAddress: z.string().nullable(),
  createdAt: z.iso.datetime(),
  usage: keyUsageDto,
  /** Of what people edit of it. */
  revision: z.string(),
});
export type KeyDto = z.infer<typeof keyDto>;

/** A model that keys can be limited to, and that the playground calls. */
export const openModelDto = z.strictObject({ id: z.uuid(), name: z.string(), type: z.enum(MODEL_TYPES) });

export const openApiOptionsDto = z.strictObject({
  models: z.array(openModelDto),
  currency: z.string(),
  /** The person sees everybody's keys. */
  seesAll: z.boolean(),
});
export type OpenApiOptions = z.infer<typeof openApiOptionsDto>;

/** A secret that is shown this once. */
export const keySecretDto = z.strictObject({ secret: z.string() });
export const createdKeyDto = madeId.extend(keySecretDto.shape);

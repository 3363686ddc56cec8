import { z } from "zod";
import { BREAKER_STATES, HEALTH_EVENTS } from "@/db/schema/gateway";
import { STATUS } from "@/db/schema/organisation";
import { TASK_STATUS } from "@/db/schema/tasks";
import { MODEL_STATUS, MODEL_TYPES, ROUTING_STRATEGIES } from "@/lib/config/model-kinds";
import { pageOf } from "@/lib/endpoint/answers";
import { foundModelDto, supplierHeadDto } from "@/lib/models/suppliers/dto";
import { BUDGET_SUBJECTS, CHANNEL_VERDICTS, LOG_LEVELS } from "./kinds";

export interface ListOf<T> {
  items: T[];
  total: number;
}

/** A page of a list that grows without end. */
export interface CursorPage<T> {
  items: T[];
  next: string | null;
}

export const supplierDto = supplierHeadDto.extend({
  residency: z.string().nullable(),
  apiVersion: z.string().nullable(),
  requestsPerMinute: z.int().nullable(),
  tokensPerMinute: z.int().nullable(),
  /** Names of the stored extra headers; their values are never shown. */
  headerNames: z.array(z.string()),
  status: z.enum(STATUS),
  checkedAt: z.iso.datetime().nullable(),
  /** Key of the error catalogue. */
  checkError: z.string().nullable(),
  keys: z.int(),
  models: z.int(),
  /** Ways that rest because they failed. */
  resting: z.int(),
  callsToday: z.int(),
  failedToday: z.int(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type SupplierDto = z.infer<typeof supplierDto>;

/** A channel's breaker that is not closed. */
export const breakerDto = z.strictObject({
  state: z.enum(BREAKER_STATES),
  /** Key of the error catalogue. */
  reason: z.string(),
  retryAt: z.iso.datetime(),
});
export type BreakerDto = z.infer<typeof breakerDto>;

export const supplierKeyDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The last four characters; the key itself is never shown. */
  hint: z.string(),
  weight: z.int(),
  requestsPerMinute: z.int().nullable(),
  tokensPerMinute: z.int().nullable(),
  status: z.enum(STATUS),
  createdAt: z.iso.datetime(),
  rotatedAt: z.iso.datetime().nullable(),
  /** Ways of this key that rest. */
  resting: z.array(breakerDto.extend({ model: z.string() })),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type SupplierKeyDto = z.infer<typeof supplierKeyDto>;

export const supplierDetailDto = z.strictObject({ supplier: supplierDto, keys: z.array(supplierKeyDto) });
export type SupplierDetailDto = z.infer<typeof supplierDetailDto>;

/** What asking a supplier brought. `detail` is the supplier's own words. */
export const probeDto = z.strictObject({
  ok: z.boolean(),
  latencyMs: z.int(),
  error: z.string().nullable(),
  detail: z.string(),
});
export type ProbeDto = z.infer<typeof probeDto>;

export const discoveryDto = probeDto.extend({
  /** `added`: connected already. */
  models: z.array(foundModelDto.extend({ added: z.boolean() })),
  /** The supplier listed nothing: these are the models its documentation names. */
  fromDocumentation: z.boolean(),
});
export type DiscoveryDto = z.infer<typeof discoveryDto>;

/** `saved` false: the supplier did not accept the key, and nothing was changed. */
export const keyResultDto = z.strictObject({ saved: z.boolean(), probe: probeDto });
export type KeyResultDto = z.infer<typeof keyResultDto>;

/** Millionths of the currency. */
const charge = z.int().min(0);

export const priceDto = z.strictObject({
  id: z.uuid(),
  validFrom: z.iso.date(),
  /** Last valid day; null: until further notice. */
  validUntil: z.iso.date().nullable(),
  currency: z.string(),
  inputPerMillion: charge.nullable(),
  outputPerMillion: charge.nullable(),
  cachedPerMillion: charge.nullable(),
  perImage: charge.nullable(),
  perMinute: charge.nullable(),
  perMillionCharacters: charge.nullable(),
});
export type PriceDto = z.infer<typeof priceDto>;

export const channelKeyDto = z.strictObject({
  /** Null for a supplier without keys. */
  id: z.uuid().nullable(),
  name: z.string(),
  hint: z.string(),
  status: z.enum(STATUS),
  /** Null: closed, calls pass. */
  breaker: breakerDto.nullable(),
  /** Median of the last times to the first token, milliseconds; null before any. */
  latencyMs: z.int().nullable(),
});
export type ChannelKeyDto = z.infer<typeof channelKeyDto>;

export const channelDto = z.strictObject({
  id: z.uuid(),
  supplierId: z.uuid(),
  supplierName: z.string(),
  supplierStatus: z.enum(STATUS),
  builtin: z.boolean(),
  residency: z.string().nullable(),
  upstreamModel: z.string(),
  priority: z.int(),
  weight: z.int(),
  status: z.enum(STATUS),
  price: priceDto.nullable(),
  keys: z.array(channelKeyDto),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type ChannelDto = z.infer<typeof channelDto>;

/** Whether the channel rested when somebody asked for another try: the next call is that try. */
export const retriedDto = z.strictObject({ resting: z.boolean() });

export const routedModelDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(MODEL_TYPES),
  enabled: z.boolean(),
  /** As `judgeHealth` says, the same in every list. */
  status: z.enum(MODEL_STATUS),
  /** Of an abnormal model. */
  reason: z.string().nullable(),
  routing: z.enum(ROUTING_STRATEGIES),
  builtin: z.boolean(),
  channels: z.array(channelDto),
});
export type RoutedModelDto = z.infer<typeof routedModelDto>;

/** A channel as a call would meet it, with the figures it was ordered by. */
export const dryChannelDto = z.strictObject({
  channelId: z.uuid(),
  keyId: z.uuid().nullable(),
  supplierName: z.string(),
  upstreamModel: z.string(),
  keyName: z.string(),
  keyHint: z.string(),
  residency: z.string().nullable(),
  priority: z.int(),
  weight: z.int(),
  verdict: z.enum(CHANNEL_VERDICTS),
  /** Why it rests: key of the error catalogue. */
  reason: z.string().nullable(),
  retryAt: z.iso.datetime().nullable(),
  /** What is switched off, or whose limit is used up. */
  because: z.enum(["channel", "supplier", "key"]).nullable(),
  /** Chance of being first among its priority, per cent. */
  share: z.int().nullable(),
  costMicros: z.int().nullable(),
  latencyMs: z.int().nullable(),
});
export type DryChannelDto = z.infer<typeof dryChannelDto>;

export const dryRunDto = z.strictObject({
  /** What would refuse the call: keys of the error catalogue with their arguments. */
  refusals: z.array(
    z.strictObject({ error: z.string(), args: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
  routing: z.enum(ROUTING_STRATEGIES),
  currency: z.string(),
  channels: z.array(dryChannelDto),
});
export type DryRunDto = z.infer<typeof dryRunDto>;

export const historyEventDto = z.strictObject({
  id: z.uuid(),
  event: z.enum(HEALTH_EVENTS),
  reason: z.string().nullable(),
  latencyMs: z.int().nullable(),
  createdAt: z.iso.datetime(),
  supplierName: z.string().nullable(),
  upstreamModel: z.string().nullable(),
  keyName: z.string().nullable(),
  keyHint: z.string().nullable(),
});
export type HistoryEventDto = z.infer<typeof historyEventDto>;

/** A list price as its supplier publishes it; it may have changed since. */
export const knownPriceDto = z.strictObject({
  currency: z.enum(["CNY", "USD"]),
  inputPerMillion: charge.optional(),
  outputPerMillion: charge.optional(),
  cachedPerMillion: charge.optional(),
  perImage: charge.optional(),
  perMinute: charge.optional(),
  perMillionCharacters: charge.optional(),
  /** Name of the public page. */
  source: z.string(),
  /** The day it was read. */
  asOf: z.iso.date(),
});
export type KnownPriceDto = z.infer<typeof knownPriceDto>;

export const pricedChannelDto = z.strictObject({
  channelId: z.uuid(),
  modelId: z.uuid(),
  modelName: z.string(),
  modelType: z.enum(MODEL_TYPES),
  supplierName: z.string(),
  builtin: z.boolean(),
  upstreamModel: z.string(),
  price: priceDto.nullable(),
  /** The day the next price begins. */
  nextFrom: z.iso.date().nullable(),
  /** What its supplier's price page says, for well-known models. */
  known: knownPriceDto.nullable(),
});
export type PricedChannelDto = z.infer<typeof pricedChannelDto>;

/** Calls of the past that get a price. */
export const pricingDto = z.strictObject({
  id: z.uuid(),
  status: z.enum(TASK_STATUS).exclude(["waiting"]),
  total: z.int(),
  checked: z.int(),
  priced: z.int(),
  amountMicros: z.int(),
  from: z.iso.date(),
  until: z.iso.date(),
});
export type PricingDto = z.infer<typeof pricingDto>;

export const channelPricesDto = pageOf(priceDto.extend({ deletable: z.boolean() })).extend({
  /** Calls without a price, and the days they lie in. */
  unpriced: z.strictObject({ calls: z.int(), from: z.iso.date().nullable(), until: z.iso.date().nullable() }),
  pricing: pricingDto.nullable(),
});
export type ChannelPricesDto = z.infer<typeof channelPricesDto>;

export const pricesDto = pageOf(pricedChannelDto).extend({ currency: z.string(), today: z.iso.date() });
export type PricesDto = z.infer<typeof pricesDto>;

export const budgetDto = z.strictObject({
  id: z.uuid(),
  subjectType: z.enum(BUDGET_SUBJECTS),
  /** An id; of an app its name. */
  subjectId: z.string(),
  /** Empty: the subject is no more. */
  subjectName: z.string(),
  subjectDetail: z.string(),
  period: z.enum(["day", "month"]),
  limitMicros: z.int(),
  usedMicros: z.int(),
  reservedMicros: z.int(),
  /** Calls of the running period without a price: the used amount is too low by them. */
  unpriced: z.int(),
  enabled: z.boolean(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type BudgetDto = z.infer<typeof budgetDto>;

export const budgetsDto = pageOf(budgetDto).extend({ currency: z.string() });
export type BudgetsDto = z.infer<typeof budgetsDto>;

/** What a budget can hold for; the id of an app is its name. */
export const subjectDto = z.strictObject({ id: z.string(), name: z.string(), detail: z.string() });
export type SubjectDto = z.infer<typeof subjectDto>;

export const attemptDto = z.strictObject({
  supplier: z.string(),
  upstreamModel: z.string(),
  keyHint: z.string(),
  error: z.string().nullable(),
  status: z.int().nullable(),
  ms: z.int(),
});
export type AttemptDto = z.infer<typeof attemptDto>;

export const logRowDto = z.strictObject({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  app: z.string(),
  userName: z.string(),
  account: z.string(),
  apiKeyName: z.string().nullable(),
  modelId: z.uuid().nullable(),
  modelName: z.string(),
  kind: z.string(),
  outcome: z.string(),
  error: z.string().nullable(),
  attempts: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  durationMs: z.int(),
});
export type LogRowDto = z.infer<typeof logRowDto>;

export const logDetailDto = logRowDto.omit({ attempts: true }).extend({
  attempts: z.array(attemptDto),
  level: z.enum(LOG_LEVELS).exclude(["off"]),
  hasContent: z.boolean(),
  /** Why its words stay closed to whoever looks: the department's policy, a deleted conversation, the records right. */
  closed: z.enum(["policy", "deleted", "right"]).nullable(),
  firstTokenMs: z.int().nullable(),
  estimated: z.boolean(),
  costMicros: z.int().nullable(),
  currency: z.string().nullable(),
  /** It can be sent to another model. */
  replayable: z.boolean(),
});
export type LogDetailDto = z.infer<typeof logDetailDto>;

export const logContentDto = z.strictObject({
  request: z.string(),
  answer: z.string(),
  /** What the model said, where the answer's form is known. */
  answerText: z.string().nullable(),
});
export type LogContentDto = z.infer<typeof logContentDto>;

export const replayDto = z.strictObject({
  modelName: z.string(),
  outcome: z.string(),
  error: z.string().nullable(),
  /** The supplier's own words about a failure. */
  detail: z.string(),
  answer: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  durationMs: z.int(),
  firstTokenMs: z.int().nullable(),
  costMicros: z.int().nullable(),
  currency: z.string().nullable(),
});
export type ReplayDto = z.infer<typeof replayDto>;

export const settingsDto = z.strictObject({
  currency: z.string(),
  requestLogLevel: z.enum(LOG_LEVELS),
  requestLogDays: z.int(),
  /** Of one person at the same time; calls are those of the Open API. */
  answersPerPerson: z.int(),
  answersPerChat: z.int(),
  openCallsPerPerson: z.int(),
  /** Only administrators let the log keep more words than now. */
  mayKeepMore: z.boolean(),
  /** Amounts are written in it: it cannot be changed any more. */
  currencyInUse: z.boolean(),
  revision: z.string(),
});
export type SettingsDto = z.infer<typeof settingsDto>;

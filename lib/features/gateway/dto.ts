import type { ModelAbility, ModelStatus, ModelType, RoutingStrategy } from "@/lib/config/model-kinds";

export interface ListOf<T> {
  items: T[];
  total: number;
}

type Switch = "enabled" | "disabled";

export interface SupplierDto {
  id: string;
  name: string;
  template: string;
  /** The one that needs no network; it cannot be changed. */
  builtin: boolean;
  baseUrl: string | null;
  residency: string | null;
  apiVersion: string | null;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  /** Names of the stored extra headers; their values are never shown. */
  headerNames: string[];
  status: Switch;
  checkedAt: string | null;
  /** Key of the error catalogue. */
  checkError: string | null;
  keys: number;
  models: number;
  /** Ways that rest because they failed. */
  resting: number;
  callsToday: number;
  failedToday: number;
  /** Of what people edit of it. */
  revision: string;
}

/** A channel's breaker that is not closed. */
export interface BreakerDto {
  state: "open" | "half_open";
  /** Key of the error catalogue. */
  reason: string;
  retryAt: string;
}

export interface SupplierKeyDto {
  id: string;
  name: string;
  /** The last four characters; the key itself is never shown. */
  hint: string;
  weight: number;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  status: Switch;
  createdAt: string;
  rotatedAt: string | null;
  /** Ways of this key that rest. */
  resting: (BreakerDto & { model: string })[];
  /** Of what people edit of it. */
  revision: string;
}

export interface SupplierDetailDto {
  supplier: SupplierDto;
  keys: SupplierKeyDto[];
}

/** What asking a supplier brought. `detail` is the supplier's own words. */
export interface ProbeDto {
  ok: boolean;
  latencyMs: number;
  error: string | null;
  detail: string;
}

export interface FoundModelDto {
  id: string;
  type: ModelType;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  abilities: ModelAbility[];
  /** Connected already. */
  added: boolean;
}

export interface DiscoveryDto extends ProbeDto {
  models: FoundModelDto[];
  /** The supplier listed nothing: these are the models its documentation names. */
  fromDocumentation: boolean;
}

/** `saved` false: the supplier did not accept the key, and nothing was changed. */
export interface KeyResultDto {
  saved: boolean;
  probe: ProbeDto;
}

export interface PriceDto {
  id: string;
  validFrom: string;
  /** Last valid day; null: until further notice. */
  validUntil: string | null;
  currency: string;
  /** Millionths of the currency. */
  inputPerMillion: number | null;
  outputPerMillion: number | null;
  cachedPerMillion: number | null;
  perImage: number | null;
  perMinute: number | null;
  perMillionCharacters: number | null;
}

export interface ChannelKeyDto {
  /** Null for a supplier without keys. */
  id: string | null;
  name: string;
  hint: string;
  status: Switch;
  /** Null: closed, calls pass. */
  breaker: BreakerDto | null;
  /** Median of the last times to the first token, milliseconds; null before any. */
  latencyMs: number | null;
}

export interface ChannelDto {
  id: string;
  supplierId: string;
  supplierName: string;
  supplierStatus: Switch;
  builtin: boolean;
  residency: string | null;
  upstreamModel: string;
  priority: number;
  weight: number;
  status: Switch;
  price: PriceDto | null;
  keys: ChannelKeyDto[];
  /** Of what people edit of it. */
  revision: string;
}

export interface RoutedModelDto {
  id: string;
  name: string;
  type: ModelType;
  enabled: boolean;
  /** As `judgeHealth` says, the same in every list. */
  status: ModelStatus;
  /** Of an abnormal model. */
  reason: string | null;
  routing: RoutingStrategy;
  builtin: boolean;
  channels: ChannelDto[];
}

export type ChannelVerdict = "first" | "next" | "probe" | "resting" | "limited" | "off";

/** A channel as a call would meet it, with the figures it was ordered by. */
export interface DryChannelDto {
  channelId: string;
  keyId: string | null;
  supplierName: string;
  upstreamModel: string;
  keyName: string;
  keyHint: string;
  residency: string | null;
  priority: number;
  weight: number;
  verdict: ChannelVerdict;
  /** Why it rests: key of the error catalogue. */
  reason: string | null;
  retryAt: string | null;
  /** What is switched off, or whose limit is used up. */
  because: "channel" | "supplier" | "key" | null;
  /** Chance of being first among its priority, per cent. */
  share: number | null;
  costMicros: number | null;
  latencyMs: number | null;
}

export interface DryRunDto {
  /** What would refuse the call: keys of the error catalogue with their arguments. */
  refusals: { error: string; args: Record<string, string | number> }[];
  routing: RoutingStrategy;
  currency: string;
  channels: DryChannelDto[];
}

export interface HistoryEventDto {
  id: string;
  event: "opened" | "probing" | "closed" | "probe_ok" | "probe_failed" | "recovered" | "failed";
  reason: string | null;
  latencyMs: number | null;
  createdAt: string;
  supplierName: string | null;
  upstreamModel: string | null;
  keyName: string | null;
  keyHint: string | null;
}

/** A page of a list that grows without end. */
export interface CursorPage<T> {
  items: T[];
  next: string | null;
}

export interface PricedChannelDto {
  channelId: string;
  modelId: string;
  modelName: string;
  modelType: ModelType;
  supplierName: string;
  builtin: boolean;
  upstreamModel: string;
  price: PriceDto | null;
  /** The day the next price begins. */
  nextFrom: string | null;
  /** What its supplier's price page says, for well-known models. */
  known: KnownPriceDto | null;
}

/** A list price as its supplier publishes it; it may have changed since. */
export interface KnownPriceDto extends Partial<Record<ChargeName, number>> {
  currency: "CNY" | "USD";
  /** Name of the public page. */
  source: string;
  /** The day it was read, `YYYY-MM-DD`. */
  asOf: string;
}
type ChargeName = keyof Omit<PriceDto, "id" | "validFrom" | "validUntil" | "currency">;

/** Calls of the past that get a price. */
export interface PricingDto {
  id: string;
  status: "running" | "done" | "failed" | "cancelled";
  total: number;
  checked: number;
  priced: number;
  amountMicros: number;
  from: string;
  until: string;
}

export interface ChannelPricesDto extends ListOf<PriceDto & { deletable: boolean }> {
  /** Calls without a price, and the days they lie in. */
  unpriced: { calls: number; from: string | null; until: string | null };
  pricing: PricingDto | null;
}

export interface PricesDto extends ListOf<PricedChannelDto> {
  currency: string;
  today: string;
}

export const BUDGET_SUBJECTS = ["user", "department", "app", "key"] as const;
export type BudgetSubject = (typeof BUDGET_SUBJECTS)[number];

export interface BudgetDto {
  id: string;
  subjectType: BudgetSubject;
  subjectId: string;
  /** Empty: the subject is no more. */
  subjectName: string;
  subjectDetail: string;
  period: "day" | "month";
  limitMicros: number;
  usedMicros: number;
  reservedMicros: number;
  /** Calls of the running period without a price: the used amount is too low by them. */
  unpriced: number;
  enabled: boolean;
  /** Of what people edit of it. */
  revision: string;
}

export interface BudgetsDto extends ListOf<BudgetDto> {
  currency: string;
}

export interface SubjectDto {
  id: string;
  name: string;
  detail: string;
}

export interface AttemptDto {
  supplier: string;
  upstreamModel: string;
  keyHint: string;
  error: string | null;
  status: number | null;
  ms: number;
}

export interface LogRowDto {
  id: string;
  createdAt: string;
  app: string;
  userName: string;
  account: string;
  apiKeyName: string | null;
  modelId: string | null;
  modelName: string;
  kind: string;
  outcome: string;
  error: string | null;
  attempts: number;
  inputTokens: number;
  outputTokens: number;
  durationMs: number;
}

export interface LogDetailDto extends Omit<LogRowDto, "attempts"> {
  attempts: AttemptDto[];
  level: "metadata" | "redacted" | "full";
  hasContent: boolean;
  /** Why its words stay closed to whoever looks: the department's policy, a deleted conversation, the records right. */
  closed: "policy" | "deleted" | "right" | null;
  firstTokenMs: number | null;
  estimated: boolean;
  costMicros: number | null;
  currency: string | null;
  /** It can be sent to another model. */
  replayable: boolean;
}

export interface LogContentDto {
  request: string;
  answer: string;
  /** What the model said, where the answer's form is known. */
  answerText: string | null;
}

export interface ReplayDto {
  modelName: string;
  outcome: string;
  error: string | null;
  /** The supplier's own words about a failure. */
  detail: string;
  answer: string;
  inputTokens: number;
  outputTokens: number;
  durationMs: number;
  firstTokenMs: number | null;
  costMicros: number | null;
  currency: string | null;
}

export const LOG_LEVELS = ["off", "metadata", "redacted", "full"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Whether a level keeps words, and more of them than another does. */
export function keepsMore(level: LogLevel, than: LogLevel): boolean {
  return ["redacted", "full"].includes(level) && LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(than);
}

export interface SettingsDto {
  currency: string;
  requestLogLevel: LogLevel;
  requestLogDays: number;
  /** Of one person at the same time; calls are those of the Open API. */
  answersPerPerson: number;
  answersPerChat: number;
  openCallsPerPerson: number;
  /** Only administrators let the log keep more words than now. */
  mayKeepMore: boolean;
  /** Amounts are written in it: it cannot be changed any more. */
  currencyInUse: boolean;
  revision: string;
}

import "server-only";
import { db } from "@/db/client";
import { findModel, listSupplierKeys } from "@/db/queries/models/models";
import { listCounters } from "@/db/queries/models/usage";
import { findApiKeyOf } from "@/db/queries/open-api/keys";
import { APP } from "@/lib/areas/apps";
import { type Actor, type CallerKey, requirePermission } from "@/lib/auth/actor";
import { mayUseScope } from "@/lib/auth/api-key";
import { type Caller, loadCaller } from "@/lib/auth/caller";
import { ownerMay } from "@/lib/auth/delegated";
import type { ApiScope } from "@/lib/config/api-scopes";
import type { ModelType } from "@/lib/config/model-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn, minuteOf } from "@/lib/config/time";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { channelKeyId, openBreakers } from "@/lib/models/health";
import { type Demand, reachedLimits } from "@/lib/models/limits";
import { planNow } from "@/lib/models/plan";
import { resolveModel } from "@/lib/models/registry";
import type { PlannedChannel } from "@/lib/models/routing";
import type { ResolvedModel, RoutedChannel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { ChannelDto, DryChannelDto, DryRunDto } from "../dto";
import type { DryRunInput } from "../routing-schema";
import { waysOf } from "./channel-rows";

/** What the Open API calls each type by. */
const SCOPE_OF: Record<ModelType, ApiScope> = {
  chat: "chat",
  language: "chat",
  vision: "chat",
  vector: "embeddings",
  rerank: "rerank",
  image: "images",
  speech: "audio",
  transcription: "audio",
};

interface Who {
  caller: Caller;
  key: CallerKey | null;
  refusals: AppError[];
}

/**
 * What a call of somebody would meet, without calling anybody: the channels in the order they would be tried with the reason
 * of each, and what would refuse it (spec O3). By weight the likeliest order is shown. Throws notFound.
 */
export async function dryRun(actor: Actor, modelId: string, input: DryRunInput): Promise<DryRunDto> {
  requirePermission(actor, P.GATEWAY);
  const found = orNotFound(await findModel(db(), modelId));
  const { currency } = await loadConfig("gatewayConfig");
  const who = await callerOf(input, found);
  const { inputTokens, outputTokens } = input;
  const images = found.type === "image" ? 1 : 0;
  const demand: Demand = { inputTokens, outputTokens, images, characters: 0, audioMs: 0 };
  const model = await resolveModel({ ...who.caller, isAdministrator: true }, modelId).catch(() => null);
  const refusals = [...who.refusals];
  if (!found.enabled) refusals.push(new AppError("modelDisabled"));
  else if (!(await isShownTo(who.caller, model))) refusals.push(new AppError("modelNotFound"));
  if (model) refusals.push(...(await limitsAgainst(who, model, demand)));
  // The same chance for every channel: the larger weight comes first.
  const planned = model ? await planNow(model, demand, () => 0.5) : [];
  const all = (await waysOf([modelId])).get(modelId) ?? [];
  return {
    refusals: refusals.map(({ key, options }) => ({ error: key, args: options.args ?? {} })),
    routing: found.routing,
    currency,
    channels: await explain(planned, all),
  };
}

async function callerOf(input: DryRunInput, model: { id: string; type: ModelType }): Promise<Who> {
  if (input.caller === "user") {
    const caller = orNotFound(await loadCaller(input.callerId));
    return { caller, key: null, refusals: caller.mayCall ? [] : [new AppError("unauthorized")] };
  }
  const key = await findApiKeyOf(db(), "all", input.callerId);
  const caller = key && (await loadCaller(key.userId));
  if (!key || !caller) throw new AppError("notFound");
  const isOwnersRight = await ownerMay(key.userId, P.OPEN_API);
  const isLive = isOwnersRight && key.status === "enabled" && (!key.expiresAt || key.expiresAt > new Date());
  const refusals: AppError[] = isLive ? [] : [new AppError("apiKeyInvalid")];
  if (!mayUseScope(key, SCOPE_OF[model.type])) refusals.push(new AppError("apiKeyScope"));
  if (key.modelIds && !key.modelIds.includes(model.id)) refusals.push(new AppError("modelNotFound"));
  return { caller, key, refusals };
}

async function isShownTo(caller: Caller, model: ResolvedModel | null): Promise<boolean> {
  if (!model) return true;
  return resolveModel(caller, model.id).then(
    () => true,
    () => false,
  );
}

/** The limits the call would run into. */
async function limitsAgainst({ caller, key }: Who, model: ResolvedModel, demand: Demand): Promise<AppError[]> {
  const { timeZone } = await loadConfig("customConfig");
  const request = { requestId: "", address: "", userAgent: "" };
  // A person is taken as asking in the chat.
  const app = key ? APP.OPEN_API : APP.CHAT;
  return reachedLimits({ actor: { ...caller, request }, app, key, model, demand, day: dayIn(timeZone) });
}

async function explain(planned: readonly PlannedChannel[], all: readonly ChannelDto[]): Promise<DryChannelDto[]> {
  const breakers = await openBreakers();
  const full = await fullSlots(planned.map(({ channel }) => channel));
  const keys = new Map((await listSupplierKeys(db())).map((key) => [key.id, key]));
  let taken = false;
  const tried = planned.map(({ channel, cost, latencyMs, share, closed }): DryChannelDto => {
    const breaker = breakers.get(channelKeyId(channel));
    const limitedBy = full(channel);
    const isResting = closed !== null || breaker?.state === "half_open";
    const works = !isResting && !limitedBy;
    const verdict = isResting ? "resting" : limitedBy ? "limited" : breaker ? "probe" : taken ? "next" : "first";
    taken ||= works && verdict === "first";
    const key = keys.get(channel.keyId ?? "");
    return {
      channelId: channel.id ?? "",
      keyId: channel.keyId,
      supplierName: channel.supplierName,
      upstreamModel: channel.upstreamModel,
      keyName: key?.name ?? "",
      keyHint: key?.hint ?? "",
      residency: channel.residency,
      priority: channel.priority,
      weight: channel.weight,
      verdict,
      reason: breaker?.reason ?? null,
      retryAt: breaker?.retryAt.toISOString() ?? null,
      because: limitedBy,
      share,
      costMicros: cost,
      latencyMs,
    };
  });
  const named = new Set(tried.map(({ channelId, keyId }) => `${channelId}:${keyId}`));
  const off = all.flatMap((channel) =>
    channel.keys
      .filter((key) => !named.has(`${channel.id}:${key.id}`))
      .map((key): DryChannelDto => offChannel(channel, key)),
  );
  return [...tried, ...off];
}

function offChannel(channel: ChannelDto, key: ChannelDto["keys"][number]): DryChannelDto {
  return {
    channelId: channel.id,
    keyId: key.id,
    supplierName: channel.supplierName,
    upstreamModel: channel.upstreamModel,
    keyName: key.name,
    keyHint: key.hint,
    residency: channel.residency,
    priority: channel.priority,
    weight: channel.weight,
    verdict: "off",
    reason: null,
    retryAt: null,
    because: switchedOff(channel, key),
    share: null,
    costMicros: null,
    latencyMs: null,
  };
}

/** What of a channel is off; null where it is its model. */
function switchedOff(channel: ChannelDto, key: ChannelDto["keys"][number]): DryChannelDto["because"] {
  if (channel.supplierStatus === "disabled") return "supplier";
  if (channel.status === "disabled") return "channel";
  return key.status === "disabled" ? "key" : null;
}

/** Whose own limit of this minute is used up. */
async function fullSlots(channels: readonly RoutedChannel[]) {
  const minute = minuteOf();
  const subjects = new Set(
    channels.flatMap((channel) => [`supplier:${channel.supplierId}`, `supplier-key:${channel.keyId}`]),
  );
  const wanted = [...subjects].flatMap((subject) =>
    ["requests", "tokens"].map((unit) => ({ subject, unit, period: minute })),
  );
  const rows = await listCounters(db(), wanted);
  const taken = new Map(rows.map((row) => [`${row.subject} ${row.unit}`, row.used + row.reserved]));
  const isFull = (subject: string, limits: RoutedChannel["limits"]["key"]) => {
    const over = (unit: string, limit: number | null) =>
      limit !== null && (taken.get(`${subject} ${unit}`) ?? 0) >= limit;
    return over("requests", limits.requestsPerMinute) || over("tokens", limits.tokensPerMinute);
  };
  return (channel: RoutedChannel): "supplier" | "key" | null => {
    if (isFull(`supplier:${channel.supplierId}`, channel.limits.supplier)) return "supplier";
    return isFull(`supplier-key:${channel.keyId}`, channel.limits.key) ? "key" : null;
  };
}

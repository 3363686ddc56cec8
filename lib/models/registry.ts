import "server-only";
import { db } from "@/db/client";
import { insertHealthEvent } from "@/db/queries/gateway/health";
import {
  listCallableChannels,
  listDefaults,
  listModelGrants,
  listPricesOn,
  listSupplierKeys,
  updateModel,
} from "@/db/queries/models/models";
import { CHAT_TYPES, type ModelPurpose, type ModelType, PURPOSE_TYPES, servesPurpose } from "@/lib/config/model-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { AppError } from "@/lib/errors/errors";
import { keptFacts } from "@/lib/kept";
import { log } from "@/lib/log";
import { invalidateHealth } from "./health";
import { keysFor, openHeaders, openKey } from "./suppliers/secrets";
import { BUILTIN_TEMPLATE } from "./templates";
import type { Channel, Price, ResolvedModel, RoutedChannel } from "./types";

/** Whoever calls a model: a person, or a key acting for one. */
export interface Viewer {
  id: string;
  roleIds: readonly string[];
  departmentPath: string;
  /** Sees every model, also those shown to others only. */
  isAdministrator: boolean;
}

interface Entry extends ResolvedModel {
  /** `type:id` of those a model of partial visibility is shown to; null: everybody. */
  shownTo: ReadonlySet<string> | null;
}

interface Snapshot {
  models: Map<string, Entry>;
  byName: Map<string, Entry>;
  defaults: Map<ModelPurpose, string>;
  /** Status as stored, so that traffic writes it only when it changes. */
  status: Map<string, string>;
}

const snapshots = keptFacts<Snapshot>("models");

type KeyRow = Awaited<ReturnType<typeof listSupplierKeys>>[number];
type ChannelRow = Awaited<ReturnType<typeof listCallableChannels>>[number];

async function load(): Promise<Snapshot> {
  const [{ timeZone }, { currency }] = await Promise.all([loadConfig("customConfig"), loadConfig("gatewayConfig")]);
  const [rows, keys, defaults, priceRows, grantRows] = await Promise.all([
    listCallableChannels(db()),
    listSupplierKeys(db()),
    listDefaults(db()),
    listPricesOn(db(), dayIn(timeZone)),
    listModelGrants(db()),
  ]);
  const keysOf = Map.groupBy(keys, (key) => key.supplierId);
  const prices = new Map<string, Price>(priceRows.map((row) => [row.channelId, row]));
  const grantsOf = Map.groupBy(grantRows, (grant) => grant.modelId);
  const models = new Map<string, Entry>();
  const status = new Map<string, string>();
  for (const row of rows) {
    const channels = waysOf(row, keysOf.get(row.supplierId) ?? [], prices.get(row.channelId) ?? null, currency);
    const known = models.get(row.modelId);
    if (known) {
      known.channels.push(...channels);
      continue;
    }
    const { modelId: id, name, type, contextWindow, maxOutputTokens, abilities, routing, imageOptions } = row;
    const granted = grantsOf.get(id) ?? [];
    const shownTo =
      row.visibility === "all" ? null : new Set(granted.map((grant) => `${grant.subjectType}:${grant.subjectId}`));
    const facts = { id, name, type, contextWindow, maxOutputTokens, abilities, routing, imageOptions };
    models.set(id, { ...facts, shownTo, channels });
    status.set(id, row.status);
  }
  return {
    models,
    byName: new Map([...models.values()].map((model) => [model.name, model])),
    defaults: new Map(defaults.map((row) => [row.purpose, row.modelId])),
    status,
  };
}

const FREE = {
  inputPerMillion: 0,
  outputPerMillion: 0,
  cachedPerMillion: null,
  perImage: null,
  perMinute: null,
  perMillionCharacters: null,
};

/** A channel with each enabled key of its supplier; without any key it is one. All keys disabled: none. */
function waysOf(row: ChannelRow, keys: KeyRow[], given: Price | null, currency: string): RoutedChannel[] {
  // The built-in supplier costs nothing: its calls are priced, at 0.
  const price = given ?? (row.template === BUILTIN_TEMPLATE ? { ...FREE, currency } : null);
  const base = {
    id: row.channelId,
    supplierId: row.supplierId,
    supplierName: row.supplierName,
    template: row.template,
    upstreamModel: row.upstreamModel,
    baseUrl: row.baseUrl,
    headers: openHeaders(row.headersCipher),
    settings: row.settings,
    residency: row.residency,
    priority: row.priority,
    price,
  };
  const supplier = { requestsPerMinute: row.requestsPerMinute, tokensPerMinute: row.tokensPerMinute };
  if (keys.length === 0) {
    const none = { requestsPerMinute: null, tokensPerMinute: null };
    return [{ ...base, keyId: null, apiKey: null, weight: row.weight, limits: { supplier, key: none } }];
  }
  return keysFor(row, keys)
    .filter((key) => key.status === "enabled")
    .map((key) => ({
      ...base,
      keyId: key.id,
      apiKey: openKey(key.cipher),
      weight: row.weight * key.weight,
      limits: {
        supplier,
        key: { requestsPerMinute: key.requestsPerMinute, tokensPerMinute: key.tokensPerMinute },
      },
    }));
}

/**
 * A model to be tried out, also while it or its supplier is switched off; null when there is none. Its channels carry no id:
 * breakers neither hold a trial back nor learn from it.
 */
export async function loadForTrial(id: string, trace?: Channel["trace"]): Promise<ResolvedModel | null> {
  const [{ timeZone }, { currency }] = await Promise.all([loadConfig("customConfig"), loadConfig("gatewayConfig")]);
  const [rows, priceRows] = await Promise.all([listCallableChannels(db(), id), listPricesOn(db(), dayIn(timeZone))]);
  const [row] = rows;
  if (!row) return null;
  const keys = Map.groupBy(
    await listSupplierKeys(db(), [...new Set(rows.map((one) => one.supplierId))]),
    (key) => key.supplierId,
  );
  const prices = new Map<string, Price>(priceRows.map((price) => [price.channelId, price]));
  const { modelId, name, type, contextWindow, maxOutputTokens, abilities, routing } = row;
  const channels = rows
    .flatMap((one) => waysOf(one, keys.get(one.supplierId) ?? [], prices.get(one.channelId) ?? null, currency))
    .map((channel) => ({ ...channel, id: null, trace }));
  return { id: modelId, name, type, contextWindow, maxOutputTokens, abilities, routing, channels };
}

const snapshot = (): Promise<Snapshot> => snapshots.read("", load);

/** Changed models, suppliers or keys act at once in this process. */
export function invalidateModels(): void {
  snapshots.invalidate();
  invalidateHealth();
}

function mayUse(viewer: Viewer, { shownTo }: Entry): boolean {
  if (!shownTo || viewer.isAdministrator) return true;
  if (shownTo.has(`user:${viewer.id}`) || viewer.roleIds.some((id) => shownTo.has(`role:${id}`))) return true;
  // A department includes its descendants (ARCHITECTURE 9).
  return viewer.departmentPath.split("/").some((id) => id !== "" && shownTo.has(`department:${id}`));
}

/** A model by id or name. One that is not shown to the viewer does not exist for them: modelNotFound. */
export async function resolveModel(viewer: Viewer, wanted: string): Promise<ResolvedModel> {
  const { models, byName } = await snapshot();
  const model = models.get(wanted) ?? byName.get(wanted);
  if (!model || !mayUse(viewer, model)) throw new AppError("modelNotFound");
  return model;
}

/** A model of certain types. Throws modelNotFound, or modelNotForChat when its type is another. */
export async function resolveModelOf(
  viewer: Viewer,
  wanted: string,
  types: readonly ModelType[],
): Promise<ResolvedModel> {
  const model = await resolveModel(viewer, wanted);
  if (!types.includes(model.type)) throw new AppError(types === CHAT_TYPES ? "modelNotForChat" : "modelWrongType");
  return model;
}

/**
 * The model of a purpose: the one asked for, else the chosen default, else (for chat and what chat models do) the chat
 * default, else the first that serves. Throws modelNotFound, modelNotForChat, modelWrongType or noModel.
 */
export async function resolveFor(viewer: Viewer, purpose: ModelPurpose, wanted?: string): Promise<ResolvedModel> {
  if (wanted) return resolveModelOf(viewer, wanted, PURPOSE_TYPES[purpose]);
  const { models, defaults } = await snapshot();
  const chosen = [purpose, "chat" as const].map((key) => models.get(defaults.get(key) ?? ""));
  const usable = (model: Entry | undefined) => model && servesPurpose(model, purpose) && mayUse(viewer, model);
  const model = chosen.find(usable) ?? [...models.values()].find(usable);
  if (!model) throw new AppError("noModel");
  return model;
}

/** The model an administrator chose for a purpose, where there is one the viewer may use. */
export async function findChosen(viewer: Viewer, purpose: ModelPurpose): Promise<ResolvedModel | null> {
  const { models, defaults } = await snapshot();
  const model = models.get(defaults.get(purpose) ?? "");
  return model && servesPurpose(model, purpose) && mayUse(viewer, model) ? model : null;
}

/** The chat model asked for, by id or name; without one the default, then the first there is. */
export function resolveChatModel(viewer: Viewer, wanted?: string): Promise<ResolvedModel> {
  return resolveFor(viewer, "chat", wanted);
}

/** The chat model asked for, else the one that was set while it can be used, else the default. */
export async function resolveSetChatModel(
  viewer: Viewer,
  set: string | null | undefined,
  wanted?: string,
): Promise<ResolvedModel> {
  if (wanted || !set) return resolveChatModel(viewer, wanted);
  return resolveChatModel(viewer, set).catch(() => resolveChatModel(viewer));
}

/** Enabled models the viewer may use, in the order they were added. */
export async function listUsableModels(viewer: Viewer): Promise<ResolvedModel[]> {
  const { models } = await snapshot();
  return [...models.values()].filter((model) => mayUse(viewer, model));
}

/** Enabled chat models, the default first. */
export async function listChatModels(viewer: Viewer): Promise<{ models: ResolvedModel[]; defaultId: string | null }> {
  const { defaults } = await snapshot();
  const usable = (await listUsableModels(viewer)).filter(({ type }) => CHAT_TYPES.includes(type));
  const chosen = usable.find(({ id }) => id === defaults.get("chat")) ?? usable[0];
  const defaultId = chosen?.id ?? null;
  return { models: usable.sort((a, b) => Number(b.id === defaultId) - Number(a.id === defaultId)), defaultId };
}

/** Status from traffic (spec 3: normal, abnormal, unknown); written only when it changes. */
export async function reportHealth(modelId: string, ok: boolean, error?: string): Promise<void> {
  try {
    const { status } = await snapshot();
    const next = ok ? "normal" : "abnormal";
    if (!status.has(modelId) || status.get(modelId) === next) return;
    status.set(modelId, next);
    await updateModel(db(), modelId, { status: next, checkedAt: new Date(), checkError: ok ? null : (error ?? null) });
    invalidateHealth();
    await insertHealthEvent(db(), { modelId, event: ok ? "recovered" : "failed", reason: error ?? null });
  } catch (err) {
    log().warn({ err }, "model status not written");
  }
}

import "server-only";
import { db } from "@/db/client";
import { listCallableChannels, listDefaults, listSupplierKeys, updateModel } from "@/db/queries/models";
import { decrypt } from "@/lib/auth/encryption";
import { CHAT_TYPES } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/http/errors";
import { log } from "@/lib/log";
import { SUPPLIER_KEY_PURPOSE } from "./seed";
import type { Channel, ResolvedModel } from "./types";

interface Snapshot {
  models: Map<string, ResolvedModel>;
  byName: Map<string, ResolvedModel>;
  defaults: Map<string, string>;
  /** Status as stored, so that traffic writes it only when it changes. */
  status: Map<string, string>;
}

const shared = globalThis as typeof globalThis & { __models?: { at: number; snapshot: Promise<Snapshot> } };

/** Changes act at once in this process and within this time in the others, milliseconds. */
const CACHE_MS = 2000;

async function load(): Promise<Snapshot> {
  const [rows, keys, defaults] = await Promise.all([
    listCallableChannels(db()),
    listSupplierKeys(db()),
    listDefaults(db()),
  ]);
  const keyOf = new Map<string, string>();
  for (const key of keys) {
    if (keyOf.has(key.supplierId)) continue;
    keyOf.set(key.supplierId, decrypt(SUPPLIER_KEY_PURPOSE, key.cipher));
  }
  const models = new Map<string, ResolvedModel>();
  const status = new Map<string, string>();
  for (const row of rows) {
    const channel: Channel = {
      id: row.channelId,
      supplierId: row.supplierId,
      template: row.template,
      upstreamModel: row.upstreamModel,
      baseUrl: row.baseUrl,
      apiKey: keyOf.get(row.supplierId) ?? null,
      headers: row.headersCipher ? JSON.parse(decrypt(SUPPLIER_KEY_PURPOSE, row.headersCipher)) : {},
    };
    const known = models.get(row.modelId);
    if (known) {
      known.channels.push(channel);
      continue;
    }
    const { modelId: id, name, type, contextWindow, maxOutputTokens, abilities } = row;
    models.set(id, { id, name, type, contextWindow, maxOutputTokens, abilities, channels: [channel] });
    status.set(id, row.status);
  }
  return {
    models,
    byName: new Map([...models.values()].map((model) => [model.name, model])),
    defaults: new Map(defaults.map((row) => [row.purpose, row.modelId])),
    status,
  };
}

function snapshot(): Promise<Snapshot> {
  const now = Date.now();
  if (shared.__models && now - shared.__models.at < CACHE_MS) return shared.__models.snapshot;
  const fresh = { at: now, snapshot: load() };
  shared.__models = fresh;
  fresh.snapshot.catch(() => {
    if (shared.__models === fresh) shared.__models = undefined;
  });
  return fresh.snapshot;
}

export function forgetModels(): void {
  shared.__models = undefined;
}

/** The chat model asked for, by id or name; without one the default, then the first there is. */
export async function resolveChatModel(wanted?: string): Promise<ResolvedModel> {
  const { models, byName, defaults } = await snapshot();
  if (wanted) {
    const model = models.get(wanted) ?? byName.get(wanted);
    if (!model) throw new AppError("modelNotFound");
    if (!CHAT_TYPES.includes(model.type)) throw new AppError("modelNotForChat");
    return model;
  }
  const preferred = models.get(defaults.get("chat") ?? "");
  const model = preferred ?? [...models.values()].find(({ type }) => CHAT_TYPES.includes(type));
  if (!model) throw new AppError("noModel");
  return model;
}

/** Enabled chat models, the default first. */
export async function listChatModels(): Promise<{ models: ResolvedModel[]; defaultId: string | null }> {
  const { models, defaults } = await snapshot();
  const usable = [...models.values()].filter(({ type }) => CHAT_TYPES.includes(type));
  const defaultId = defaults.get("chat") ?? usable[0]?.id ?? null;
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
  } catch (err) {
    log().warn({ err }, "model status not written");
  }
}

import "server-only";
import { db } from "@/db/client";
import { findSupplier, listSupplierKeys, updateModel, updateSupplier } from "@/db/queries/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { decrypt } from "@/lib/auth/encryption";
import { env } from "@/lib/config/env";
import { AppError } from "@/lib/http/errors";
import { guessModelType } from "@/lib/models/guess-type";
import { type Health, healthOf, judgeHealth, noteCheck } from "@/lib/models/health";
import { knownModel } from "@/lib/models/known-models";
import { protocolOf } from "@/lib/models/protocols";
import { forgetModels, loadForTrial } from "@/lib/models/registry";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/seed";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { type Channel, type ListedModel, SupplierError } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { FoundModel, ModelTestResult, SupplierTestResult } from "../dto";
import type { SupplierProbe } from "../schema";
import { smallestCall } from "./smallest-call";
import { supplierAddress } from "./suppliers";

/** A test waits this long at most, milliseconds. */
const TEST_MS = 20_000;
const OLLAMA_MS = 1500;
const LISTED_MAX = 1000;

async function ask(channel: Channel, timeoutMs = TEST_MS): Promise<SupplierTestResult> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const { listModels } = await protocolOf(channel.template);
    const listed = (await listModels?.(channel, AbortSignal.timeout(timeoutMs))) ?? [];
    const models = listed.map((model) => found(channel.template, model)).sort((a, b) => (a.id < b.id ? -1 : 1));
    return { ok: true, latencyMs: took(), error: null, detail: "", models: models.slice(0, LISTED_MAX) };
  } catch (error) {
    const known = error instanceof SupplierError ? error : new SupplierError("supplierUnreachable");
    // The time-out here is ours, not the supplier's.
    const key = known.key === "interrupted" ? "supplierTimeout" : known.key;
    return { ok: false, latencyMs: took(), error: key, detail: known.options.detail ?? "", models: [] };
  }
}

/** What the list tells, then what the supplier's documentation says, then what the name suggests. */
function found(template: string, { id, ...told }: ListedModel): FoundModel {
  const known = knownModel(template, id);
  return {
    id,
    type: told.type ?? known?.type ?? guessModelType(id),
    contextWindow: told.contextWindow ?? known?.contextWindow ?? null,
    maxOutputTokens: told.maxOutputTokens ?? known?.maxOutputTokens ?? null,
    abilities: [...(told.abilities ?? known?.abilities ?? [])],
  };
}

function channelTo(channel: Pick<Channel, "baseUrl" | "template" | "apiKey"> & Partial<Channel>): Channel {
  return { id: null, supplierId: null, keyId: null, upstreamModel: "", headers: {}, settings: {}, ...channel };
}

/** Asks a supplier that is not saved yet for its models. */
export async function probeSupplier(actor: Actor, input: SupplierProbe): Promise<SupplierTestResult> {
  requirePermission(actor, P.CONFIG_MODELS);
  const { template, apiKey = null, headers } = input;
  return ask(
    channelTo({ baseUrl: supplierAddress(template, input.baseUrl), template, apiKey, headers: headers ?? {} }),
  );
}

/** Asks a saved supplier for its models with the stored key, and notes the result. */
export async function testSupplier(actor: Actor, id: string): Promise<SupplierTestResult> {
  requirePermission(actor, P.CONFIG_MODELS);
  const supplier = await findSupplier(db(), id);
  if (!supplier) throw new AppError("notFound");
  if (supplier.template === BUILTIN_TEMPLATE || !supplier.baseUrl) throw new AppError("builtinSupplier");
  const keys = await listSupplierKeys(db(), [id]);
  const key = keys.find(({ status }) => status === "enabled") ?? keys[0];
  const { baseUrl, template, settings } = supplier;
  const headers = supplier.headersCipher ? JSON.parse(decrypt(SUPPLIER_KEY_PURPOSE, supplier.headersCipher)) : {};
  const apiKey = key ? decrypt(SUPPLIER_KEY_PURPOSE, key.cipher) : null;
  const result = await ask(channelTo({ baseUrl, template, apiKey, headers, settings }));
  await updateSupplier(db(), id, { checkedAt: new Date(), checkError: result.error });
  return result;
}

/** A real, metered call of a model, the smallest its type has; the model's status follows. */
export async function testModel(actor: Actor, id: string, signal?: AbortSignal): Promise<ModelTestResult> {
  requirePermission(actor, P.CONFIG_MODELS);
  const model = await loadForTrial(id);
  if (!model) throw new AppError("notFound");
  const result = await smallestCall(actor, model, { timeoutMs: TEST_MS, signal });
  // Given up by the person: nothing is known of the model.
  if (signal?.aborted) return { ...result, health: await judged(id) };
  const { ok, error, latencyMs } = result;
  await db().transaction(async (tx) => {
    await updateModel(tx, id, { latencyMs });
    await noteCheck(tx, id, { error: ok ? null : (error ?? "unknown"), at: new Date(), latencyMs });
  });
  forgetModels();
  return { ...result, health: await judged(id) };
}

async function judged(id: string): Promise<Health> {
  return (await healthOf([id])).get(id) ?? judgeHealth([]);
}

/** Models of an Ollama on its usual local port, offered on the console; null when none answers. */
export async function discoverOllama(actor: Actor): Promise<{ baseUrl: string; models: string[] } | null> {
  requirePermission(actor, P.CONFIG_MODELS);
  const baseUrl = `${env().OLLAMA_HOST.replace(/\/+$/, "")}/v1`;
  const result = await ask(channelTo({ baseUrl, template: "ollama", apiKey: null }), OLLAMA_MS);
  return result.ok && result.models.length > 0 ? { baseUrl, models: result.models.map(({ id }) => id) } : null;
}

import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import {
  findModel,
  findSupplier,
  listModels,
  listSupplierKeys,
  updateModel,
  updateSupplier,
} from "@/db/queries/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { decrypt } from "@/lib/auth/encryption";
import { env } from "@/lib/config/env";
import { CHAT_TYPES } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/http/errors";
import { ChatCall } from "@/lib/models/chat";
import { listUpstreamModels } from "@/lib/models/openai/protocol";
import { forgetModels } from "@/lib/models/registry";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/seed";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { type Channel, SupplierError } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { ModelTestResult, SupplierTestResult } from "../dto";
import type { SupplierProbe } from "../schema";
import { supplierAddress } from "./suppliers";

/** A test waits this long at most, milliseconds. */
const TEST_MS = 20_000;
const OLLAMA_MS = 1500;
const TEST_APP = "model-test";

async function ask(channel: Channel, timeoutMs = TEST_MS): Promise<SupplierTestResult> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const models = await listUpstreamModels(channel, AbortSignal.timeout(timeoutMs));
    return { ok: true, latencyMs: took(), error: null, detail: "", models: models.sort().slice(0, 1000) };
  } catch (error) {
    const known = error instanceof SupplierError ? error : new SupplierError("supplierUnreachable");
    // The time-out here is ours, not the supplier's.
    const key = known.key === "interrupted" ? "supplierTimeout" : known.key;
    return { ok: false, latencyMs: took(), error: key, detail: known.options.detail ?? "", models: [] };
  }
}

function channelTo(
  baseUrl: string,
  template: string,
  apiKey: string | null,
  headers: Record<string, string> = {},
): Channel {
  return { id: null, supplierId: null, template, upstreamModel: "", baseUrl, apiKey, headers };
}

/** Asks a supplier that is not saved yet for its models. */
export async function probeSupplier(actor: Actor, input: SupplierProbe): Promise<SupplierTestResult> {
  requirePermission(actor, P.CONFIG_MODELS);
  const baseUrl = supplierAddress(input.template, input.baseUrl);
  return ask(channelTo(baseUrl, input.template, input.apiKey ?? null, input.headers));
}

/** Asks a saved supplier for its models with the stored key, and notes the result. */
export async function testSupplier(actor: Actor, id: string): Promise<SupplierTestResult> {
  requirePermission(actor, P.CONFIG_MODELS);
  const supplier = await findSupplier(db(), id);
  if (!supplier) throw new AppError("notFound");
  if (supplier.template === BUILTIN_TEMPLATE || !supplier.baseUrl) throw new AppError("builtinSupplier");
  const [key] = await listSupplierKeys(db(), [id]);
  const headers = supplier.headersCipher ? JSON.parse(decrypt(SUPPLIER_KEY_PURPOSE, supplier.headersCipher)) : {};
  const apiKey = key ? decrypt(SUPPLIER_KEY_PURPOSE, key.cipher) : null;
  const result = await ask(channelTo(supplier.baseUrl, supplier.template, apiKey, headers));
  await updateSupplier(db(), id, { checkedAt: new Date(), checkError: result.error });
  return result;
}

/** A real, metered call of a model: it says hello. Types other than chat are looked up in the supplier's list. */
export async function testModel(actor: Actor, id: string): Promise<ModelTestResult> {
  requirePermission(actor, P.CONFIG_MODELS);
  const [model, row] = [await findModel(db(), id), (await listModels(db())).find((entry) => entry.id === id)];
  if (!model || !row) throw new AppError("notFound");
  const result = CHAT_TYPES.includes(model.type) ? await sayHello(actor, id, row) : await lookUp(actor, row);
  await updateModel(db(), id, {
    status: result.ok ? "normal" : "abnormal",
    latencyMs: result.latencyMs,
    checkedAt: new Date(),
    checkError: result.error,
  });
  forgetModels();
  return result;
}

type ModelRow = Awaited<ReturnType<typeof listModels>>[number];

async function sayHello(actor: Actor, id: string, row: ModelRow): Promise<ModelTestResult> {
  const channel = await channelOf(row);
  const call = new ChatCall({
    actor,
    app: TEST_APP,
    requestId: v7(),
    model: { ...row, id, channels: [channel] },
    messages: [{ role: "user", content: "Hello" }],
    options: { maxOutputTokens: 64 },
  });
  await call.reserved;
  const timer = setTimeout(() => call.interrupt(), TEST_MS);
  let answer = "";
  const outcome = await call.read({
    onText: (delta) => {
      answer += delta;
    },
    onReasoning: () => undefined,
  });
  clearTimeout(timer);
  await call.settle(outcome);
  const ok = outcome.status === "done" || outcome.status === "limited";
  const error = ok ? null : outcome.error === "interrupted" ? "supplierTimeout" : (outcome.error ?? "operationFailed");
  return {
    ok,
    latencyMs: outcome.firstTokenMs ?? outcome.durationMs,
    error,
    detail: outcome.detail,
    answer: answer.slice(0, 500),
  };
}

async function lookUp(actor: Actor, row: ModelRow): Promise<ModelTestResult> {
  const { models, ...result } = await testSupplier(actor, row.supplierId);
  const listed = models.includes(row.upstreamModel);
  if (result.ok && !listed) return { ...result, ok: false, error: "modelNotFound", answer: "" };
  return { ...result, answer: "" };
}

async function channelOf(row: ModelRow): Promise<Channel> {
  const supplier = await findSupplier(db(), row.supplierId);
  if (!supplier) throw new AppError("notFound");
  const [key] = await listSupplierKeys(db(), [supplier.id]);
  const headers = supplier.headersCipher ? JSON.parse(decrypt(SUPPLIER_KEY_PURPOSE, supplier.headersCipher)) : {};
  return {
    ...channelTo(
      supplier.baseUrl ?? "",
      supplier.template,
      key ? decrypt(SUPPLIER_KEY_PURPOSE, key.cipher) : null,
      headers,
    ),
    supplierId: supplier.id,
    upstreamModel: row.upstreamModel,
  };
}

/** Models of an Ollama on its usual local port, offered on the console; null when none answers. */
export async function discoverOllama(actor: Actor): Promise<{ baseUrl: string; models: string[] } | null> {
  requirePermission(actor, P.CONFIG_MODELS);
  const baseUrl = `${env().OLLAMA_HOST.replace(/\/+$/, "")}/v1`;
  const result = await ask(channelTo(baseUrl, "ollama", null), OLLAMA_MS);
  return result.ok && result.models.length > 0 ? { baseUrl, models: result.models } : null;
}

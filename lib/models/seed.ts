import "server-only";
import type { Transaction } from "@/db/client";
import {
  insertModel,
  insertSupplier,
  listDefaults,
  listSuppliers,
  listTakenNames,
  replaceSupplierKey,
  upsertDefault,
} from "@/db/queries/models/models";
import { env } from "@/lib/config/env";
import { BUILTIN_RERANK_MODEL } from "./builtin/bm25";
import { BUILTIN_EMBEDDING_MODEL } from "./builtin/embedding";
import { BUILTIN_MODEL } from "./builtin/extractive";
import { sealKey } from "./suppliers/secrets";
import { BUILTIN_SUPPLIER, BUILTIN_TEMPLATE } from "./templates";

/**
 * Suppliers of a first start: the built-in one, and what OPENAI_* names. The names are taken unchecked, because the
 * supplier need not answer at start, and become the defaults (spec 10).
 */
export async function seedModels(tx: Transaction): Promise<void> {
  if ((await listSuppliers(tx)).length > 0) return completeBuiltinModels(tx);
  const builtin = await insertSupplier(tx, { name: BUILTIN_SUPPLIER, template: BUILTIN_TEMPLATE });
  const extractive = await addBuiltinModels(tx, builtin);
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, OPENAI_EMBEDDING_MODEL } = env();
  if (!OPENAI_BASE_URL && !OPENAI_API_KEY) {
    await upsertDefault(tx, { purpose: "chat", modelId: extractive });
    return;
  }
  const template = OPENAI_BASE_URL ? "openai-compatible" : "openai";
  const supplierId = await insertSupplier(tx, {
    name: OPENAI_BASE_URL ? new URL(OPENAI_BASE_URL).host : "OpenAI",
    template,
    baseUrl: (OPENAI_BASE_URL ?? "https://api.openai.com/v1").replace(/\/+$/, ""),
  });
  if (OPENAI_API_KEY) await replaceSupplierKey(tx, supplierId, sealKey(OPENAI_API_KEY, template));
  const chat = OPENAI_MODEL
    ? await insertModel(tx, { name: OPENAI_MODEL, type: "chat" }, { supplierId, upstreamModel: OPENAI_MODEL })
    : extractive;
  await upsertDefault(tx, { purpose: "chat", modelId: chat });
  if (!OPENAI_EMBEDDING_MODEL) return;
  const embedding = await insertModel(
    tx,
    { name: OPENAI_EMBEDDING_MODEL, type: "vector" },
    { supplierId, upstreamModel: OPENAI_EMBEDDING_MODEL },
  );
  await upsertDefault(tx, { purpose: "embedding", modelId: embedding });
}

/** What every installation has without a network (ARCHITECTURE 6, spec X1). Answers the chat model's id. */
async function addBuiltinModels(tx: Transaction, supplierId: string): Promise<string> {
  const add = (row: Parameters<typeof insertModel>[1]) =>
    insertModel(tx, { ...row, status: "normal" }, { supplierId, upstreamModel: row.name });
  const chat = await add({ name: BUILTIN_MODEL, type: "chat", contextWindow: 32_768, maxOutputTokens: 2048 });
  const embedding = await add({ name: BUILTIN_EMBEDDING_MODEL, type: "vector" });
  const rerank = await add({ name: BUILTIN_RERANK_MODEL, type: "rerank" });
  await upsertDefault(tx, { purpose: "embedding", modelId: embedding });
  await upsertDefault(tx, { purpose: "rerank", modelId: rerank });
  return chat;
}

/** Installations from before the built-in vectors and rerank get them at the next start. */
async function completeBuiltinModels(tx: Transaction): Promise<void> {
  const [builtin] = (await listSuppliers(tx)).filter(({ template }) => template === BUILTIN_TEMPLATE);
  if (!builtin) return;
  const names = [BUILTIN_EMBEDDING_MODEL, BUILTIN_RERANK_MODEL];
  const taken = new Set(await listTakenNames(tx, names));
  const chosen = new Set((await listDefaults(tx)).map(({ purpose }) => purpose));
  for (const [name, type, purpose] of [
    [BUILTIN_EMBEDDING_MODEL, "vector", "embedding"],
    [BUILTIN_RERANK_MODEL, "rerank", "rerank"],
  ] as const) {
    if (taken.has(name)) continue;
    const row = { name, type, status: "normal" } as const;
    const modelId = await insertModel(tx, row, { supplierId: builtin.id, upstreamModel: name });
    if (!chosen.has(purpose)) await upsertDefault(tx, { purpose, modelId });
  }
}

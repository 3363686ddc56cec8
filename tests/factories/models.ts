import { eq, notInArray } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { insertModel, insertSupplier, replaceSupplierKey, upsertDefault } from "@/db/queries/models/models";
import { channels, modelDefaults, models, suppliers } from "@/db/schema/models";
import type { ModelType } from "@/lib/config/model-kinds";
import { encrypt } from "@/lib/encryption";
import { invalidateModels } from "@/lib/models/registry";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/suppliers/secrets";

export const SUPPLIER_KEY = "sk-canary-0123456789abcdef";

interface ModelOptions {
  contextWindow?: number;
  maxOutputTokens?: number;
  abilities?: ("visual" | "tool_call")[];
  type?: ModelType;
  template?: string;
}

/**
 * Only the built-in models are on and chosen, as on a fresh installation: what other files left must not decide which model
 * reads, embeds or reranks here.
 */
export async function onlyBuiltinModels(): Promise<void> {
  const builtin = db()
    .select({ id: channels.modelId })
    .from(channels)
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .where(eq(suppliers.template, "builtin"));
  await db().update(models).set({ enabled: false }).where(notInArray(models.id, builtin));
  await db().delete(modelDefaults);
  const supplierId = await insertSupplier(db(), { name: v7(), template: "builtin" });
  for (const [purpose, type, upstreamModel] of [
    ["chat", "chat", "builtin-extractive"],
    ["embedding", "vector", "builtin-lexical-embedding"],
    ["rerank", "rerank", "builtin-bm25"],
  ] as const) {
    const modelId = await insertModel(db(), { name: `${upstreamModel}-${v7()}`, type }, { supplierId, upstreamModel });
    await upsertDefault(db(), { purpose, modelId });
  }
  invalidateModels();
}

/** A model of a supplier of its own at the given address; answers the model's id. */
export async function makeModel(url: string, upstreamModel: string, options: ModelOptions = {}): Promise<string> {
  const { type = "chat", template = "openai-compatible", ...rest } = options;
  const supplierId = await insertSupplier(db(), { name: v7(), template, baseUrl: url });
  const cipher = encrypt(SUPPLIER_KEY_PURPOSE, SUPPLIER_KEY);
  await replaceSupplierKey(db(), supplierId, { cipher, hint: "cdef" });
  const id = await insertModel(
    db(),
    { name: `${upstreamModel}-${v7()}`, type, ...rest },
    { supplierId, upstreamModel },
  );
  invalidateModels();
  return id;
}

/** As an administrator switches a model off. */
export async function disableModel(id: string): Promise<void> {
  await db().update(models).set({ enabled: false }).where(eq(models.id, id));
  invalidateModels();
}

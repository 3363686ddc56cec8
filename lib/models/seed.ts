import "server-only";
import type { Transaction } from "@/db/client";
import { insertModel, insertSupplier, listSuppliers, replaceSupplierKey, upsertDefault } from "@/db/queries/models";
import { encrypt } from "@/lib/auth/encryption";
import { env } from "@/lib/config/env";
import { BUILTIN_MODEL } from "./builtin/extractive";
import { BUILTIN_TEMPLATE } from "./templates";

export const SUPPLIER_KEY_PURPOSE = "supplier-key";

/** The last four characters, to tell keys apart; short keys show nothing. */
export function keyHint(apiKey: string): string {
  return apiKey.length >= 12 ? apiKey.slice(-4) : "";
}

/**
 * Suppliers of a first start: the built-in one, and what OPENAI_* names. The names are taken unchecked, because the
 * supplier need not answer at start, and become the defaults (CONTRACT).
 */
export async function seedModels(tx: Transaction): Promise<void> {
  if ((await listSuppliers(tx)).length > 0) return;
  const builtin = await insertSupplier(tx, { name: "Built-in", template: BUILTIN_TEMPLATE });
  const extractive = await insertModel(
    tx,
    { name: BUILTIN_MODEL, type: "chat", contextWindow: 32_768, maxOutputTokens: 2048, status: "normal" },
    { supplierId: builtin, upstreamModel: BUILTIN_MODEL },
  );
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, OPENAI_EMBEDDING_MODEL } = env();
  if (!OPENAI_BASE_URL && !OPENAI_API_KEY) {
    await upsertDefault(tx, { purpose: "chat", modelId: extractive });
    return;
  }
  const supplierId = await insertSupplier(tx, {
    name: OPENAI_BASE_URL ? new URL(OPENAI_BASE_URL).host : "OpenAI",
    template: OPENAI_BASE_URL ? "openai-compatible" : "openai",
    baseUrl: (OPENAI_BASE_URL ?? "https://api.openai.com/v1").replace(/\/+$/, ""),
  });
  if (OPENAI_API_KEY) {
    const cipher = encrypt(SUPPLIER_KEY_PURPOSE, OPENAI_API_KEY);
    await replaceSupplierKey(tx, supplierId, { cipher, hint: keyHint(OPENAI_API_KEY) });
  }
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

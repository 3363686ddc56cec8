import { v7 } from "uuid";
import { db } from "@/db/client";
import { insertModel, insertSupplier, replaceSupplierKey } from "@/db/queries/models";
import { encrypt } from "@/lib/auth/encryption";
import type { ModelType } from "@/lib/config/model-kinds";
import { forgetModels } from "@/lib/models/registry";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/seed";

export const SUPPLIER_KEY = "sk-canary-0123456789abcdef";

interface ModelOptions {
  contextWindow?: number;
  maxOutputTokens?: number;
  abilities?: ("visual" | "tool_call")[];
  type?: ModelType;
  template?: string;
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
  forgetModels();
  return id;
}

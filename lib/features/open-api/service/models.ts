import "server-only";
import type { KeyHolder } from "@/lib/auth/api-key";
import { AppError } from "@/lib/errors/errors";
import type { ResolvedModel } from "@/lib/models/types";
import { modelsFor } from "./call";

/** Beside OpenAI's fields, what callers want to know of a model; unknown sizes are left out. */
function summaryOf({ name, type, channels, contextWindow, maxOutputTokens, abilities }: ResolvedModel) {
  return {
    id: name,
    object: "model",
    created: 0,
    owned_by: channels[0]?.supplierName ?? "",
    type,
    abilities,
    ...(contextWindow ? { context_window: contextWindow } : {}),
    ...(maxOutputTokens ? { max_output_tokens: maxOutputTokens } : {}),
  };
}

/** Models a key may call, under the names it calls them by. */
export async function listModels(holder: KeyHolder) {
  return { object: "list", data: (await modelsFor(holder)).map(summaryOf) };
}

/** One of them. Throws modelNotFound. */
export async function findModel(holder: KeyHolder, name: string) {
  const model = (await modelsFor(holder)).find((entry) => entry.name === name || entry.id === name);
  if (!model) throw new AppError("modelNotFound");
  return summaryOf(model);
}

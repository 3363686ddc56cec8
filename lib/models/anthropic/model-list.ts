import "server-only";
import type { ModelAbility } from "@/lib/config/model-kinds";
import { type Channel, type ListedModel, SupplierError } from "../types";
import { readJson, send } from "../wire/http";

const VERSION = "2023-06-01";
const LIST_MAX = 8_000_000;
const PAGES_MAX = 5;

interface Entry {
  id?: unknown;
  lifecycle?: string;
  max_input_tokens?: number | null;
  max_tokens?: number | null;
  capabilities?: Record<string, { supported?: boolean } | undefined> | null;
}

/** Models of an account with the sizes and abilities the list tells; retired ones are left out. */
export async function listModels(channel: Channel, signal: AbortSignal): Promise<ListedModel[]> {
  const models: ListedModel[] = [];
  let after = "";
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = new URLSearchParams({ limit: "1000", ...(after ? { after_id: after } : {}) });
    const url = `${channel.baseUrl}/models?${query}`;
    const answer = await readJson(
      await send(channel, { url, headers: { "anthropic-version": VERSION } }, signal),
      LIST_MAX,
    );
    if (!Array.isArray(answer.data)) throw new SupplierError("supplierMalformed");
    models.push(...(answer.data as Entry[]).flatMap(listed));
    if (answer.has_more !== true || typeof answer.last_id !== "string") break;
    after = answer.last_id;
  }
  return models;
}

function listed({ id, lifecycle, max_input_tokens, max_tokens, capabilities }: Entry): ListedModel[] {
  if (typeof id !== "string" || !id || lifecycle === "retired") return [];
  const abilities: ModelAbility[] = ["tool_call"];
  if (capabilities?.image_input?.supported) abilities.push("visual");
  if (capabilities?.thinking?.supported) abilities.push("reasoning");
  return [
    {
      id,
      type: "chat",
      ...(max_input_tokens ? { contextWindow: max_input_tokens } : {}),
      ...(max_tokens ? { maxOutputTokens: max_tokens } : {}),
      ...(capabilities ? { abilities } : {}),
    },
  ];
}

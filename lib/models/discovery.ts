import "server-only";
import type { ModelAbility, ModelType } from "@/lib/config/model-kinds";
import { guessModelType } from "./guess-type";
import { knownModel, knownModels } from "./known-models";
import { protocolOf } from "./protocols";
import { type Channel, type ListedModel, SupplierError } from "./types";

/** A supplier is asked so long at most, milliseconds. */
const ASK_MS = 20_000;

export interface Asked {
  ok: boolean;
  latencyMs: number;
  /** Key of the error catalogue. */
  error: string | null;
  /** The supplier's own words, without keys and addresses. */
  detail: string;
  models: ListedModel[];
}

/** Asks a supplier for its models. Never throws: what went wrong is the answer. */
export async function askModels(channel: Channel): Promise<Asked> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const { listModels } = await protocolOf(channel.template);
    const models = (await listModels?.(channel, AbortSignal.timeout(ASK_MS))) ?? [];
    return { ok: true, latencyMs: took(), error: null, detail: "", models };
  } catch (error) {
    const known = error instanceof SupplierError ? error : new SupplierError("supplierUnreachable");
    // The time-out here is ours, not the supplier's.
    const key = known.key === "interrupted" ? "supplierTimeout" : known.key;
    return { ok: false, latencyMs: took(), error: key, detail: known.options.detail ?? "", models: [] };
  }
}

export interface DescribedModel {
  id: string;
  type: ModelType;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  abilities: ModelAbility[];
}

/** A listed model with what the template's documentation knows besides; what the list says counts more. */
export function withKnown(template: string, listed: ListedModel): DescribedModel {
  const known = knownModel(template, listed.id);
  const type = listed.type ?? known?.type ?? guessModelType(listed.id);
  return {
    id: listed.id,
    type,
    contextWindow: listed.contextWindow ?? known?.contextWindow ?? null,
    maxOutputTokens: listed.maxOutputTokens ?? known?.maxOutputTokens ?? null,
    abilities: listed.abilities ?? [...(known?.abilities ?? (type === "vision" ? (["visual"] as const) : []))],
  };
}

/** The models a template's documentation names, for suppliers that list nothing. */
export function documentedModels(template: string): ListedModel[] {
  return knownModels(template).map(({ abilities, ...model }) => ({ ...model, abilities: [...(abilities ?? [])] }));
}

import "server-only";
import { db } from "@/db/client";
import { listSupplierKeys, updateSupplier } from "@/db/queries/models/models";
import type { ModelAbility, ModelType } from "@/lib/config/model-kinds";
import { guessModelType } from "../guess-type";
import { knownModel, knownModels } from "../known-models";
import { protocolOf } from "../protocols";
import { type Channel, type ListedModel, SupplierError } from "../types";
import { connectedSupplier, type SupplierRow } from "./rows";
import { keysFor, openHeaders, openKey } from "./secrets";

/** A supplier is asked so long at most, milliseconds. */
const ASK_MS = 20_000;
/** Models of one list that are shown; OpenRouter, the longest, has some hundreds. */
const SHOWN_MAX = 2000;

/** How asking a supplier went. */
export interface Asked {
  ok: boolean;
  latencyMs: number;
  /** Key of the error catalogue. */
  error: string | null;
  /** The supplier's own words, without keys and addresses. */
  detail: string;
}

export interface DescribedModel {
  id: string;
  type: ModelType;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  abilities: ModelAbility[];
}

/** What a supplier offers, in the order of the names. */
export interface Listing extends Asked {
  models: DescribedModel[];
  /** The supplier listed nothing: these are the models its documentation names. */
  fromDocumentation: boolean;
}

/** A supplier, saved or not. */
interface Addressed {
  template: string;
  baseUrl: string | null;
  secret?: string | null;
  headers?: Record<string, string>;
  settings?: Channel["settings"];
}

function channelTo({ template, baseUrl, secret = null, headers = {}, settings = {} }: Addressed): Channel {
  const ids = { id: null, supplierId: null, keyId: null };
  return { ...ids, template, upstreamModel: "", baseUrl, apiKey: secret, headers, settings };
}

/** A saved supplier with one secret, for questions outside any call. */
function savedChannel(supplier: SupplierRow, secret: string | null): Channel {
  const channel = channelTo({ ...supplier, secret, headers: openHeaders(supplier.headersCipher) });
  return { ...channel, supplierId: supplier.id };
}

/** Asks a supplier for its models, `timeoutMs` at most. Never throws: what went wrong is the answer. */
async function ask(channel: Channel, timeoutMs = ASK_MS): Promise<Asked & { listed: ListedModel[] }> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const { listModels } = await protocolOf(channel.template);
    const listed = (await listModels?.(channel, AbortSignal.timeout(timeoutMs))) ?? [];
    return { ok: true, latencyMs: took(), error: null, detail: "", listed };
  } catch (error) {
    const known = error instanceof SupplierError ? error : new SupplierError("supplierUnreachable");
    // The time-out here is ours, not the supplier's.
    const key = known.key === "interrupted" ? "supplierTimeout" : known.key;
    return { ok: false, latencyMs: took(), error: key, detail: known.options.detail ?? "", listed: [] };
  }
}

async function listModels(channel: Channel, timeoutMs?: number): Promise<Listing> {
  const { listed, ...asked } = await ask(channel, timeoutMs);
  // A supplier that cannot be reached says nothing about its models.
  const documented = asked.ok && listed.length === 0 ? documentedModels(channel.template) : [];
  const models = [...listed, ...documented]
    .map((model) => withKnown(channel.template, model))
    .sort((a, b) => a.id.localeCompare(b.id, "en"))
    .slice(0, SHOWN_MAX);
  return { ...asked, models, fromDocumentation: documented.length > 0 };
}

/** What a supplier offers that is not saved yet; the caller has checked permission and address. */
export function listUnsaved(supplier: Addressed, timeoutMs?: number): Promise<Listing> {
  return listModels(channelTo(supplier), timeoutMs);
}

/** What a saved supplier offers, asked with a stored key; how it went is noted. Throws notFound, builtinSupplier. */
export async function listSaved(id: string): Promise<Listing> {
  const supplier = await connectedSupplier(id);
  const keys = keysFor(supplier, await listSupplierKeys(db(), [id]));
  const key = keys.find(({ status }) => status === "enabled") ?? keys[0];
  const listing = await listModels(savedChannel(supplier, key ? openKey(key.cipher) : null));
  await updateSupplier(db(), id, { checkedAt: new Date(), checkError: listing.error });
  return listing;
}

/** Whether a saved supplier accepts a secret that is not stored. */
export async function trySecret(supplier: SupplierRow, secret: string): Promise<Asked> {
  const { listed: _, ...asked } = await ask(savedChannel(supplier, secret));
  return asked;
}

/** A listed model with what the template's documentation knows besides; what the list says counts more. */
function withKnown(template: string, listed: ListedModel): DescribedModel {
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
function documentedModels(template: string): ListedModel[] {
  return knownModels(template).map(({ abilities, ...model }) => ({ ...model, abilities: [...(abilities ?? [])] }));
}

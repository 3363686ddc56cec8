import "server-only";
import { db } from "@/db/client";
import { findSupplier, listSupplierKeys, updateSupplier } from "@/db/queries/models";
import { listUpstreamNames } from "@/db/queries/supplier-keys";
import type { suppliers } from "@/db/schema/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import { type Asked, askModels, documentedModels, withKnown } from "@/lib/models/discovery";
import { openHeaders, openKey, supplierAddress } from "@/lib/models/supplier-secrets";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import type { Channel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { DiscoveryDto, ProbeDto } from "../dto";
import type { SupplierProbe } from "../schema";

/** Models of one list that are shown; OpenRouter, the longest, has some hundreds. */
const SHOWN_MAX = 2000;

type Supplier = Pick<typeof suppliers.$inferSelect, "id" | "template" | "baseUrl" | "headersCipher" | "settings">;

/** A way to a supplier with one secret, for questions outside any call. */
export function channelTo(supplier: Supplier, apiKey: string | null): Channel {
  return {
    id: null,
    supplierId: supplier.id,
    keyId: null,
    template: supplier.template,
    upstreamModel: "",
    baseUrl: supplier.baseUrl,
    apiKey,
    headers: openHeaders(supplier.headersCipher),
    settings: supplier.settings,
  };
}

export function probeOf({ models: _, ...asked }: Asked): ProbeDto {
  return asked;
}

/** Asks a supplier that is not saved yet for its models. Throws addressRefused, invalidInput. */
export async function probeSupplier(actor: Actor, input: SupplierProbe): Promise<DiscoveryDto> {
  requirePermission(actor, P.GATEWAY);
  const baseUrl = supplierAddress(input.template, input.baseUrl);
  const asked = await askModels({
    id: null,
    supplierId: null,
    keyId: null,
    template: input.template,
    upstreamModel: "",
    baseUrl,
    apiKey: input.secret ?? null,
    headers: input.headers ?? {},
    settings: input.settings ?? {},
  });
  return discovery(input.template, asked, new Set());
}

/** Asks a saved supplier for its models with a stored key, and notes how it went. Throws notFound, builtinSupplier. */
export async function discoverModels(actor: Actor, id: string): Promise<DiscoveryDto> {
  requirePermission(actor, P.GATEWAY);
  const supplier = await findSupplier(db(), id);
  if (!supplier) throw new AppError("notFound");
  if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
  const keys = await listSupplierKeys(db(), [id]);
  const key = keys.find(({ status }) => status === "enabled") ?? keys[0];
  const asked = await askModels(channelTo(supplier, key ? openKey(key.cipher) : null));
  await updateSupplier(db(), id, { checkedAt: new Date(), checkError: asked.error });
  return discovery(supplier.template, asked, new Set(await listUpstreamNames(db(), id)));
}

function discovery(template: string, asked: Asked, added: ReadonlySet<string>): DiscoveryDto {
  // A supplier that cannot be reached says nothing about its models.
  const fromDocumentation = asked.ok && asked.models.length === 0;
  const listed = fromDocumentation ? documentedModels(template) : asked.models;
  const models = listed
    .slice(0, SHOWN_MAX)
    .map((model) => ({ ...withKnown(template, model), added: added.has(model.id) }))
    .sort((a, b) => a.id.localeCompare(b.id));
  return { ...probeOf(asked), models, fromDocumentation: fromDocumentation && models.length > 0 };
}

import "server-only";
import { db } from "@/db/client";
import { listSupplierKeys } from "@/db/queries/models/models";
import {
  countModelsBySupplier,
  listBreakersWithSupplier,
  listSupplierRows,
  listSupplierUsage,
  listUpstreamNames,
} from "@/db/queries/models/supplier-keys";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { fieldsOf, revisionOf, withRevision } from "@/lib/editing/revision";
import { orNotFound } from "@/lib/errors/errors";
import { refreshRollups } from "@/lib/models/jobs";
import type { Listing } from "@/lib/models/suppliers/discovery";
import type { SupplierRow } from "@/lib/models/suppliers/rows";
import type { NewModels } from "@/lib/models/suppliers/schema";
import { openHeaders } from "@/lib/models/suppliers/secrets";
import { supplierService } from "@/lib/models/suppliers/service";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { DiscoveryDto, ListOf, SupplierDetailDto, SupplierDto, SupplierKeyDto } from "../dto";
import type { NewSupplier, SupplierPatch, SupplierProbe } from "../schema";

/** At the same address a key has calls of its own here, which try it first. */
const suppliers = supplierService({
  permission: P.GATEWAY,
  actions: {
    create: "gateway.supplier.create",
    change: "gateway.supplier.change",
    delete: "gateway.supplier.delete",
  },
  secretField: "secret",
  replacesOnlyKey: false,
  edited,
});

/** Suppliers with what they hold, how they feel and what they did today; secrets never leave. */
export async function listSuppliers(actor: Actor): Promise<ListOf<SupplierDto>> {
  requirePermission(actor, P.GATEWAY);
  await refreshRollups();
  const { timeZone } = await loadConfig("customConfig");
  const [rows, keys, counts, breakers, usageRows] = await Promise.all([
    listSupplierRows(db()),
    listSupplierKeys(db()),
    countModelsBySupplier(db()),
    listBreakersWithSupplier(db()),
    listSupplierUsage(db(), dayIn(timeZone)),
  ]);
  const models = new Map(counts.map((row) => [row.supplierId, row.count]));
  const usage = new Map(usageRows.map((row) => [row.supplierId, row]));
  const countOf = (list: readonly { supplierId: string }[], id: string) =>
    list.filter(({ supplierId }) => supplierId === id).length;
  const items = rows.map((row) => ({
    ...withRevision(edited(row), (fields) => fields),
    id: row.id,
    template: row.template,
    builtin: row.template === BUILTIN_TEMPLATE,
    status: row.status,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    checkError: row.checkError,
    keys: countOf(keys, row.id),
    models: models.get(row.id) ?? 0,
    resting: countOf(breakers, row.id),
    callsToday: usage.get(row.id)?.calls ?? 0,
    failedToday: usage.get(row.id)?.failed ?? 0,
  }));
  return { items, total: items.length };
}

const LIMITS = ["requestsPerMinute", "tokensPerMinute"] as const;

/** What people edit of a supplier; its state is switched in the list, keys and models are records of their own. */
function edited(row: SupplierRow) {
  return {
    ...fieldsOf(row, ["name", "baseUrl", "residency", ...LIMITS]),
    apiVersion: row.settings.apiVersion ?? null,
    headerNames: Object.keys(openHeaders(row.headersCipher)),
  };
}

/** What people edit of a key. */
export const editedKey = (key: Pick<SupplierKeyDto, "name" | "weight" | (typeof LIMITS)[number]>) =>
  fieldsOf(key, ["name", "weight", ...LIMITS]);

/** One supplier with its keys. Throws notFound. */
export async function readSupplier(actor: Actor, id: string): Promise<SupplierDetailDto> {
  requirePermission(actor, P.GATEWAY);
  const supplier = orNotFound((await listSuppliers(actor)).items.find((item) => item.id === id));
  const [keys, breakers] = await Promise.all([listSupplierKeys(db(), [id]), listBreakersWithSupplier(db())]);
  const dtos = keys.map(
    (key): SupplierKeyDto => ({
      id: key.id,
      name: key.name,
      hint: key.hint,
      weight: key.weight,
      requestsPerMinute: key.requestsPerMinute,
      tokensPerMinute: key.tokensPerMinute,
      status: key.status,
      createdAt: key.createdAt.toISOString(),
      rotatedAt: key.rotatedAt?.toISOString() ?? null,
      revision: revisionOf(editedKey(key)),
      resting: breakers
        .filter(({ keyId }) => keyId === key.id)
        .map(({ state, reason, retryAt, modelName }) => ({
          state,
          reason,
          retryAt: retryAt.toISOString(),
          model: modelName,
        })),
    }),
  );
  return { supplier, keys: dtos };
}

/** Adds a supplier with its keys, and models of its list where some were picked. Throws supplierNameTaken, modelNameTaken, addressRefused. */
export function createSupplier(actor: Actor, input: NewSupplier): Promise<{ id: string }> {
  return suppliers.create(actor, input);
}

/** Adds models of a supplier's list. Throws notFound, builtinSupplier, modelNameTaken. */
export function addModels(actor: Actor, id: string, { models }: NewModels): Promise<{ ids: string[] }> {
  return suppliers.addModels(actor, id, models);
}

/** Changes a supplier. Throws keyRequiredForNewAddress, supplierNameTaken, addressRefused, staleRecord. */
export function changeSupplier(actor: Actor, id: string, patch: SupplierPatch): Promise<void> {
  return suppliers.change(actor, id, patch);
}

/** Deletes a supplier no model needs any more. Throws supplierInUse. */
export const deleteSupplier = suppliers.remove;

/** Asks a supplier that is not saved yet for its models. Throws addressRefused, invalidInput. */
export async function probeSupplier(actor: Actor, input: SupplierProbe): Promise<DiscoveryDto> {
  return discoveryDto(await suppliers.probe(actor, input));
}

/** Asks a saved supplier for its models with a stored key, and notes how it went. Throws notFound, builtinSupplier. */
export async function discoverModels(actor: Actor, id: string): Promise<DiscoveryDto> {
  const listing = await suppliers.discover(actor, id);
  return discoveryDto(listing, new Set(await listUpstreamNames(db(), id)));
}

function discoveryDto(listing: Listing, added: ReadonlySet<string> = new Set()): DiscoveryDto {
  return { ...listing, models: listing.models.map((model) => ({ ...model, added: added.has(model.id) })) };
}

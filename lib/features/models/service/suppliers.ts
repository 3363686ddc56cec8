import "server-only";
import { db } from "@/db/client";
import { listSuppliers as listRows } from "@/db/queries/models/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { env } from "@/lib/config/env";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { type Listing, listUnsaved } from "@/lib/models/suppliers/discovery";
import type { NewModels } from "@/lib/models/suppliers/schema";
import { supplierService } from "@/lib/models/suppliers/service";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { SupplierDto, SupplierTestResult } from "../dto";
import type { NewSupplier, SupplierPatch, SupplierProbe } from "../schema";

/** An Ollama on this machine answers at once, or is not there; milliseconds. */
const OLLAMA_MS = 1500;

/** This console knows one key of a supplier; the supplier gateway shows several one by one. */
const suppliers = supplierService({
  permission: P.CONFIG_MODELS,
  actions: {
    create: "model.supplier.create",
    change: "model.supplier.change",
    delete: "model.supplier.delete",
  },
  secretField: "apiKey",
  replacesOnlyKey: true,
  edited: (row, keys) => edited({ ...row, hasKey: keys.length > 0, keyHint: keys.at(-1)?.hint ?? "" }),
});

/** Its state is switched in the list, apart from the form. */
const edited = (row: Pick<SupplierDto, "name" | "baseUrl" | "hasKey" | "keyHint">) =>
  fieldsOf(row, ["name", "baseUrl", "hasKey", "keyHint"]);

/** Suppliers with the state of their keys; the keys themselves never leave. */
export async function listSuppliers(actor: Actor): Promise<{ items: SupplierDto[]; total: number }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const items = (await listRows(db())).map((row) =>
    withRevision(
      {
        id: row.id,
        name: row.name,
        template: row.template,
        builtin: row.template === BUILTIN_TEMPLATE,
        baseUrl: row.baseUrl,
        status: row.status,
        hasKey: row.keyHint !== null,
        keyHint: row.keyHint ?? "",
        checkedAt: row.checkedAt?.toISOString() ?? null,
        checkError: row.checkError,
      },
      edited,
    ),
  );
  return { items, total: items.length };
}

/** Adds a supplier, with models of its list where some were picked. Throws supplierNameTaken, modelNameTaken, addressRefused. */
export function createSupplier(actor: Actor, { apiKey, ...input }: NewSupplier): Promise<{ id: string }> {
  return suppliers.create(actor, { ...input, keys: apiKey ? [{ secret: apiKey }] : [] });
}

/** Changes a supplier. Throws keyRequiredForNewAddress, severalKeys, supplierNameTaken, addressRefused, staleRecord. */
export function changeSupplier(actor: Actor, id: string, { apiKey, ...patch }: SupplierPatch): Promise<void> {
  return suppliers.change(actor, id, { ...patch, secret: apiKey });
}

/** Deletes a supplier without models. Throws supplierInUse. */
export const deleteSupplier = suppliers.remove;

/** Adds models of a supplier's list. Throws notFound, builtinSupplier, modelNameTaken. */
export function createModels(actor: Actor, supplierId: string, { models }: NewModels): Promise<{ ids: string[] }> {
  return suppliers.addModels(actor, supplierId, models);
}

/** Asks a supplier that is not saved yet for its models. Throws addressRefused, invalidInput. */
export async function probeSupplier(actor: Actor, { apiKey, ...input }: SupplierProbe): Promise<SupplierTestResult> {
  return testResult(await suppliers.probe(actor, { ...input, secret: apiKey }));
}

/** Asks a saved supplier for its models with the stored key, and notes the result. Throws notFound, builtinSupplier. */
export async function testSupplier(actor: Actor, id: string): Promise<SupplierTestResult> {
  return testResult(await suppliers.discover(actor, id));
}

/** Models of an Ollama on its usual local port, offered on the console; null when none answers. */
export async function discoverOllama(actor: Actor): Promise<{ baseUrl: string; models: string[] } | null> {
  requirePermission(actor, P.CONFIG_MODELS);
  const baseUrl = `${env().OLLAMA_HOST.replace(/\/+$/, "")}/v1`;
  const { models } = testResult(await listUnsaved({ template: "ollama", baseUrl }, OLLAMA_MS));
  return models.length > 0 ? { baseUrl, models: models.map(({ id }) => id) } : null;
}

/** This console shows what the supplier itself lists. */
function testResult({ fromDocumentation, ...listing }: Listing): SupplierTestResult {
  return fromDocumentation ? { ...listing, models: [] } : listing;
}

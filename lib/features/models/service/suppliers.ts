import "server-only";
import { db, type Transaction, violatedConstraint } from "@/db/client";
import {
  countModelsOf,
  findSupplier,
  insertSupplier,
  listSuppliers as listRows,
  listSupplierKeys,
  removeSupplier,
  replaceSupplierKey,
  updateSupplier,
} from "@/db/queries/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { encrypt } from "@/lib/auth/encryption";
import { assertAllowedUrl } from "@/lib/http/egress";
import { AppError } from "@/lib/http/errors";
import { forgetModels } from "@/lib/models/registry";
import { keyHint, SUPPLIER_KEY_PURPOSE } from "@/lib/models/seed";
import { BUILTIN_TEMPLATE, findTemplate } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { SupplierDto } from "../dto";
import type { NewSupplier, SupplierPatch } from "../schema";
import { addPickedModels } from "./picked-models";

/** Suppliers with the state of their keys; the keys themselves never leave. */
export async function listSuppliers(actor: Actor): Promise<{ items: SupplierDto[]; total: number }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const [rows, keys] = await Promise.all([listRows(db()), listSupplierKeys(db())]);
  const hints = new Map(keys.map((key) => [key.supplierId, key.hint]));
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    template: row.template,
    builtin: row.template === BUILTIN_TEMPLATE,
    baseUrl: row.baseUrl,
    status: row.status,
    hasKey: hints.has(row.id),
    keyHint: hints.get(row.id) ?? "",
    checkedAt: row.checkedAt?.toISOString() ?? null,
    checkError: row.checkError,
  }));
  return { items, total: items.length };
}

/** The address of a supplier to be: what was entered, else the template's. Throws addressRefused or invalidInput. */
export function supplierAddress(template: string, entered: string | undefined): string {
  const address = entered ?? findTemplate(template)?.baseUrl;
  if (!address) throw new AppError("invalidInput", { data: { fields: { baseUrl: "required" } } });
  assertAllowedUrl(address, "supplier");
  return address;
}

/** Adds a supplier, with models of its list where some were picked. Throws supplierNameTaken, addressRefused. */
export async function createSupplier(actor: Actor, input: NewSupplier): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const baseUrl = supplierAddress(input.template, input.baseUrl);
  const { name, template } = input;
  const id = await unique(() =>
    db().transaction(async (tx) => {
      const created = await insertSupplier(tx, { name, template, baseUrl, headersCipher: sealHeaders(input.headers) });
      await storeKey(tx, created, input.apiKey);
      await recordDeed(tx, actor, {
        action: "model.supplier.create",
        target: { type: "supplier", id: created, name },
        after: { name, template, baseUrl, hasKey: Boolean(input.apiKey) },
      });
      if (input.models?.length) await addPickedModels(tx, actor, { id: created, name }, input.models);
      return created;
    }),
  );
  forgetModels();
  return { id };
}

/**
 * Changes a supplier. A new address takes no old key along: somebody who can edit the address must not be able to have
 * the key sent elsewhere (SECURITY SK-02). Throws keyRequiredForNewAddress.
 */
export async function changeSupplier(actor: Actor, id: string, patch: SupplierPatch): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  if (patch.baseUrl) assertAllowedUrl(patch.baseUrl, "supplier");
  await unique(() =>
    db().transaction(async (tx) => {
      const before = await editable(tx, id);
      const moved = patch.baseUrl !== undefined && originOf(patch.baseUrl) !== originOf(before.baseUrl);
      const holdsSecret = (await listSupplierKeys(tx, [id])).length > 0 || before.headersCipher !== null;
      if (moved && holdsSecret && patch.apiKey === undefined) {
        throw new AppError("keyRequiredForNewAddress", { data: { fields: { apiKey: "keyAgain" } } });
      }
      const headersCipher = patch.headers === undefined && !moved ? before.headersCipher : sealHeaders(patch.headers);
      const { name = before.name, baseUrl = before.baseUrl, status = before.status } = patch;
      await updateSupplier(tx, id, { name, baseUrl, status, headersCipher });
      if (patch.apiKey !== undefined) await storeKey(tx, id, patch.apiKey);
      await recordDeed(tx, actor, {
        action: "model.supplier.change",
        target: { type: "supplier", id, name },
        before: { name: before.name, baseUrl: before.baseUrl, status: before.status },
        after: { name, baseUrl, status, keyChanged: patch.apiKey !== undefined },
      });
    }),
  );
  forgetModels();
}

/** Deletes a supplier without models. Throws supplierInUse. */
export async function deleteSupplier(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  await db().transaction(async (tx) => {
    const before = await editable(tx, id);
    const count = await countModelsOf(tx, id);
    if (count > 0) throw new AppError("supplierInUse", { args: { count } });
    await removeSupplier(tx, id);
    await recordDeed(tx, actor, {
      action: "model.supplier.delete",
      target: { type: "supplier", id, name: before.name },
      before: { name: before.name, baseUrl: before.baseUrl },
    });
  });
  forgetModels();
}

async function editable(tx: Transaction, id: string) {
  const supplier = await findSupplier(tx, id);
  if (!supplier) throw new AppError("notFound");
  if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
  return supplier;
}

async function storeKey(tx: Transaction, supplierId: string, apiKey: string | null | undefined): Promise<void> {
  const sealed = apiKey ? { cipher: encrypt(SUPPLIER_KEY_PURPOSE, apiKey), hint: keyHint(apiKey) } : null;
  await replaceSupplierKey(tx, supplierId, sealed);
}

function sealHeaders(headers: Record<string, string> | null | undefined): string | null {
  if (!headers || Object.keys(headers).length === 0) return null;
  return encrypt(SUPPLIER_KEY_PURPOSE, JSON.stringify(headers));
}

function originOf(url: string | null): string {
  return url ? new URL(url).origin : "";
}

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    // Of a model picked along with it: no field of this form.
    if (constraint === "models_name_key") throw new AppError("modelNameTaken");
    if (constraint === "suppliers_name_key")
      throw new AppError("supplierNameTaken", { data: { fields: { name: "nameTaken" } } });
    throw error;
  }
}

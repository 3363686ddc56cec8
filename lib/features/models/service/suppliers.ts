import "server-only";
import { db, type Transaction } from "@/db/client";
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
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { assertAllowedUrl } from "@/lib/http/egress";
import { AppError } from "@/lib/http/errors";
import { addPickedModels } from "@/lib/models/picked-models";
import { forgetModels } from "@/lib/models/registry";
import { editableSupplier, withUniqueNames } from "@/lib/models/supplier-rows";
import { isMoved, sealHeaders, sealKey, supplierAddress } from "@/lib/models/supplier-secrets";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { SupplierDto } from "../dto";
import type { NewSupplier, SupplierPatch } from "../schema";

export { supplierAddress };

/** Suppliers with the state of their keys; the keys themselves never leave. */
export async function listSuppliers(actor: Actor): Promise<{ items: SupplierDto[]; total: number }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const [rows, keys] = await Promise.all([listRows(db()), listSupplierKeys(db())]);
  const hints = new Map(keys.map((key) => [key.supplierId, key.hint]));
  const items = rows.map((row) =>
    withRevision(
      {
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
      },
      edited,
    ),
  );
  return { items, total: items.length };
}

/** Its state is switched in the list, apart from the form. */
const edited = (row: Pick<SupplierDto, "name" | "baseUrl" | "hasKey" | "keyHint">) =>
  fieldsOf(row, ["name", "baseUrl", "hasKey", "keyHint"]);

async function readEdited(tx: Transaction, id: string) {
  const row = await findSupplier(tx, id);
  const keys = await listSupplierKeys(tx, [id]);
  return row && edited({ ...row, hasKey: keys.length > 0, keyHint: keys.at(-1)?.hint ?? "" });
}

/** Adds a supplier, with models of its list where some were picked. Throws supplierNameTaken, addressRefused. */
export async function createSupplier(actor: Actor, input: NewSupplier): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_MODELS);
  const baseUrl = supplierAddress(input.template, input.baseUrl);
  const { name, template } = input;
  const id = await withUniqueNames(() =>
    db().transaction(async (tx) => {
      const created = await insertSupplier(tx, { name, template, baseUrl, headersCipher: sealHeaders(input.headers) });
      await storeKey(tx, created, input.apiKey);
      await recordDeed(tx, actor, {
        action: "model.supplier.create",
        target: { type: "supplier", id: created, name },
        after: { name, template, baseUrl, hasKey: Boolean(input.apiKey) },
      });
      if (input.models?.length) await addPickedModels(tx, actor, { id: created, name, template }, input.models);
      return created;
    }),
  );
  forgetModels();
  return { id };
}

/**
 * Changes a supplier. A new address takes no old key along: somebody who can edit the address must not be able to have
 * the key sent elsewhere (SECURITY SK-02). Throws keyRequiredForNewAddress, severalKeys, staleRecord.
 */
export async function changeSupplier(actor: Actor, id: string, { revision, ...patch }: SupplierPatch): Promise<void> {
  requirePermission(actor, P.CONFIG_MODELS);
  if (patch.baseUrl) assertAllowedUrl(patch.baseUrl, "supplier");
  await withUniqueNames(() =>
    db().transaction(async (tx) => {
      await assertCurrent(tx, actor, { type: "supplier", id, given: revision, read: () => readEdited(tx, id) });
      const before = await editableSupplier(tx, id);
      const moved = isMoved(before.baseUrl, patch.baseUrl);
      const keys = await listSupplierKeys(tx, [id]);
      const holdsSecret = keys.length > 0 || before.headersCipher !== null;
      if (moved && holdsSecret && patch.apiKey === undefined) {
        throw new AppError("keyRequiredForNewAddress", { data: { fields: { apiKey: "keyAgain" } } });
      }
      // One field cannot say which of several keys it means; the supplier gateway shows them one by one.
      if (patch.apiKey !== undefined && !moved && keys.length > 1) throw new AppError("severalKeys");
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
    const before = await editableSupplier(tx, id);
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

async function storeKey(tx: Transaction, supplierId: string, apiKey: string | null | undefined): Promise<void> {
  await replaceSupplierKey(tx, supplierId, apiKey ? sealKey(apiKey) : null);
}

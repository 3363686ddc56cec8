import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  countKeysOf,
  findSupplierKey,
  insertSupplierKeys,
  removeBreakersOfKey,
  removeSupplierKeys,
  updateSupplierKey,
} from "@/db/queries/models/supplier-keys";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { invalidateBreakers } from "@/lib/models/health";
import { invalidateModels } from "@/lib/models/registry";
import { trySecret } from "@/lib/models/suppliers/discovery";
import { connectedSupplier, editableSupplier } from "@/lib/models/suppliers/rows";
import { sealKey } from "@/lib/models/suppliers/secrets";
import { findTemplate } from "@/lib/models/templates";
import { isMoved } from "@/lib/net/moved-address";
import { P } from "@/lib/permissions/codes";
import type { KeyResultDto } from "../dto";
import { KEYS_MAX, type KeyPatch, type KeyRotation, type NewKey } from "../schema";
import { editedKey } from "./suppliers";

/** Adds a further key once the supplier accepted it, or by `force`. Throws notFound, builtinSupplier, supplierKeyLimit. */
export async function addKey(actor: Actor, supplierId: string, input: NewKey): Promise<KeyResultDto> {
  requirePermission(actor, P.GATEWAY);
  const { secret, force = false, name = "", ...limits } = input;
  return onceAccepted(supplierId, secret, force, async (tx, sealed) => {
    if ((await countKeysOf(tx, supplierId)) >= KEYS_MAX)
      throw new AppError("supplierKeyLimit", { args: { max: KEYS_MAX } });
    const [id] = await insertSupplierKeys(tx, [{ supplierId, name, ...limits, ...sealed }]);
    await recordAuditEvent(tx, actor, {
      action: "gateway.key.create",
      target: { type: "supplier-key", id: id!, name: name || sealed.hint },
      after: { supplierId, name, hint: sealed.hint, ...limits, force },
    });
  });
}

/**
 * Replaces a key's secret in one step: calls that run keep the old one, calls that begin later take the new one. It is
 * tried first; until it is accepted (or `force`) the old one stays. Throws notFound, builtinSupplier.
 */
export async function rotateKey(
  actor: Actor,
  id: string,
  { secret, force = false }: KeyRotation,
): Promise<KeyResultDto> {
  requirePermission(actor, P.GATEWAY);
  const found = orNotFound(await findSupplierKey(db(), id));
  return onceAccepted(found.supplierId, secret, force, async (tx, sealed) => {
    const before = orNotFound(await findSupplierKey(tx, id));
    await updateSupplierKey(tx, id, { ...sealed, rotatedAt: new Date() });
    await removeBreakersOfKey(tx, id);
    await recordAuditEvent(tx, actor, {
      action: "gateway.key.rotate",
      target: { type: "supplier-key", id, name: before.name || before.hint },
      before: { hint: before.hint },
      after: { hint: sealed.hint, force },
    });
  });
}

/** Changes name, share, limits or state of a key. Throws notFound, staleRecord. */
export async function changeKey(actor: Actor, id: string, { revision, ...patch }: KeyPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  await db().transaction(async (tx) => {
    const read = async () => {
      const key = await findSupplierKey(tx, id);
      return key && editedKey(key);
    };
    await assertCurrent(tx, actor, { type: "supplier-key", id, given: revision, read });
    const before = orNotFound(await findSupplierKey(tx, id));
    await updateSupplierKey(tx, id, patch);
    await recordAuditEvent(tx, actor, {
      action: "gateway.key.change",
      target: { type: "supplier-key", id, name: patch.name || before.name || before.hint },
      before: Object.fromEntries(Object.keys(patch).map((key) => [key, before[key as keyof typeof before]])),
      after: patch,
    });
  });
  invalidateModels();
}

/** Deletes a key. The last one of a supplier that needs one stays: lastKey. Throws notFound. */
export async function deleteKey(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const found = orNotFound(await findSupplierKey(db(), id));
  await db().transaction(async (tx) => {
    // Two who delete the last two keys wait for each other here.
    const supplier = await editableSupplier(tx, found.supplierId);
    const before = orNotFound(await findSupplierKey(tx, id));
    const isLast = (await countKeysOf(tx, supplier.id)) === 1;
    if (isLast && findTemplate(supplier.template)?.keyRequired) throw new AppError("lastKey");
    await removeSupplierKeys(tx, [id]);
    await removeBreakersOfKey(tx, id);
    await recordAuditEvent(tx, actor, {
      action: "gateway.key.delete",
      target: { type: "supplier-key", id, name: before.name || before.hint },
      before: { supplierId: supplier.id, name: before.name, hint: before.hint },
    });
  });
  invalidateModels();
  invalidateBreakers();
}

/** Asks the supplier with the new secret; saves when it is accepted. No transaction is open while it is asked. */
async function onceAccepted(
  supplierId: string,
  secret: string,
  force: boolean,
  save: (tx: Transaction, sealed: ReturnType<typeof sealKey>) => Promise<void>,
): Promise<KeyResultDto> {
  const supplier = await connectedSupplier(supplierId);
  const probe = await trySecret(supplier, secret);
  if (!probe.ok && !force) return { saved: false, probe };
  await db().transaction(async (tx) => {
    const now = await editableSupplier(tx, supplierId);
    // Somebody moved the supplier meanwhile: the secret was meant for the address it was tried at.
    if (isMoved(supplier.baseUrl, now.baseUrl)) throw new AppError("keyRequiredForNewAddress");
    await save(tx, sealKey(secret, now.template));
  });
  invalidateModels();
  invalidateBreakers();
  return { saved: true, probe };
}

import "server-only";
import { db } from "@/db/client";
import {
  countModelsOf,
  findSupplier,
  insertSupplier,
  listSupplierKeys,
  removeSupplier,
  updateSupplier,
} from "@/db/queries/models";
import {
  countModelsBySupplier,
  insertSupplierKeys,
  listBreakersWithSupplier,
  listSupplierRows,
  listSupplierUsage,
  removeBreakersOfKey,
  removeSupplierKeys,
} from "@/db/queries/supplier-keys";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, revisionOf, withRevision } from "@/lib/editing/revision";
import { assertAllowedUrl } from "@/lib/http/egress";
import { AppError } from "@/lib/http/errors";
import { refreshRollups } from "@/lib/models/jobs";
import { addPickedModels } from "@/lib/models/picked-models";
import { forgetModels } from "@/lib/models/registry";
import { editableSupplier, withUniqueNames } from "@/lib/models/supplier-rows";
import { isMoved, openHeaders, sealHeaders, sealKey, supplierAddress } from "@/lib/models/supplier-secrets";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { ListOf, SupplierDetailDto, SupplierDto, SupplierKeyDto } from "../dto";
import type { NewModels, NewSupplier, SupplierPatch } from "../schema";

type SupplierRow = NonNullable<Awaited<ReturnType<typeof findSupplier>>>;

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
  const supplier = (await listSuppliers(actor)).items.find((item) => item.id === id);
  if (!supplier) throw new AppError("notFound");
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

/** Adds a supplier with its keys, and models of its list where some were picked. Throws supplierNameTaken, addressRefused. */
export async function createSupplier(actor: Actor, input: NewSupplier): Promise<{ id: string }> {
  requirePermission(actor, P.GATEWAY);
  const baseUrl = supplierAddress(input.template, input.baseUrl);
  const { name, template, settings = {}, residency, keys = [], headers, models } = input;
  const id = await withUniqueNames(() =>
    db().transaction(async (tx) => {
      const row = { name, template, baseUrl, settings, residency: residency || null };
      const created = await insertSupplier(tx, { ...row, headersCipher: sealHeaders(headers) });
      await insertSupplierKeys(
        tx,
        keys.map((key) => ({ supplierId: created, name: key.name ?? "", ...sealKey(key.secret) })),
      );
      await recordDeed(tx, actor, {
        action: "gateway.supplier.create",
        target: { type: "supplier", id: created, name },
        after: { ...row, keys: keys.length, headers: Object.keys(headers ?? {}) },
      });
      if (models?.length) await addPickedModels(tx, actor, { id: created, name, template }, models);
      return created;
    }),
  );
  forgetModels();
  return { id };
}

/** Adds models of a supplier's list. Throws notFound, builtinSupplier, modelNameTaken. */
export async function addModels(actor: Actor, id: string, { models }: NewModels): Promise<{ ids: string[] }> {
  requirePermission(actor, P.GATEWAY);
  const ids = await withUniqueNames(() =>
    db().transaction(async (tx) => addPickedModels(tx, actor, await editableSupplier(tx, id), models)),
  );
  forgetModels();
  return { ids };
}

/**
 * Changes a supplier. Another host gets none of the stored keys and headers: whoever can edit the address must not be
 * able to have them sent elsewhere (SECURITY SK-02). Throws keyRequiredForNewAddress, supplierNameTaken, addressRefused, staleRecord.
 */
export async function changeSupplier(actor: Actor, id: string, { revision, ...patch }: SupplierPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  if (patch.baseUrl) assertAllowedUrl(patch.baseUrl, "supplier");
  const { secret, headers, residency, ...columns } = patch;
  await withUniqueNames(() =>
    db().transaction(async (tx) => {
      const read = async () => {
        const row = await findSupplier(tx, id);
        return row && edited(row);
      };
      await assertCurrent(tx, actor, { type: "supplier", id, given: revision, read });
      const before = await editableSupplier(tx, id);
      const moved = isMoved(before.baseUrl, patch.baseUrl);
      const keys = await listSupplierKeys(tx, [id]);
      const holdsSecret = keys.length > 0 || before.headersCipher !== null;
      if (moved && holdsSecret && secret === undefined) {
        throw new AppError("keyRequiredForNewAddress", { data: { fields: { secret: "keyAgain" } } });
      }
      // Keys at the same host have calls of their own, which try them first.
      if (!moved && secret !== undefined)
        throw new AppError("invalidInput", { data: { fields: { secret: "invalid" } } });
      const headersCipher = headers === undefined && !moved ? before.headersCipher : sealHeaders(headers);
      const placed = residency === undefined ? {} : { residency: residency || null };
      await updateSupplier(tx, id, { ...columns, ...placed, headersCipher });
      if (moved && secret !== undefined) {
        for (const key of keys) await removeBreakersOfKey(tx, key.id);
        await removeSupplierKeys(
          tx,
          keys.map((key) => key.id),
        );
        if (secret) await insertSupplierKeys(tx, [{ supplierId: id, ...sealKey(secret) }]);
      }
      await recordDeed(tx, actor, {
        action: "gateway.supplier.change",
        target: { type: "supplier", id, name: patch.name ?? before.name },
        before: Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof typeof before]])),
        after: {
          ...columns,
          ...placed,
          ...(headers === undefined ? {} : { headers: Object.keys(headers ?? {}) }),
          ...(moved ? { keysReplaced: true } : {}),
        },
      });
    }),
  );
  forgetModels();
}

/** Deletes a supplier no model needs any more. Throws supplierInUse. */
export async function deleteSupplier(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  await db().transaction(async (tx) => {
    const before = await editableSupplier(tx, id);
    const count = await countModelsOf(tx, id);
    if (count > 0) throw new AppError("supplierInUse", { args: { count } });
    await removeSupplier(tx, id);
    await recordDeed(tx, actor, {
      action: "gateway.supplier.delete",
      target: { type: "supplier", id, name: before.name },
      before: { name: before.name, baseUrl: before.baseUrl },
    });
  });
  forgetModels();
}

/** Throws notFound where there is no such supplier. */
export async function requireSupplier(id: string) {
  const supplier = await findSupplier(db(), id);
  if (!supplier) throw new AppError("notFound");
  return supplier;
}

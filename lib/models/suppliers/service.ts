import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  countModelsOf,
  findSupplier,
  insertSupplier,
  listSupplierKeys,
  namesOfModelsOf,
  removeSupplier,
  replaceSupplierKey,
  updateSupplier,
} from "@/db/queries/models/models";
import { insertSupplierKeys, removeBreakersOfKey } from "@/db/queries/models/supplier-keys";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, IN_THE_WAY_MAX } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { assertAllowedUrl } from "@/lib/net/egress";
import { isMoved } from "@/lib/net/moved-address";
import type { PermissionCode } from "@/lib/permissions/codes";
import { invalidateBreakers } from "../health";
import { invalidateModels } from "../registry";
import { findTemplate } from "../templates";
import { type Listing, listSaved, listUnsaved } from "./discovery";
import { addPickedModels } from "./picked-models";
import { editableSupplier, holdsSecrets, SUPPLIER_NAMES, type SupplierKeyRow, type SupplierRow } from "./rows";
import type { PickedModel } from "./schema";
import { sealHeaders, sealKey } from "./secrets";

/** What distinguishes one console from another that manages the same suppliers. */
export interface SupplierConsole {
  /** Asked of everybody who comes through this console. */
  permission: PermissionCode;
  /** Its actions in the operation log. */
  actions: Record<"create" | "change" | "delete", string>;
  /** Its name of the field a key is entered in. */
  secretField: "apiKey" | "secret";
  /** A new secret for the same address replaces the only key; otherwise keys have calls of their own: invalidInput. */
  replacesOnlyKey: boolean;
  /** What its people edit of a supplier: the fields its revision is made of. */
  edited(supplier: SupplierRow, keys: readonly SupplierKeyRow[]): object;
}

type Headers = Record<string, string>;
type Settings = SupplierRow["settings"];

export interface SupplierInput {
  name: string;
  template: string;
  /** Unset: the template's own address. */
  baseUrl?: string;
  keys?: readonly { name?: string; secret: string }[];
  headers?: Headers;
  settings?: Settings;
  residency?: string;
  models?: readonly PickedModel[];
}

export interface SupplierChange {
  name?: string;
  baseUrl?: string;
  settings?: Settings;
  /** Empty or null: not told. */
  residency?: string | null;
  requestsPerMinute?: number | null;
  tokensPerMinute?: number | null;
  status?: "enabled" | "disabled";
  /** Takes the place of every stored key; null goes on without one. */
  secret?: string | null;
  /** Null removes the stored ones. */
  headers?: Headers | null;
  revision?: string;
}

export interface SupplierProbe extends Pick<SupplierInput, "template" | "baseUrl" | "headers" | "settings"> {
  secret?: string;
}

/** The address of a supplier to be: what was entered, else the template's. Throws addressRefused or invalidInput. */
function requireAddress(template: string, entered: string | undefined): string {
  const address = entered ?? findTemplate(template)?.baseUrl;
  if (!address) throw new AppError("invalidInput", { data: { fields: { baseUrl: "required" } } });
  assertAllowedUrl(address, "supplier");
  return address;
}

/** Suppliers as a console changes them. Every function asks for the console's permission first. */
export function supplierService({ permission, actions, secretField, replacesOnlyKey, edited }: SupplierConsole) {
  /** Adds a supplier with its keys, and models of its list where some were picked. Throws supplierNameTaken, modelNameTaken, addressRefused, invalidInput. */
  async function create(actor: Actor, input: SupplierInput): Promise<{ id: string }> {
    requirePermission(actor, permission);
    const baseUrl = requireAddress(input.template, input.baseUrl);
    const { name, template, settings = {}, residency, keys = [], headers, models = [] } = input;
    const row = { name, template, baseUrl, settings, residency: residency || null };
    const id = await unlessTaken(SUPPLIER_NAMES, () =>
      db().transaction(async (tx) => {
        const created = await insertSupplier(tx, { ...row, headersCipher: sealHeaders(headers) });
        await insertSupplierKeys(
          tx,
          keys.map((key) => ({ supplierId: created, name: key.name ?? "", ...sealKey(key.secret, template) })),
        );
        await recordAuditEvent(tx, actor, {
          action: actions.create,
          target: { type: "supplier", id: created, name },
          after: { ...row, keys: keys.length, headers: Object.keys(headers ?? {}) },
        });
        if (models.length > 0) await addPickedModels(tx, actor, { id: created, name, template }, models);
        return created;
      }),
    );
    invalidateModels();
    return { id };
  }

  /**
   * Changes a supplier. Another address gets none of the stored keys and headers: whoever can edit the address must not
   * be able to have them sent elsewhere (SECURITY SK-02). Throws notFound, builtinSupplier, staleRecord,
   * keyRequiredForNewAddress, supplierNameTaken, addressRefused, severalKeys, invalidInput.
   */
  async function change(actor: Actor, id: string, { revision, ...patch }: SupplierChange): Promise<void> {
    requirePermission(actor, permission);
    if (patch.baseUrl) assertAllowedUrl(patch.baseUrl, "supplier");
    const { secret, headers, residency, ...plain } = patch;
    const columns = { ...plain, ...(residency === undefined ? {} : { residency: residency || null }) };
    await unlessTaken(SUPPLIER_NAMES, () =>
      db().transaction(async (tx) => {
        const read = async () => {
          const row = await findSupplier(tx, id);
          return row && edited(row, await listSupplierKeys(tx, [id]));
        };
        await assertCurrent(tx, actor, { type: "supplier", id, given: revision, read });
        const before = await editableSupplier(tx, id);
        const keys = await listSupplierKeys(tx, [id]);
        const moved = columns.baseUrl !== undefined && isMoved(before.baseUrl, columns.baseUrl);
        if (moved) requireNewSecret(before, keys, secret);
        else if (secret !== undefined) requireOneKey(keys);
        const headersCipher = headers === undefined && !moved ? before.headersCipher : sealHeaders(headers);
        const { name, baseUrl, settings, requestsPerMinute, tokensPerMinute, status } = columns;
        await updateSupplier(tx, id, {
          ...{ name, baseUrl, settings, requestsPerMinute, tokensPerMinute, status },
          residency: columns.residency,
          headersCipher,
        });
        if (secret !== undefined) await replaceKeys(tx, before, keys, secret);
        await recordAuditEvent(tx, actor, {
          action: actions.change,
          target: { type: "supplier", id, name: name ?? before.name },
          before: Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof typeof columns]])),
          after: {
            ...columns,
            ...(headersCipher === before.headersCipher ? {} : { headers: Object.keys(headers ?? {}) }),
            ...(secret === undefined ? {} : { keyChanged: true }),
          },
        });
      }),
    );
    invalidateModels();
    invalidateBreakers();
  }

  /** Deletes a supplier no model needs any more. Throws notFound, builtinSupplier, supplierInUse. */
  async function remove(actor: Actor, id: string): Promise<void> {
    requirePermission(actor, permission);
    await db().transaction(async (tx) => {
      const before = await editableSupplier(tx, id);
      const count = await countModelsOf(tx, id);
      if (count > 0) {
        const inTheWay = await namesOfModelsOf(tx, id, IN_THE_WAY_MAX);
        throw new AppError("supplierInUse", { args: { count }, data: { inTheWay, count } });
      }
      await removeSupplier(tx, id);
      await recordAuditEvent(tx, actor, {
        action: actions.delete,
        target: { type: "supplier", id, name: before.name },
        before: { name: before.name, baseUrl: before.baseUrl },
      });
    });
    invalidateModels();
  }

  /** Adds models of a supplier's list; a name that is taken gets the supplier's behind it. Throws notFound, builtinSupplier, modelNameTaken. */
  async function addModels(actor: Actor, id: string, models: readonly PickedModel[]): Promise<{ ids: string[] }> {
    requirePermission(actor, permission);
    const ids = await unlessTaken(SUPPLIER_NAMES, () =>
      db().transaction(async (tx) => addPickedModels(tx, actor, await editableSupplier(tx, id), models)),
    );
    invalidateModels();
    return { ids };
  }

  /** What a supplier offers that is not saved yet. Throws addressRefused, invalidInput. */
  async function probe(actor: Actor, input: SupplierProbe): Promise<Listing> {
    requirePermission(actor, permission);
    return listUnsaved({ ...input, baseUrl: requireAddress(input.template, input.baseUrl) });
  }

  /** What a saved supplier offers, asked with a stored key; how it went is noted. Throws notFound, builtinSupplier. */
  async function discover(actor: Actor, id: string): Promise<Listing> {
    requirePermission(actor, permission);
    return listSaved(id);
  }

  /** Null counts as entered: the supplier goes on without a key, and the stored ones go. */
  function requireNewSecret(before: SupplierRow, keys: readonly unknown[], entered: string | null | undefined): void {
    if (entered !== undefined || !holdsSecrets(before, keys)) return;
    throw new AppError("keyRequiredForNewAddress", { data: { fields: { [secretField]: "keyAgain" } } });
  }

  /** One field cannot say which of several keys it means. */
  function requireOneKey(keys: readonly unknown[]): void {
    if (!replacesOnlyKey) throw new AppError("invalidInput", { data: { fields: { [secretField]: "invalid" } } });
    if (keys.length > 1) throw new AppError("severalKeys");
  }

  return { create, change, remove, addModels, probe, discover };
}

async function replaceKeys(
  tx: Transaction,
  supplier: Pick<SupplierRow, "id" | "template">,
  keys: readonly SupplierKeyRow[],
  secret: string | null,
): Promise<void> {
  for (const { id } of keys) await removeBreakersOfKey(tx, id);
  await replaceSupplierKey(tx, supplier.id, secret ? sealKey(secret, supplier.template) : null);
}

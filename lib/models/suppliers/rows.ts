import "server-only";
import { db, type Transaction } from "@/db/client";
import { findSupplier, type listSupplierKeys, lockSupplier } from "@/db/queries/models/models";
import { AppError } from "@/lib/errors/errors";
import { BUILTIN_TEMPLATE } from "../templates";

export type SupplierRow = NonNullable<Awaited<ReturnType<typeof findSupplier>>>;
export type SupplierKeyRow = Awaited<ReturnType<typeof listSupplierKeys>>[number];

/** A supplier that may be changed, locked until the transaction ends. Throws notFound or builtinSupplier. */
export async function editableSupplier(tx: Transaction, id: string): Promise<SupplierRow> {
  return assertConnected(await lockSupplier(tx, id));
}

/** A supplier that is reached over the network. Throws notFound or builtinSupplier. */
export async function connectedSupplier(id: string): Promise<SupplierRow> {
  return assertConnected(await findSupplier(db(), id));
}

function assertConnected(supplier: SupplierRow | null): SupplierRow {
  if (!supplier) throw new AppError("notFound");
  if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
  return supplier;
}

/** Whether something is stored that only the supplier's address may get. */
export function holdsSecrets(supplier: Pick<SupplierRow, "headersCipher">, keys: readonly unknown[]): boolean {
  return supplier.headersCipher !== null || keys.length > 0;
}

/** Names a supplier's form may find taken; of a model picked along with it no field says so. */
export const SUPPLIER_NAMES = {
  models_name_key: ["modelNameTaken"],
  suppliers_name_key: ["supplierNameTaken", "name"],
} as const;

import "server-only";
import { type Transaction, violatedConstraint } from "@/db/client";
import { lockSupplier } from "@/db/queries/models";
import { AppError } from "@/lib/http/errors";
import { BUILTIN_TEMPLATE } from "./templates";

/** A supplier that may be changed, locked until the transaction ends. Throws notFound or builtinSupplier. */
export async function editableSupplier(tx: Transaction, id: string) {
  const supplier = await lockSupplier(tx, id);
  if (!supplier) throw new AppError("notFound");
  if (supplier.template === BUILTIN_TEMPLATE) throw new AppError("builtinSupplier");
  return supplier;
}

/** Says which name is taken where the database refused one. */
export async function withUniqueNames<T>(work: () => Promise<T>): Promise<T> {
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

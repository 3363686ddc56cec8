import { SupplierError } from "../types";

/** One part of a path: no dots alone, nothing that ends a path or begins a query. */
const PART = /^(?!\.{1,2}$)[\w.@-]{1,200}$/;

/**
 * The name of a model, as it may stand in the path of a supplier's address; `parts` of it may be parted by slashes. With
 * the supplier's key any other name could reach any other call of the host. Throws SupplierError.
 */
export function pathName(name: string, parts = 1): string {
  const found = name.split("/");
  if (found.length > parts || !found.every((part) => PART.test(part))) {
    throw new SupplierError("supplierRefused", { detail: "the name of this model cannot stand in an address" });
  }
  return name;
}

import "server-only";
import { type Transaction, violatedConstraint } from "@/db/client";
import { insertSupplier, listSupplierKeys, lockSupplierNamed, updateSupplier } from "@/db/queries/models/models";
import { AppError } from "@/lib/errors/errors";
import { isMoved } from "@/lib/net/moved-address";
import { holdsSecrets, type SupplierRow } from "./rows";

/** Where a supplier's secrets go, and in which form. */
type Destination = Pick<SupplierRow, "baseUrl" | "template">;
type Imported = Destination &
  Pick<SupplierRow, "name" | "settings" | "residency" | "requestsPerMinute" | "tokensPerMinute" | "status">;

/** Whether what is stored for one destination must not go to the other (SECURITY SK-02). */
export function isOtherDestination(from: Destination, to: Destination): boolean {
  return from.template !== to.template || isMoved(from.baseUrl, to.baseUrl);
}

/**
 * Writes a supplier of a settings file, which holds no secrets: those stored here stay with their address. It looks
 * again under the lock, because the plan it was previewed with may be older. Throws settingsChanged.
 */
export async function writeImported(tx: Transaction, row: Imported): Promise<void> {
  const here = await lockSupplierNamed(tx, row.name);
  if (here) {
    const keys = await listSupplierKeys(tx, [here.id]);
    if (isOtherDestination(here, row) && holdsSecrets(here, keys)) throw new AppError("settingsChanged");
    return updateSupplier(tx, here.id, row);
  }
  try {
    await insertSupplier(tx, row);
  } catch (error) {
    // Somebody adds one of this name at the same moment, with keys of its own.
    if (violatedConstraint(error) === "suppliers_name_key") throw new AppError("settingsChanged");
    throw error;
  }
}

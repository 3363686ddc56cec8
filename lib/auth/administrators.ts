import "server-only";
import type { Transaction } from "@/db/client";
import { lockAdministrators, someAdministratorComesIn } from "@/db/queries/auth/administrators";
import { AppError } from "@/lib/errors/errors";

/**
 * One administrator who may sign in always remains (SECURITY RC-01). Call it in the transaction AFTER the writes that
 * take the role away, disable or anonymise a person, or disable a department: the lock lets the changes of others be
 * seen first, so two at once cannot each count on the other's administrator. Throws lastAdministrator.
 */
export async function assertAdministratorRemains(tx: Transaction): Promise<void> {
  await lockAdministrators(tx);
  if (!(await someAdministratorComesIn(tx))) throw new AppError("lastAdministrator");
}

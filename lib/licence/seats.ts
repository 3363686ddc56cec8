import "server-only";
import type { Transaction } from "@/db/client";
import { countSeats, lockSeats } from "@/db/queries/licence/licence";
import { AppError } from "@/lib/errors/errors";
import { loadLicence } from "./load";

/**
 * Before `more` people get a seat in this transaction (created, or enabled again): throws `seatsExhausted` with what is
 * used and what there is. Who asks at the same time waits until this transaction has ended. People who are there
 * already stay, even when a new licence has fewer seats.
 */
export async function assertSeats(tx: Transaction, more: number): Promise<void> {
  if (more <= 0) return;
  await lockSeats(tx);
  const total = (await loadLicence(tx)).claims?.seats ?? null;
  if (total === null) return;
  const used = await countSeats(tx);
  if (used + more > total) throw new AppError("seatsExhausted", { args: { used, total }, data: { used, total } });
}

import "server-only";
import type { Queryable, Transaction } from "@/db/client";

/** What a person may leave behind that others need: listed before they go, and handed on or let go of. */
export interface OwnedKind {
  /** Names the kind in `organisation.owned` of the messages. */
  key: string;
  /** How many, and the names of the first. */
  list(db: Queryable, userId: string): Promise<{ count: number; names: string[] }>;
  /** Gives all of it to another person; throws an AppError when they cannot take it. */
  transfer(tx: Transaction, from: string, to: string): Promise<void>;
  /** Nobody takes it: it ends, or stays without an owner. */
  release(tx: Transaction, from: string): Promise<void>;
  /** Outside the transaction, when it has been carried out. */
  settled?(): void;
}

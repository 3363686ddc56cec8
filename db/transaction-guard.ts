import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool } from "pg";

/** Where each call that asked the pool within a transaction stood; a file of tests fails by what is in it. */
const shared = globalThis as typeof globalThis & { __askedWithin?: string[] };

// Routes and instrumentation may hold separate instances of this module (TRAPS d); only tests set it, and they have one.
const within = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the body of a transaction so that the checks below know of it. Work it leaves behind counts only until its end. */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await within.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Throws within a transaction, in tests. There nobody may ask the pool for another connection: on the embedded database,
 * which has one transaction at a time, they would wait for themselves, and everybody else with them (TRAPS b); on Postgres
 * they would where all connections of the pool do the same. What is kept in memory asks it whenever it is not there.
 */
export function outsideTransaction(): void {
  if (!within.getStore()?.isOpen) return;
  const error = new Error("The pool was asked within a transaction: pass the transaction on, or ask before it.");
  shared.__askedWithin ??= [];
  shared.__askedWithin.push(error.stack ?? error.message);
  throw error;
}

/** Has the pool refuse a connection to whoever is within a transaction. For tests. */
export function guardPool(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  pool.connect = ((...args: unknown[]) => {
    outsideTransaction();
    return connect(...args);
  }) as typeof pool.connect;
}

import "server-only";
import { SupplierError } from "./types";

/** For tasks that call models: a supplier may well be back at the next try, which comes no earlier than it asks for. */
export const supplierFailures = {
  isPassing: (error: unknown): boolean => error instanceof SupplierError,
  pauseOf: (error: unknown): number =>
    error instanceof SupplierError ? Math.ceil((error.options.retryAfterMs ?? 0) / 1000) : 0,
};

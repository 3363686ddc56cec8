import "server-only";
import { AppError, type ErrorKey, isErrorKey } from "./errors";
import { ObjectMissing } from "./object-missing";
import { noteStorageFull } from "./storage-full";

interface Failure extends Error {
  code?: string;
  syscall?: string;
}

/** The causes of an error from the outside in: drivers and the query builder wrap what happened. */
function* causesOf(error: unknown): Generator<Failure> {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    yield current;
  }
}

/**
 * What happens to everybody alike and has words of its own, whichever door or job meets it: a full disk, a database that
 * is away, bytes the file store has lost. Null for everything else, which is a defect of ours.
 */
export function knownFailure(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isStorageFull(error)) {
    noteStorageFull();
    return new AppError("storageFull", { cause: error });
  }
  if (isDatabaseAway(error)) return new AppError("systemBusy", { cause: error });
  for (const cause of causesOf(error)) {
    if (cause instanceof ObjectMissing) return new AppError("contentMissing", { cause: error });
  }
  return null;
}

/** The key a failed answer, job or call is told by; `unknown` for a defect of ours. */
export function failureKey(error: unknown): ErrorKey {
  return ownKey(error) ?? knownFailure(error)?.key ?? "unknown";
}

/** Errors of an engine that carry a key of the catalogue, as a supplier's do, are told by it. */
function ownKey(error: unknown): ErrorKey | null {
  if (!(error instanceof Error && "key" in error && typeof error.key === "string")) return null;
  return isErrorKey(error.key) ? error.key : null;
}

/** No room on the disk (ENOSPC), in a quota (EDQUOT), in the database (SQLSTATE 53100, PGlite's too) or in the bucket. */
export function isStorageFull(error: unknown): boolean {
  for (const { code = "", name, message } of causesOf(error)) {
    if (code === "ENOSPC" || code === "EDQUOT" || code === "53100") return true;
    if (/^(XMinioStorageFull|QuotaExceeded|InsufficientStorage|StorageFull)/.test(name)) return true;
    if (message.includes("No space left on device")) return true;
  }
  return false;
}

/** The database is restarting or gone: everybody gets "system busy", nobody is logged out (SECURITY PL-01). */
export function isDatabaseAway(error: unknown): boolean {
  for (const { code = "", syscall, message } of causesOf(error)) {
    if (/^(ECONN|EPIPE|57P0|53300|08)/.test(code)) return true;
    // The socket of the embedded database is not there; a file that is not there is another matter.
    if (code === "ENOENT" && syscall === "connect") return true;
    if (/Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(message))
      return true;
  }
  return false;
}

/** The database read what was written and will not have it (SQLSTATE classes 22 and 23): another try hears the same. */
export function isRefusedForGood(error: unknown): boolean {
  for (const { code = "" } of causesOf(error)) if (/^2[23]/.test(code)) return true;
  return false;
}

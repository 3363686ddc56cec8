import "server-only";
import { AppError } from "@/lib/errors/errors";

interface Runtime {
  /** Name of this process in rows it owns, e.g. the answers it drives. */
  instance: string;
  stopping: boolean;
}

const shared = globalThis as typeof globalThis & { __runtime?: Runtime };
shared.__runtime ??= { instance: crypto.randomUUID(), stopping: false };

/** State of this process; routes and instrumentation may hold separate instances of modules (TRAPS d). */
export const runtime: Runtime = shared.__runtime;

/** New answers are refused while the process drains. Throws shuttingDown. */
export function assertRunning(): void {
  if (runtime.stopping) throw new AppError("shuttingDown");
}

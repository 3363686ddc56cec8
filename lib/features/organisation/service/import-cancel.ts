import "server-only";
import type { WholeImport } from "./import-plan";

/** A person stopped the import; what it wrote is rolled back. */
export class ImportStopped extends Error {}

/** An import this process is carrying out. */
export interface ImportTask {
  /** Throws ImportStopped when a person stopped it. */
  assertGoingOn(): void;
}

interface Live {
  ownerId: string;
  stop: AbortController;
}
const shared = globalThis as typeof globalThis & { __imports?: Map<string, Live> };
shared.__imports ??= new Map();
const live = shared.__imports;

/** Makes a run known to this process while it is carried out, so that it can be stopped without asking the database. */
export async function withImportTask(
  { id, ownerId }: Pick<WholeImport, "id" | "ownerId">,
  signal: AbortSignal | undefined,
  work: (task: ImportTask) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  live.set(id, { ownerId, stop });
  try {
    await work({
      assertGoingOn: () => {
        if (stop.signal.aborted) throw new ImportStopped();
        // The process stops: the queue begins again elsewhere or later.
        if (signal?.aborted) throw new Error("Import interrupted");
      },
    });
  } finally {
    live.delete(id);
  }
}

/**
 * Stops a run between two of its statements. While its transaction is open on the embedded database, nobody else can
 * write that it was cancelled.
 */
export function stopImportTask(id: string, mayStop: (ownerId: string) => boolean): void {
  const task = live.get(id);
  if (task && mayStop(task.ownerId)) task.stop.abort();
}

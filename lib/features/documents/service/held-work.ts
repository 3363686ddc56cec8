import "server-only";

/** A worker that says nothing for so long has lost its row; seconds. */
export const LEASE_SECONDS = 60;
const RENEW_MS = 15_000;

interface HeldWork {
  /** Says that one is alive; false when the row is another's by now, or was cancelled. */
  renew(): Promise<boolean>;
  /** `assertHeld` wraps each write and throws when it came too late. */
  work(signal: AbortSignal, assertHeld: (write: Promise<boolean>) => Promise<void>): Promise<void>;
  /** Gives the row back unfinished. */
  release(): Promise<boolean>;
  fail(error: unknown): Promise<boolean>;
  isStopping(): boolean;
}

class Lost extends Error {}

/**
 * Work on a row that is held by a lease: renewed while it goes on, given back when the process stops, failed with its cause;
 * once it was lost nothing more is written (SECURITY CR-06).
 */
export async function heldWork(
  signal: AbortSignal,
  { renew, work, release, fail, isStopping }: HeldWork,
): Promise<void> {
  const controller = new AbortController();
  const lose = () => controller.abort(new Lost());
  signal.addEventListener("abort", lose);
  const timer = setInterval(() => {
    if (isStopping()) return lose();
    renew().then(
      (isHeld) => !isHeld && lose(),
      // The database is away for a moment; the lease has some left.
      () => undefined,
    );
  }, RENEW_MS);
  const assertHeld = async (write: Promise<boolean>) => {
    if (!(await write)) lose();
    controller.signal.throwIfAborted();
  };
  try {
    await work(controller.signal, assertHeld);
  } catch (error) {
    if (isStopping()) await release();
    else if (!controller.signal.aborted) await fail(error);
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", lose);
  }
}

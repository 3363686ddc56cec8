import "server-only";
import { outsideTransaction } from "@/db/transaction-guard";

/** How long what is kept holds, milliseconds: another process hears of a change within it (ARCHITECTURE 4). */
const KEPT_MS = 2000;

interface Options<T> {
  ms?: number;
  most?: number;
  /** Told of every fact that is read, but for one that was invalidated while it was under way. */
  onRead?: (fact: T) => void;
}

interface Kept {
  at: number;
  value: Promise<unknown>;
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __kept?: Map<string, Map<string, Kept>> };
shared.__kept ??= new Map();
const areas = shared.__kept;

/**
 * What is read of the database and kept in this process for a short time, by key. Whoever changes it invalidates it: here
 * that acts at once. A read that fails is not kept, and one that was under way when a change came is told to nobody who
 * asks after it.
 */
export function keptFacts<T>(area: string, { ms = KEPT_MS, most = 5000, onRead }: Options<T> = {}) {
  const known = areas.get(area) ?? new Map<string, Kept>();
  areas.set(area, known);
  return {
    /** The fact of a key, read anew where it is not kept. */
    read(key: string, load: () => PromiseLike<T>): Promise<T> {
      outsideTransaction();
      const now = Date.now();
      const hit = known.get(key);
      // A clock that was put back makes nothing last longer.
      if (hit && now >= hit.at && now - hit.at < ms) return hit.value as Promise<T>;
      if (known.size >= most) known.clear();
      // A query of the builder runs anew each time it is awaited; what is kept must be a promise.
      const value = Promise.resolve(load());
      known.set(key, { at: now, value });
      const isCurrent = () => known.get(key)?.value === value;
      value.then(
        (fact) => {
          if (isCurrent()) onRead?.(fact);
        },
        () => {
          if (isCurrent()) known.delete(key);
        },
      );
      return value;
    },
    /** Of one key, or of all. */
    invalidate(key?: string): void {
      if (key === undefined) known.clear();
      else known.delete(key);
    },
  };
}

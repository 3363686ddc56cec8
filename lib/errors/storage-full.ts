import "server-only";

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __fullAt?: number };

/** Remembers that something was refused for lack of room: of a Postgres or a bucket nothing else can be known. */
export function noteStorageFull(): void {
  shared.__fullAt = Date.now();
}

/** Whether something was refused for lack of room in the last `withinMs` milliseconds. */
export function wasStorageFull(withinMs: number): boolean {
  return shared.__fullAt !== undefined && Date.now() - shared.__fullAt < withinMs;
}

/** Tests change the disk between cases. */
export function invalidateStorageFull(): void {
  shared.__fullAt = undefined;
}

import "server-only";

/** Characters of a text that is still being written which are kept. */
const PARTIAL_MAX = 100_000;

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __flowPartials?: Map<string, Map<string, string>> };
shared.__flowPartials ??= new Map();
const partials = shared.__flowPartials;

/** What models of a run are saying right now, in this process: shown while it comes, and nowhere kept. */
export function sayPartial(runId: string, stepId: string, delta: string): void {
  const steps = partials.get(runId) ?? new Map<string, string>();
  partials.set(runId, steps);
  const text = steps.get(stepId) ?? "";
  if (text.length < PARTIAL_MAX) steps.set(stepId, text + delta);
}

export function forgetPartial(runId: string, stepId: string): void {
  const steps = partials.get(runId);
  if (steps?.delete(stepId) && steps.size === 0) partials.delete(runId);
}

/** By the ids of the steps. */
export const partialsOf = (runId: string): ReadonlyMap<string, string> => partials.get(runId) ?? new Map();

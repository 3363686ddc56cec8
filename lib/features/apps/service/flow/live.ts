import "server-only";
import { HEARTBEAT_MS } from "@/lib/config/constants";

/** Characters of a text that is still being written which are kept. */
const PARTIAL_MAX = 100_000;

interface Reader {
  hasChanged: boolean;
  wake: () => void;
}

interface LiveRun {
  /** What models are saying right now, by the ids of the steps: shown while it comes, and nowhere kept. */
  steps: Map<string, string>;
  readers: Set<Reader>;
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __liveFlows?: Map<string, LiveRun> };
shared.__liveFlows ??= new Map();
const runs = shared.__liveFlows;

function liveRun(runId: string): LiveRun {
  const run = runs.get(runId) ?? { steps: new Map(), readers: new Set() };
  runs.set(runId, run);
  return run;
}

function dropIdle(runId: string): void {
  const run = runs.get(runId);
  if (run && run.steps.size + run.readers.size === 0) runs.delete(runId);
}

export function sayPartial(runId: string, stepId: string, delta: string): void {
  const { steps, readers } = liveRun(runId);
  const text = steps.get(stepId) ?? "";
  if (text.length >= PARTIAL_MAX) return;
  steps.set(stepId, text + delta);
  for (const { wake } of readers) wake();
}

export function forgetPartial(runId: string, stepId: string): void {
  if (runs.get(runId)?.steps.delete(stepId)) dropIdle(runId);
}

const NONE: ReadonlyMap<string, string> = new Map();

/** By the ids of the steps. */
export const partialsOf = (runId: string): ReadonlyMap<string, string> => runs.get(runId)?.steps ?? NONE;

/** Something of the run was stored: whoever follows it here reads it anew. */
export function runChanged(runId: string): void {
  for (const reader of runs.get(runId)?.readers ?? []) {
    reader.hasChanged = true;
    reader.wake();
  }
}

/**
 * Lines of a run while it is followed: `changed` when it is to be read anew, and what models add to their texts. A run that
 * another process carries out has no lines here, and is looked at from time to time instead. Ends after `ms`, for the reader
 * to ask again with the rights of then.
 */
export function followFlow(runId: string, ms: number, { hasTexts }: { hasTexts: boolean }): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const said = new Map<string, number>();
  const until = Date.now() + ms;
  const reader: Reader = { hasChanged: false, wake: () => undefined };
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    runs.get(runId)?.readers.delete(reader);
    dropIdle(runId);
    reader.wake();
  };
  liveRun(runId).readers.add(reader);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (!isLeft) {
        const lines: object[] = reader.hasChanged ? [{ changed: true }] : [];
        reader.hasChanged = false;
        if (hasTexts) lines.push(...addedTo(partialsOf(runId), said));
        if (lines.length > 0) {
          controller.enqueue(encoder.encode(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
          return;
        }
        const left = until - Date.now();
        if (left <= 0) {
          leave();
          controller.close();
          return;
        }
        const isWoken = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), Math.min(HEARTBEAT_MS, left));
          reader.wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        if (!isWoken && !isLeft) {
          controller.enqueue(encoder.encode("\n"));
          return;
        }
      }
    },
    cancel: leave,
  });
}

/** What stands behind the ends the reader has; a node that is tried again begins anew. */
function addedTo(texts: ReadonlyMap<string, string>, said: Map<string, number>): object[] {
  return [...texts].flatMap(([step, text]) => {
    const known = said.get(step) ?? 0;
    const at = known > text.length ? 0 : known;
    said.set(step, text.length);
    return at === text.length ? [] : [{ step, at, text: text.slice(at) }];
  });
}

import "server-only";
import { log } from "@/lib/log";

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __background?: Set<Promise<void>> };
shared.__background ??= new Set();
const under = shared.__background;

/** Work no answer waits for. A failure is logged as `failure`; the end of the process waits for it a moment. */
export function inBackground(work: Promise<unknown>, failure: string, about: object = {}): void {
  const tracked: Promise<void> = work
    .then(
      () => undefined,
      (err) => log().warn({ err, ...about }, failure),
    )
    .finally(() => under.delete(tracked));
  under.add(tracked);
}

/** Resolves when nothing is under way, or after `withinMs` milliseconds. */
export async function backgroundIdle(withinMs: number): Promise<void> {
  const until = Date.now() + withinMs;
  while (under.size > 0 && Date.now() < until) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, until - Date.now());
    });
    await Promise.race([Promise.all(under), late]);
    clearTimeout(timer);
  }
}

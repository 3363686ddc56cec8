import "server-only";
import { db } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import type { RequestMeta } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { log } from "@/lib/log";

/** Refusals of one webhook from one address are told of together for so long. */
const WINDOW_MS = 10 * 60_000;
/** So many wrong signatures of a window are answered as such; more are told to wait. */
export const REFUSALS_MAX = 30;
/** Places that are counted at the same time: who calls from everywhere is counted together. */
const PLACES_MAX = 1000;
const ELSEWHERE = "*";

interface Window {
  /** Since the row that was written last. */
  untold: number;
  count: number;
  timer: ReturnType<typeof setTimeout>;
}

// Routes may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __hookRefusals?: Map<string, Window> };
shared.__hookRefusals ??= new Map();
const windows = shared.__hookRefusals;

/** A webhook that was called with a wrong signature. */
export interface RefusedHook {
  id: string;
  app: { id: string; name: string };
  name: string;
}

/**
 * Counts a call that was refused, and says what it is answered. The operation log has a row of the first one of ten minutes
 * and one of all others of them together: nobody without a secret fills it. A rightly signed call is never held back.
 */
export async function refusedHook(hook: RefusedHook, meta: RequestMeta): Promise<AppError> {
  const address = windows.size < PLACES_MAX ? meta.address : ELSEWHERE;
  const key = `${hook.id} ${address}`;
  const window = windows.get(key);
  if (window) {
    window.untold += 1;
    window.count += 1;
    if (window.count <= REFUSALS_MAX) return new AppError("hookRefused");
    return new AppError("tooManyRequests", { args: { minutes: WINDOW_MS / 60_000 } });
  }
  const timer = setTimeout(() => void closeWindow(key, hook, { ...meta, address }), WINDOW_MS);
  timer.unref();
  windows.set(key, { untold: 0, count: 1, timer });
  await tell(hook, { ...meta, address }, 1);
  return new AppError("hookRefused");
}

async function closeWindow(key: string, hook: RefusedHook, meta: RequestMeta): Promise<void> {
  const window = windows.get(key);
  windows.delete(key);
  if (window && window.untold > 0) await tell(hook, meta, window.untold);
}

/** Ends all windows with what is still to be told of. */
export async function tellRefusals(hook: RefusedHook, meta: RequestMeta): Promise<void> {
  for (const [key, { timer }] of windows) {
    if (!key.startsWith(`${hook.id} `)) continue;
    clearTimeout(timer);
    await closeWindow(key, hook, meta);
  }
}

/** A log that cannot be written never hides the answer. */
async function tell({ app, name }: RefusedHook, meta: RequestMeta, count: number): Promise<void> {
  try {
    await insertOperation(db(), {
      actorId: null,
      actorAccount: "",
      action: "app.hook.call",
      ...{ targetType: "app", targetId: app.id, targetName: app.name },
      result: "refused",
      code: 401,
      after: { error: "hookRefused", name, count },
      address: meta.address,
      userAgent: meta.userAgent.slice(0, 400),
      requestId: meta.requestId,
    });
  } catch (err) {
    log().error({ err, requestId: meta.requestId }, "operation log failed");
  }
}

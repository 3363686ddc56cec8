import "server-only";

/** A tool waits so long for its person, milliseconds; then it is as if they had said no. */
const CONSENT_MS = 10 * 60_000;

const shared = globalThis as typeof globalThis & { __consents?: Map<string, (allowed: boolean) => void> };
shared.__consents ??= new Map();
const waiting = shared.__consents;

const keyOf = (runId: string, callId: string) => `${runId}:${callId}`;

/** Waits for the person's word on one call of a tool (SECURITY LM-02). Rejects when the answer is ended meanwhile. */
export function waitForConsent(runId: string, callId: string, signal: AbortSignal): Promise<boolean> {
  const key = keyOf(runId, callId);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), CONSENT_MS);
  const handleAbort = () => reject(signal.reason);
  signal.addEventListener("abort", handleAbort, { once: true });
  waiting.set(key, resolve);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", handleAbort);
    waiting.delete(key);
  });
}

/** What another process was told. */
export function heardConsent(payload: string): void {
  const [runId = "", allowed, ...callId] = payload.split(":");
  takeConsent(runId, callId.join(":"), allowed === "1");
}

/** Passes a person's word on; false when nothing here waits for it. */
export function takeConsent(runId: string, callId: string, allowed: boolean): boolean {
  const resolve = waiting.get(keyOf(runId, callId));
  resolve?.(allowed);
  return resolve !== undefined;
}

/** Somebody who touched nothing for this long is taken for away, milliseconds. */
const AWAY_MS = 60_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

let lastSign = 0;

/** Notes signs of somebody at the browser, from the first time it is asked for on. */
function watch(): void {
  const note = () => {
    lastSign = Date.now();
  };
  note();
  for (const sign of SIGNS) window.addEventListener(sign, note, { capture: true, passive: true });
}

/** Whether nobody is at the browser: what it asks by itself must not keep a session alive (idle time-out). */
export function isUnattended(): boolean {
  if (typeof window === "undefined") return false;
  if (lastSign === 0) watch();
  return Date.now() - lastSign > AWAY_MS;
}

const LAST_RELOAD = "last-reload";
const PAUSE_MS = 60_000; // ARCHITECTURE 4: the browser reloads by itself at most once a minute

/** Whether a reload by itself is allowed now; notes the time when it is. */
export function mayReload(now = Date.now()): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(LAST_RELOAD) ?? 0);
    if (now - last < PAUSE_MS) return false;
    window.sessionStorage.setItem(LAST_RELOAD, String(now));
    return true;
  } catch {
    return false; // without storage there is no memory of the last one, and a loop must not begin
  }
}

/** Whether an error means that a part of the program could not be fetched (a new version was installed meanwhile). */
export function isChunkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    /loading (css )?chunk|failed to (fetch|load) dynamically imported|failed to load chunk/i.test(error.message)
  );
}

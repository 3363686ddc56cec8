import "server-only";

/**
 * Lets go of a body whose reader left before anything of it was sent: the framework sends nothing then and leaves the body
 * open for ever, with its timers, files and connections. A body that is being sent is ended by who sends it.
 */
export function untilGone(response: Response, signal: AbortSignal): Response {
  const { body } = response;
  if (!body) return response;
  const letGo = () => {
    if (!body.locked) void body.cancel().catch(() => undefined);
  };
  if (signal.aborted) letGo();
  else signal.addEventListener("abort", letGo, { once: true });
  return response;
}

/** Next calls it once a server process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { fillInHeaders } = await import("@/lib/config/security-headers");
  fillInHeaders();
  const { boot } = await import("./lib/boot");
  const { JOBS } = await import("./lib/generated/background");
  const { inBackground } = await import("./lib/background");
  const { recoverReading } = await import("./lib/ingestion/reading");
  await boot(JOBS);
  // A restored library may hold thousands: nobody waits for them.
  inBackground(recoverReading(), "documents left unread not taken up");
  const { DIRECT_CALLS } = await import("./app/direct-calls");
  const { serveDirectly } = await import("./lib/endpoint/direct");
  serveDirectly(DIRECT_CALLS);
}

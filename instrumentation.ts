/** Next calls it once a server process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { fillInHeaders } = await import("./lib/http/security-headers");
  fillInHeaders();
  const { boot } = await import("./lib/boot");
  const { JOBS } = await import("./lib/generated/background");
  const { recoverParsing } = await import("./lib/parsing/jobs");
  const { registerStages } = await import("./lib/parsing/stages");
  const { buildSet } = await import("./lib/retrieval/build");
  const { segmentVersion } = await import("./lib/retrieval/ingest");
  registerStages({ segment: segmentVersion, build: buildSet });
  await boot({ jobs: JOBS, recover: [recoverParsing] });
  const { serveDirectCalls } = await import("./app/direct-calls");
  serveDirectCalls();
}

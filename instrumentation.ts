/** Next calls it once a server process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { fillInHeaders } = await import("./lib/http/security-headers");
  fillInHeaders();
  const { boot } = await import("./lib/boot");
  const { ORGANISATION_JOBS } = await import("./lib/features/organisation/jobs");
  await import("./lib/features/organisation/tasks");
  const { PARSING_JOBS, recoverParsing } = await import("./lib/parsing/jobs");
  const { registerStages } = await import("./lib/parsing/stages");
  const { buildSet } = await import("./lib/retrieval/build");
  const { segmentVersion } = await import("./lib/retrieval/ingest");
  const { sweepChatFiles } = await import("./lib/features/chat/file-jobs");
  await import("./lib/features/documents/tasks");
  const { RECORD_JOBS } = await import("./lib/features/records/jobs");
  const { DIRECTORY_SYNC_JOBS } = await import("./lib/features/directory-sync/jobs");
  await import("./lib/features/directory-sync/tasks");
  const { CHAT_JOBS } = await import("./lib/features/chat/jobs");
  registerStages({ segment: segmentVersion, build: buildSet });
  await boot({
    jobs: [...ORGANISATION_JOBS, ...PARSING_JOBS, ...CHAT_JOBS, ...RECORD_JOBS, ...DIRECTORY_SYNC_JOBS, sweepChatFiles],
    recover: [recoverParsing],
  });
  const { serveDirectCalls } = await import("./app/direct-calls");
  serveDirectCalls();
}

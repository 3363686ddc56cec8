import "server-only";
import { db } from "@/db/client";
import { removeOldChunks } from "@/db/queries/conversation/runs";
import { defineJob } from "@/lib/jobs/define";

const KEEP_MS = 3_600_000;

/** Stream lines are kept an hour after the answer's end (ARCHITECTURE 9). */
export const sweepRunChunks = defineJob({
  name: "stream.sweep",
  attempts: 2,
  schedule: "*/10 * * * *",
  run: () => removeOldChunks(db(), new Date(Date.now() - KEEP_MS)),
});

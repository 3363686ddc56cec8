import "server-only";
import { db } from "@/db/client";
import { removeOldRuns } from "@/db/queries/directory-sync/runs";
import { defineJob } from "@/lib/jobs/define";
import { startDue } from "./service/schedule";

const KEPT_RUNS = 50;
const KEPT_MS = 90 * 24 * 3_600_000;

export const scheduleSync = defineJob({
  name: "directory-sync.schedule",
  attempts: 1,
  schedule: "*/10 * * * *",
  run: async () => {
    const now = Date.now();
    await startDue(new Date(now));
    await removeOldRuns(db(), KEPT_RUNS, new Date(now - KEPT_MS));
  },
});

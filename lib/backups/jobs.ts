import "server-only";
import { db, engine } from "@/db/client";
import { findLastScheduled } from "@/db/queries/backups/backups";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { defineJob } from "@/lib/jobs/define";
import { isHourDue } from "@/lib/jobs/hour";
import { beginBackup } from "./run";

/** By the hour, because the time zone of the product may change at any time and its summer time does. */
export const scheduleBackup = defineJob({
  name: "backup.schedule",
  attempts: 1,
  schedule: "1 * * * *",
  run: async () => {
    if (engine() !== "pglite") return;
    const { enabled, hour } = await loadConfig("backupConfig");
    const { timeZone } = await loadConfig("customConfig");
    if (!enabled || !isHourDue(hour, timeZone, new Date(), await findLastScheduled(db()))) return;
    try {
      await beginBackup(null);
    } catch (error) {
      // Somebody's own backup runs at this moment; the next hour looks again.
      if (!(error instanceof AppError && error.key === "backupRunning")) throw error;
    }
  },
});

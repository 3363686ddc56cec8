import "server-only";
import { db, engine } from "@/db/client";
import { findLastScheduled } from "@/db/queries/backups/backups";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { defineJob } from "@/lib/jobs/define";
import { beginBackup } from "./run";

const HOUR = 3_600_000;
/** A server that was off at the hour makes up for it, but not in the middle of the working day. */
const LATE_HOURS = 5;

/** The hour of a day at a moment in a time zone. */
function hourIn(timeZone: string, moment: Date): number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "numeric", hourCycle: "h23" });
  return Number(format.format(moment));
}

/** Whether the hour for a backup has come, or was missed a few hours ago, and none began since. */
export function isBackupDue(hour: number, timeZone: string, now: Date, last: Date | null): boolean {
  for (let late = 0; late <= LATE_HOURS; late++) {
    const moment = new Date(now.getTime() - late * HOUR);
    if (hourIn(timeZone, moment) !== hour) continue;
    // Half an hour of play: jobs begin some seconds early or late, zones lie half an hour apart.
    return last === null || last.getTime() < moment.getTime() - HOUR / 2;
  }
  return false;
}

/** By the hour, because the time zone of the product may change at any time and its summer time does. */
export const scheduleBackup = defineJob({
  name: "backup.schedule",
  attempts: 1,
  schedule: "1 * * * *",
  run: async () => {
    if (engine() !== "pglite") return;
    const { enabled, hour } = await loadConfig("backupConfig");
    const { timeZone } = await loadConfig("customConfig");
    if (!enabled || !isBackupDue(hour, timeZone, new Date(), await findLastScheduled(db()))) return;
    try {
      await beginBackup(null);
    } catch (error) {
      // Somebody's own backup runs at this moment; the next hour looks again.
      if (!(error instanceof AppError && error.key === "backupRunning")) throw error;
    }
  },
});

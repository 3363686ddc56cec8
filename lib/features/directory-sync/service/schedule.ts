import "server-only";
import { db } from "@/db/client";
import { listScheduledRuns } from "@/db/queries/directory-sync/runs";
import { listChannelRows, lockChannels } from "@/db/queries/login-channels/channels";
import { type ChannelSync, channelSync } from "@/lib/auth/channels/schema";
import { isSyncKind } from "@/lib/config/channel-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { log } from "@/lib/log";
import { startRun } from "./runs";

const MINUTE = 60_000;
/** A server that was off at the hour makes up for it, but not in the middle of the working day. */
const LATE_HOURS = 5;

function hourIn(timeZone: string, moment: Date): number {
  return Number(new Intl.DateTimeFormat("en-GB", { timeZone, hour: "numeric", hourCycle: "h23" }).format(moment));
}

/** Whether a channel has to be read now. `last`: when the schedule read it last. */
export function isSyncDue({ schedule, hour }: ChannelSync, timeZone: string, now: Date, last: Date | null): boolean {
  if (schedule === "off") return false;
  // Some play: jobs begin some seconds early or late.
  if (schedule === "hourly") return !last || now.getTime() - last.getTime() >= 55 * MINUTE;
  for (let late = 0; late <= LATE_HOURS; late++) {
    const moment = new Date(now.getTime() - late * 60 * MINUTE);
    if (hourIn(timeZone, moment) !== hour) continue;
    // Not twice within the hour, nor once more because zones lie half an hour apart.
    return !last || now.getTime() - last.getTime() > (late + 1) * 60 * MINUTE;
  }
  return false;
}

/** Begins what is due. Two processes at once begin it once. */
export async function startDue(now = new Date()): Promise<void> {
  const { timeZone } = await loadConfig("customConfig");
  await db().transaction(async (tx) => {
    await lockChannels(tx);
    for (const channel of await listChannelRows(tx)) {
      if (channel.status !== "enabled" || !isSyncKind(channel.kind)) continue;
      const sync = channelSync.safeParse(channel.sync);
      if (!sync.success) {
        log().warn({ channel: channel.id }, "sync settings unreadable");
        continue;
      }
      const [last] = await listScheduledRuns(tx, channel.id, 1);
      if (isSyncDue(sync.data, timeZone, now, last?.createdAt ?? null)) await startRun(tx, channel, "schedule", null);
    }
  });
}

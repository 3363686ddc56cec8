import "server-only";
import { db } from "@/db/client";
import { loadConfig } from "@/lib/config/system-config";
import { defineJob } from "@/lib/jobs/define";
import { log } from "@/lib/log";
import { readHead } from "./head";
import { removeOldSealed } from "./seal";

const DAY = 86_400_000;

/**
 * Removes rows of the operation log whose time is over. It also writes the chain's end into the process log: a witness
 * outside of the database against whoever puts an old copy of the whole of it in place.
 */
export const sweepLog = defineJob({
  name: "log.sweep",
  attempts: 2,
  schedule: "20 3 * * *",
  run: async (_payload, { signal }) => {
    const { retentionDays } = await loadConfig("logConfig");
    const removed = await removeOldSealed(new Date(Date.now() - retentionDays * DAY), signal);
    const head = await readHead(db());
    if (head && head !== "forged") log().info({ removed, no: head.no, hash: head.hash }, "operation log sealed up to");
  },
});

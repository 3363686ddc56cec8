import "server-only";
import { db } from "@/db/client";
import { removeExpiredSessions } from "@/db/queries/auth/identity";
import { removeOldLoginRows } from "@/db/queries/auth/login";
import { removeOldFlows } from "@/db/queries/login-channels/channels";
import { removeExpiredActivationCodes } from "@/db/queries/organisation/people-changes";
import { defineJob } from "@/lib/jobs/define";

const HOUR = 3_600_000;

/** Removes what login leaves behind: old failures, expired codes and one-time ids, long expired sessions. */
export const sweepLogins = defineJob({
  name: "auth.sweep",
  attempts: 2,
  schedule: "17 * * * *",
  run: async () => {
    await removeOldLoginRows(db(), new Date(Date.now() - HOUR));
    await removeOldFlows(db(), new Date(Date.now() - HOUR));
    await removeExpiredActivationCodes(db(), new Date());
    await removeExpiredSessions(db(), new Date(Date.now() - 30 * 24 * HOUR));
  },
});

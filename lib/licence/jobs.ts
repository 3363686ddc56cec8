import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { listUsersWith } from "@/db/queries/auth/identity";
import { findConfig, lockConfig, upsertConfig } from "@/db/queries/config/system-config";
import { defineJob } from "@/lib/jobs/define";
import { type Notice, notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { markClock } from "./clock";
import { loadLicence } from "./load";
import { type Licence, REMINDER_DAYS } from "./state";

// @exempt text: our own state

/** Key of `system_config`: which reminders of a licence were sent. */
const REMINDERS = "licenceReminders";
const remindersSchema = z.object({ serial: z.string(), told: z.number() });

/** The smallest threshold a licence has reached: 30, 7 or 1 days, 0 when it has ended; null before. */
export function reminderDue({ state, remainingDays }: Licence): number | null {
  if (state === "expired") return 0;
  if (state !== "expiring" || remainingDays === null) return null;
  return REMINDER_DAYS.findLast((days) => remainingDays <= days) ?? null;
}

/** Tells those in charge of the licence of its end, once at each threshold (spec N12). */
export async function remindOfEnd(): Promise<void> {
  await db().transaction(async (tx) => {
    await lockConfig(tx, REMINDERS);
    const licence = await loadLicence(tx);
    const due = reminderDue(licence);
    if (due === null || !licence.claims) return;
    const { serial } = licence.claims;
    const sent = remindersSchema.safeParse(await findConfig(tx, REMINDERS));
    if (sent.success && sent.data.serial === serial && sent.data.told <= due) return;
    await upsertConfig(tx, REMINDERS, { serial, told: due });
    const notice: Omit<Notice, "userId"> = {
      kind: due === 0 ? "licenceEnded" : "licenceEnding",
      args: { days: licence.remainingDays ?? 0 },
      href: "/system/system-manage/license-manage",
    };
    const people = await listUsersWith(tx, P.CONFIG_LICENSE);
    await notify(
      tx,
      people.map((userId) => ({ userId, ...notice })),
    );
  });
}

/** By the hour: the time that has been seen, and reminders. */
export const watchLicence = defineJob({
  name: "licence.watch",
  attempts: 2,
  schedule: "7 * * * *",
  run: async () => {
    await markClock();
    await remindOfEnd();
  },
});

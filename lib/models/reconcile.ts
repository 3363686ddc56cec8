import "server-only";
import { db } from "@/db/client";
import { listUsersWith } from "@/db/queries/auth/identity";
import {
  type Difference,
  findCheck,
  listCounterDifferences,
  listRollupDifferences,
  lockRollups,
  rebuildRollups,
  sumLedgerDay,
  upsertCheck,
} from "@/db/queries/models/reconcile";
import { rollUpUsage } from "@/db/queries/models/usage";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { defineJob } from "@/lib/jobs/define";
import { log } from "@/lib/log";
import { type Notice, notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { ROLL_UP_ROWS } from "./jobs";
import { flushLedger } from "./ledger";

/** Days that are over and may still have got late calls. */
const DAYS = [2, 1];

/**
 * Compares ledger, rollups and daily counters of a day (spec N1), notes the result and makes rollups that differ anew.
 * Answers what differed; the gateway's people are told of what they were not told of before.
 */
export async function reconcileDay(day: string): Promise<Difference[]> {
  const { differences, isNew } = await db().transaction(async (tx) => {
    await lockRollups(tx);
    const rollups = await listRollupDifferences(tx, day);
    const found = [...rollups, ...(await listCounterDifferences(tx, day))];
    const known = new Set((await findCheck(tx, day))?.differences.map(({ figure }) => figure));
    if (rollups.length > 0) await rebuildRollups(tx, day, day);
    await upsertCheck(tx, { day, differences: found, ...(await sumLedgerDay(tx, day)) });
    return { differences: found, isNew: found.some(({ figure }) => !known.has(figure)) };
  });
  if (differences.length > 0) log().error({ day, differences: differences.slice(0, 10) }, "usage does not agree");
  if (isNew) await tell(day, differences.length);
  return differences;
}

async function tell(day: string, count: number): Promise<void> {
  const people = await listUsersWith(db(), P.GATEWAY);
  const notice: Omit<Notice, "userId"> = { kind: "usageDifference", args: { day, count }, href: null };
  const notices = people.map((userId) => ({ userId, ...notice }));
  await db().transaction((tx) => notify(tx, notices));
}

/** 03:20 in the default time zone, when the day is over and few people work. */
export const reconcile = defineJob({
  name: "usage.reconcile",
  attempts: 2,
  schedule: "20 19 * * *",
  run: async (_payload, { signal }) => {
    const { timeZone } = await loadConfig("customConfig");
    const today = dayIn(timeZone);
    await flushLedger();
    while (!signal.aborted && (await rollUpUsage(db(), ROLL_UP_ROWS)) === ROLL_UP_ROWS);
    for (const back of DAYS) {
      if (!signal.aborted) await reconcileDay(addDays(today, -back));
    }
  },
});

import "server-only";
import { db } from "@/db/client";
import { listBaseIds, listUncounted, removeOldCounters } from "@/db/queries/knowledge-operations/sweep";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { defineJob } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";
import { COUNTER_DAYS } from "./limits";
import { recordAnswer } from "./service/recording";

/** How far back answers are looked for that nobody counted. */
const SWEPT_MS = 3 * 24 * 3_600_000;
const BATCH = 200;

/** Counts answers from bases whose process ended before it had counted them. */
export const countAnswers = defineJob({
  name: "knowledge-operations.count-answers",
  attempts: 1,
  schedule: "*/10 * * * *",
  run: async (_, { signal }) => {
    const since = new Date(Date.now() - SWEPT_MS);
    let after: string | null = null;
    while (!signal.aborted) {
      const ids: string[] = await listUncounted(db(), { since, after, limit: BATCH });
      await forEachRow(
        ids.map((id) => ({ id })),
        "answer not counted",
        ({ id }) => recordAnswer(id),
      );
      if (ids.length < BATCH) return;
      // One that cannot be counted does not hold up those after it.
      after = ids.at(-1) ?? null;
    }
  },
});

/** Counters by slice, question and person that no screen looks back to any more. */
export const purgeCounters = defineJob({
  name: "knowledge-operations.purge-counters",
  attempts: 1,
  schedule: "41 3 * * *",
  run: async (_, { signal }) => {
    const { timeZone } = await loadConfig("customConfig");
    const before = addDays(dayIn(timeZone), -COUNTER_DAYS);
    const bases = (await listBaseIds(db())).map((id) => ({ id }));
    await forEachRow(bases, "old counters not removed", async ({ id }) => {
      if (!signal.aborted) await removeOldCounters(db(), id, before);
    });
  },
});

import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { APP_RESOURCE, listPurgeableApps, removeApp } from "@/db/queries/apps/apps";
import { removeOldRuns } from "@/db/queries/apps/runs";
import { removeGrants } from "@/db/queries/permissions/grants";
import { defineJob } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";
import { TRASH_DAYS } from "./limits";
import { runDueTriggers } from "./service/flow/triggers";
import { lookAtWaits } from "./service/flow/waits";

const TRASH_MS = TRASH_DAYS * 24 * 3_600_000;
const BATCH = 100;
/** How long runs of workflows can be looked up. */
const RUNS_DAYS = 180;

/** Apps past their days in the trash go, with their versions and who may use them; conversations with them stay their people's. */
export const purgeApps = defineJob({
  name: "apps.purge",
  payload: z.object({}),
  attempts: 2,
  schedule: "41 3 * * *",
  run: async () => {
    const rows = await listPurgeableApps(db(), new Date(Date.now() - TRASH_MS), BATCH);
    await forEachRow(rows, "deleted app not removed", ({ id }) =>
      db().transaction(async (tx) => {
        await removeGrants(tx, APP_RESOURCE, [id]);
        await removeApp(tx, id);
      }),
    );
  },
});

/** Schedules that are due begin, and what waits for people is looked at. */
export const appClock = defineJob({
  name: "apps.clock",
  payload: z.object({}),
  attempts: 1,
  schedule: "* * * * *",
  run: async () => {
    await runDueTriggers();
    await lookAtWaits();
  },
});

export const purgeRuns = defineJob({
  name: "apps.purge-runs",
  payload: z.object({}),
  attempts: 2,
  schedule: "47 3 * * *",
  run: async () => {
    const before = new Date(Date.now() - RUNS_DAYS * 24 * 3_600_000);
    while ((await removeOldRuns(db(), before, BATCH)) === BATCH);
  },
});

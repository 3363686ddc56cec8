import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { APP_RESOURCE, listPurgeableApps, removeApp } from "@/db/queries/apps/apps";
import { removeGrants } from "@/db/queries/permissions/grants";
import { defineJob } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";
import { TRASH_DAYS } from "./limits";

const TRASH_MS = TRASH_DAYS * 24 * 3_600_000;
const BATCH = 100;

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

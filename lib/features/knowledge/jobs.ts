import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { BASE_RESOURCE, listPurgeableBases, removeBase } from "@/db/queries/knowledge/bases";
import { removeGrants } from "@/db/queries/permissions/grants";
import { defineJob } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";

/** ARCHITECTURE 9. */
const TRASH_MS = 30 * 24 * 3_600_000;
const BATCH = 100;

/** Bases past their days in the trash go, with who may use them. */
export const purgeBases = defineJob({
  name: "knowledge.purge",
  payload: z.object({}),
  attempts: 2,
  schedule: "23 3 * * *",
  run: async () => {
    const rows = await listPurgeableBases(db(), new Date(Date.now() - TRASH_MS), BATCH);
    await forEachRow(rows, "deleted base not removed", ({ id }) =>
      db().transaction(async (tx) => {
        await removeGrants(tx, BASE_RESOURCE, [id]);
        await removeBase(tx, id);
      }),
    );
  },
});

import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { removeOldSearchCalls } from "@/db/queries/web/providers";
import { defineJob } from "@/lib/jobs/define";

const KEPT_DAYS = 90;
const BATCH = 5000;

/** Removes calls of search providers that nobody looks at any more. */
export const sweepSearchCalls = defineJob({
  name: "web.sweep-search-calls",
  payload: z.object({}),
  attempts: 1,
  schedule: "35 19 * * *",
  run: async (_payload, { signal }) => {
    const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
    while (!signal.aborted && (await removeOldSearchCalls(db(), before, BATCH)) === BATCH);
  },
});

import "server-only";
import { db } from "@/db/client";
import { sweepImports } from "@/db/queries/organisation/imports";
import { defineJob } from "@/lib/jobs/define";
import { IMPORT_KEPT_HOURS } from "./import/limits";

const HOUR = 3_600_000;
const OLD_DAYS = 90;

export const importSweep = defineJob({
  name: "organisation.import-sweep",
  attempts: 2,
  schedule: "*/10 * * * *",
  run: () => {
    const now = Date.now();
    return sweepImports(db(), new Date(now - IMPORT_KEPT_HOURS * HOUR), new Date(now - OLD_DAYS * 24 * HOUR));
  },
});

import "server-only";
import { defineJob } from "@/lib/jobs/define";
import { sweepLocalFiles } from "./source";

const HOUR = 3_600_000;

/** Takes away what readers that were killed left on the disk. */
export const sweepVersions = defineJob({
  name: "documents.sweep",
  attempts: 1,
  schedule: "* * * * *",
  run: () => sweepLocalFiles(new Date(Date.now() - HOUR)),
});

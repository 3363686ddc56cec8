import "server-only";
import { defineJob } from "@/lib/jobs/define";
import { discardOwnData } from "./service/data";

const DAY = 86_400_000;
/** How long an archive of own data waits to be taken, days. */
const WAITING_DAYS = 7;

export const sweepOwnData = defineJob({
  name: "personal.sweep-own-data",
  attempts: 1,
  schedule: "35 3 * * *",
  run: () => discardOwnData(new Date(Date.now() - WAITING_DAYS * DAY)),
});

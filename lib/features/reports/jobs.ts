import "server-only";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { defineJob } from "@/lib/jobs/define";
import { refreshRollups } from "@/lib/models/jobs";
import { keepSpans } from "./service/spans";

/** The first look at a report of the day finds what it reads by. */
export const keepReportSpans = defineJob({
  name: "reports.keep-spans",
  attempts: 2,
  schedule: "15 4 * * *",
  run: async (_payload, { signal }) => {
    const { timeZone } = await loadConfig("customConfig");
    await refreshRollups();
    await keepSpans(dayIn(timeZone), signal);
  },
});

import "server-only";
import { defineJob } from "@/lib/jobs/define";
import { purgeWeb } from "./purge";

export const purgeWebPages = defineJob({
  name: "web.purge",
  attempts: 1,
  schedule: "15 4 * * *",
  run: (_, { signal }) => purgeWeb(signal),
});

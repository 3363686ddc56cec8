import { defineArea } from "@/lib/areas/define";

export const DIRECTORY_SYNC = defineArea({
  errors: {
    syncRunning: 409,
    syncStale: 409,
    syncEnded: 409,
    syncReview: 409,
  },
});

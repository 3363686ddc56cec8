import { defineArea } from "@/lib/areas/define";

export const RECORDS = defineArea({
  errors: {
    recordClosed: 403,
    conversationsKept: 403,
  },
});

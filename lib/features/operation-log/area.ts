import { defineArea } from "@/lib/areas/define";

export const OPERATION_LOG = defineArea({
  codes: {
    LOGS_OPERATION: { code: "SYSTEM:LOGS:OPERATION", number: 27 },
  },
});

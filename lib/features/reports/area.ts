import { defineArea } from "@/lib/areas/define";

export const REPORTS = defineArea({
  codes: {
    REPORT_DASHBOARD: { code: "SYSTEM:REPORT:DASHBOARD", number: 17 },
    REPORT_TOKENS: { code: "SYSTEM:REPORT:TOKENS", number: 18 },
  },
  places: {
    departmentUsage: { href: "/system/report-v2/tokens-stats/dept" },
  },
});

import { defineArea } from "@/lib/areas/define";

/** The console, and codes of the specification whose area is not built yet. */
export const PERMISSIONS = defineArea({
  codes: {
    SEARCH: { code: "PERSONAL:SEARCH", number: 3, atFirst: ["staff"] },
    EVALUATION: { code: "EVALUATION", number: 10, atFirst: ["staff"] },
    AI_TABLE: { code: "AITABLE", number: 11, atFirst: ["staff"] },
    SYSTEM: { code: "SYSTEM", number: 16 },
  },
});

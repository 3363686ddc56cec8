import { defineArea } from "@/lib/areas/define";

export const RECORDS = defineArea({
  codes: {
    CHAT_RECORD: { code: "SYSTEM:CHAT:RECORD", number: 19 },
    SEARCH_RECORD: { code: "SYSTEM:CHAT:SEARCHRECORD", number: 20 },
  },
  errors: {
    recordClosed: 403,
    conversationsKept: 403,
  },
});

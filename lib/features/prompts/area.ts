import { defineArea } from "@/lib/areas/define";

export const PROMPTS = defineArea({
  codes: {
    CHAT_PROMPT: { code: "SYSTEM:CHAT:PROMPT", number: 21 },
  },
  errors: {
    promptLimit: 409,
    promptChanged: 409,
    promptNotPending: 409,
    promptNoDepartment: 422,
    promptCategoryTaken: 409,
    promptCategoryLimit: 409,
    promptCategoryInUse: 409,
  },
});

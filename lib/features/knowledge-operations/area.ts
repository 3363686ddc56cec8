import { defineArea } from "@/lib/areas/define";

export const KNOWLEDGE_OPERATIONS = defineArea({
  errors: {
    questionGone: 409,
  },
});

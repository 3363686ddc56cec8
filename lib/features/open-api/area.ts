import { defineArea } from "@/lib/areas/define";

export const OPEN_API = defineArea({
  codes: {
    OPEN_API: { code: "SYSTEM:OPEN:API", number: 22 },
  },
  errors: {
    keyLimit: 409,
    keyWithoutSecret: 422,
  },
});

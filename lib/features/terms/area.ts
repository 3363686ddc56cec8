import { defineArea } from "@/lib/areas/define";

export const TERMS = defineArea({
  codes: {
    CONFIG_TERMS: { code: "SYSTEM:CONFIG:TERMS", number: 32 },
  },
  errors: {
    termsNotAccepted: 403,
    termsChanged: 409,
    termsDraftChanged: 409,
  },
});

import { defineArea } from "@/lib/areas/define";

export const TERMS = defineArea({
  errors: {
    termsNotAccepted: 403,
    termsChanged: 409,
    termsDraftChanged: 409,
  },
});

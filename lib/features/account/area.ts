import { defineArea } from "@/lib/areas/define";

export const ACCOUNT = defineArea({
  errors: {
    secondFactorExists: 409,
    secondFactorNone: 409,
    secondFactorLocalOnly: 422,
    secondFactorMandatory: 422,
    wrongOldPassword: 400,
  },
});

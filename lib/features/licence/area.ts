import { defineArea } from "@/lib/areas/define";

export const LICENCE = defineArea({
  errors: {
    licenceExpired: 403,
    seatsExhausted: 409,
    licenceInvalid: 422,
    licenceForeign: 422,
    licenceEnded: 422,
    licenceWrongVersion: 422,
    licenceKnown: 409,
  },
});

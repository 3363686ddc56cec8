import { defineArea } from "@/lib/areas/define";

export const LICENCE = defineArea({
  codes: {
    CONFIG_LICENSE: { code: "SYSTEM:CONFIG:LICENSE", number: 30 },
  },
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

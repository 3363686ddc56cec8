import { defineArea } from "@/lib/areas/define";

export const LOGIN_CHANNELS = defineArea({
  codes: {
    CONFIG_SSO: { code: "SYSTEM:CONFIG:SSO", number: 33 },
  },
  errors: {
    channelUntested: 409,
    channelIssuerTaken: 409,
    channelLimit: 409,
    channelSecretAgain: 422,
    channelStronger: 403,
    passwordChannel: 422,
  },
});

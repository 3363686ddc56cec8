import { defineArea } from "@/lib/areas/define";

export const CONFIGURATION = defineArea({
  codes: {
    CONFIG_BASIC: { code: "SYSTEM:CONFIG:BASIC", number: 31 },
  },
  errors: {
    settingsUnreadable: 422,
    settingsNewer: 422,
    settingsChanged: 409,
  },
});

import { defineArea } from "@/lib/areas/define";

export const CONFIGURATION = defineArea({
  errors: {
    settingsUnreadable: 422,
    settingsNewer: 422,
    settingsChanged: 409,
  },
});

import { defineArea } from "@/lib/areas/define";

export const PREVIEW = defineArea({
  places: {
    apiReference: { href: "/system-preview?tab=api" },
  },
});

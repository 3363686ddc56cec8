import { defineArea } from "@/lib/areas/define";

export const OPEN_API = defineArea({
  apps: { OPEN_API: "open-api" },
  codes: {
    OPEN_API: { code: "SYSTEM:OPEN:API", number: 22 },
  },
  errors: {
    keyLimit: 409,
    keyWithoutSecret: 422,
  },
  places: {
    apiPlayground: { href: "/system/open-manage/api-manage?tab=playground" },
  },
});

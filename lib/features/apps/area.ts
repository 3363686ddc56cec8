import { defineArea } from "@/lib/areas/define";

export const APPS_AREA = defineArea({
  apps: { APPS: "apps" },
  codes: {
    APPS: { code: "APPS", number: 12 },
    APPS_SQUARE: { code: "APPS:SQUARE:VIEW", number: 13, atFirst: ["staff"] },
    APPS_WORKBENCH: { code: "APPS:WORKBENCH:VIEW", number: 14, atFirst: ["staff"] },
    APPS_LAB: { code: "APPS:LAB:VIEW", number: 15, atFirst: ["staff"] },
  },
  errors: {
    appLimit: 409,
    appOwnRight: 409,
    appOwnerUnfit: 409,
    appNotPublished: 409,
    appIncomplete: 422,
    appDraftStale: 409,
    appTalksNot: 422,
    appInputs: 400,
    appFileUnreadable: 422,
    appFileKind: 422,
    appRequestOpen: 409,
    appRequestDecided: 409,
    appRequestsLimit: 429,
    categoryLimit: 409,
  },
  places: {
    newApp: { href: "/apps/workbench?open=new", begins: true },
    importApp: { href: "/apps/workbench?open=import", begins: true },
  },
});

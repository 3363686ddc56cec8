import { defineArea } from "@/lib/areas/define";

export const MENUS = defineArea({
  codes: {
    ORG_MENU: { code: "SYSTEM:ORG:MENU", number: 26 },
  },
  errors: {
    menuUnreachable: 422,
    menuOwned: 422,
    menuNeeded: 422,
    menuNotEmpty: 409,
    menuWrongHalf: 422,
    menuLimit: 409,
    linkCodeTaken: 409,
  },
});

import { resetMenus } from "@/lib/features/menus/service/reset";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "The whole menu as the product ships it",
  any: [P.ORG_MENU],
  audit: "menu.reset",
  run: ({ actor }) => resetMenus(actor),
});

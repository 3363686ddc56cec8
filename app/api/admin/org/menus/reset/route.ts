import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { resetMenus } from "@/lib/features/menus/service/reset";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "The whole menu as the product ships it",
  any: [P.ORG_MENU],
  audit: "menu.reset",
  response: nothing,
  run: ({ actor }) => resetMenus(actor),
});

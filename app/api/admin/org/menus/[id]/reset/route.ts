import { resetMenu } from "@/lib/features/menus/service/reset";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.ORG_MENU],
  params: idParam,
  audit: "menu.reset",
  run: ({ actor, params }) => resetMenu(actor, params.id),
});

import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { resetMenu } from "@/lib/features/menus/service/reset";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "One entry as the product ships it",

  any: [P.ORG_MENU],
  params: idParam,
  audit: "menu.reset",
  response: nothing,
  run: ({ actor, params }) => resetMenu(actor, params.id),
});

import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { menuMove } from "@/lib/features/menus/schema";
import { moveMenu } from "@/lib/features/menus/service/change";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Put an entry at a place",

  any: [P.ORG_MENU],
  params: idParam,
  body: menuMove,
  audit: "menu.move",
  response: nothing,
  run: ({ actor, params, body }) => moveMenu(actor, params.id, body),
});

import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { menuPatch } from "@/lib/features/menus/schema";
import { changeMenu, deleteMenu } from "@/lib/features/menus/service/change";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a menu entry",

  any: [P.ORG_MENU],
  params: idParam,
  body: menuPatch,
  audit: "menu.change",
  response: nothing,
  run: ({ actor, params, body }) => changeMenu(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete an entry made here",

  any: [P.ORG_MENU],
  params: idParam,
  audit: "menu.delete",
  response: nothing,
  run: ({ actor, params }) => deleteMenu(actor, params.id),
});

import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { menuTreeDto } from "@/lib/features/menus/dto";
import { newMenu } from "@/lib/features/menus/schema";
import { createMenu } from "@/lib/features/menus/service/change";
import { readMenus } from "@/lib/features/menus/service/tree";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The whole menu",
  any: [P.ORG_MENU],
  response: menuTreeDto,
  run: ({ actor }) => readMenus(actor),
});

export const POST = handler({
  summary: "Add a group, page or link",

  any: [P.ORG_MENU],
  body: newMenu,
  audit: "menu.create",
  response: madeId,
  run: ({ actor, body }) => createMenu(actor, body),
});

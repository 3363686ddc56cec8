import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { appMark } from "@/lib/features/apps/schema";
import { changeMark } from "@/lib/features/apps/service/folders";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Make an app a favourite, or put it into a folder",
  exempt: "a person's own order",
  any: [P.APPS],
  params: idParam,
  body: appMark,
  response: nothing,
  run: ({ actor, params, body }) => changeMark(actor, params.id, body),
});

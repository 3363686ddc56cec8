import { handler, idParam } from "@/lib/endpoint/route";
import { serveThumbnail } from "@/lib/features/drawing/service/pictures";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The thumbnail of an own picture",
  answers: "file",

  any: [P.PAINTING],
  params: idParam,
  run: ({ actor, params, request }) => serveThumbnail(actor, params.id, request),
});

import { handler, idParam } from "@/lib/endpoint/route";
import { contentQuery } from "@/lib/features/drawing/schema";
import { servePicture } from "@/lib/features/drawing/service/pictures";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The bytes of an own picture, in another format where one is named",
  answers: "file",

  any: [P.PAINTING],
  params: idParam,
  query: contentQuery,
  run: ({ actor, params, query, request }) => servePicture(actor, params.id, query.format, request),
});

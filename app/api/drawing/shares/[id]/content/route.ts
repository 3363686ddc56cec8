import { handler, idParam } from "@/lib/endpoint/route";
import { contentQuery } from "@/lib/features/drawing/schema";
import { serveShare } from "@/lib/features/drawing/service/shares";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The bytes of a shared picture, in another format where one is named",
  answers: "file",
  any: [P.PAINTING],
  params: idParam,
  query: contentQuery,
  run: ({ actor, params, query, request }) => serveShare(actor, params.id, query.format, request),
});

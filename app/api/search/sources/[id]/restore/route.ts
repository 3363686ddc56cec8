import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { restoreSource } from "@/lib/features/search/sources/service/sources";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Restore a deleted source of searches",
  audit: "search.source.restore",
  any: [P.SEARCH],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => restoreSource(actor, params.id),
});

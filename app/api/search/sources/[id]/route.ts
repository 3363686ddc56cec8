import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { sourceDetailDto } from "@/lib/features/search/sources/dto";
import { sourcePatch } from "@/lib/features/search/sources/schema";
import { changeSource, deleteSource, readSource } from "@/lib/features/search/sources/service/sources";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A source of searches with the state of its pages",
  any: [P.SEARCH],
  params: idParam,
  response: sourceDetailDto,
  run: ({ actor, params }) => readSource(actor, params.id),
});

export const PATCH = handler({
  summary: "Change a source of searches",
  audit: "search.source.change",
  any: [P.SEARCH],
  params: idParam,
  body: sourcePatch,
  response: sourceDetailDto,
  run: ({ actor, params, body }) => changeSource(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a source of searches; it can be restored",
  audit: "search.source.delete",
  any: [P.SEARCH],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteSource(actor, params.id),
});

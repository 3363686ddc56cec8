import { collectedPatch } from "@/lib/collected/schema";
import { changeCollected, openCollected, uncollect } from "@/lib/collected/service";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.USER],
  params: idParam,
  run: ({ actor, params }) => openCollected(actor, params.id),
});

export const PATCH = handler({
  any: [P.USER],
  params: idParam,
  body: collectedPatch,
  run: ({ actor, params, body }) => changeCollected(actor, params.id, body),
});

export const DELETE = handler({
  any: [P.USER],
  params: idParam,
  run: ({ actor, params }) => uncollect(actor, params.id),
});

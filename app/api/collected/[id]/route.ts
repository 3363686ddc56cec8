import { collectedPatch } from "@/lib/collected/schema";
import { changeCollected, openCollected, uncollect } from "@/lib/collected/service";
import { handler, idParam } from "@/lib/endpoint/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Open the kept copy",

  any: [P.USER],
  params: idParam,
  run: ({ actor, params }) => openCollected(actor, params.id),
});

export const PATCH = handler({
  summary: "Change note or folder of a collected item",
  exempt: "a person's own collection",

  any: [P.USER],
  params: idParam,
  body: collectedPatch,
  run: ({ actor, params, body }) => changeCollected(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Take an item out of the collection",
  exempt: "a person's own collection",

  any: [P.USER],
  params: idParam,
  run: ({ actor, params }) => uncollect(actor, params.id),
});

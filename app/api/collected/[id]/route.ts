import { collectedDetailDto } from "@/lib/collected/dto";
import { collectedPatch } from "@/lib/collected/schema";
import { changeCollected, openCollected, uncollect } from "@/lib/collected/service";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Open the kept copy",

  any: [P.USER],
  params: idParam,
  response: collectedDetailDto,
  run: ({ actor, params }) => openCollected(actor, params.id),
});

export const PATCH = handler({
  summary: "Change note or folder of a collected item",
  exempt: "a person's own collection",

  any: [P.USER],
  params: idParam,
  body: collectedPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeCollected(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Take an item out of the collection",
  exempt: "a person's own collection",

  any: [P.USER],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => uncollect(actor, params.id),
});

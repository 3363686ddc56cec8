import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { recommendedPatch } from "@/lib/features/knowledge-operations/recommended-schema";
import { changeRecommended, deleteRecommended } from "@/lib/features/knowledge-operations/service/recommended";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a recommended question",
  audit: "recommended.change",
  any: [P.KB_CENTER],
  params: idParam,
  body: recommendedPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeRecommended(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a recommended question",
  audit: "recommended.delete",
  any: [P.KB_CENTER],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteRecommended(actor, params.id),
});

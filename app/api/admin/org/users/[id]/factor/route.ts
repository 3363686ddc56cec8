import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { resetSecondFactor } from "@/lib/features/account/service/sessions";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Take a person's second factor away; their sessions end",

  any: [P.ORG_USER],
  params: idParam,
  whenReadOnly: true,
  audit: "auth.factor.reset",
  response: nothing,
  run: ({ actor, params }) => resetSecondFactor(actor, params.id),
});

import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { removeLicence } from "@/lib/features/licence/service";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Remove a licence and those it replaced",

  any: [P.CONFIG_LICENSE],
  whenReadOnly: true,
  audit: "licence.remove",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => removeLicence(actor, params.id),
});

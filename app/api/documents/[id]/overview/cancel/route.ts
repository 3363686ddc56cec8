import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { cancelOverview } from "@/lib/features/documents/service/overview";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Cancel an overview",
  exempt: "progress is exempt",

  any: [P.DOCUMENT],
  whenReadOnly: true,
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => cancelOverview(actor, params.id),
});

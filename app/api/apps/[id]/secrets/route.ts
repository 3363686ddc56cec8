import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { secretDto } from "@/lib/features/apps/runs-dto";
import { readSecrets } from "@/lib/features/apps/service/secrets";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Names of the secrets of a workflow",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: listOf(secretDto),
  run: ({ actor, params }) => readSecrets(actor, params.id),
});

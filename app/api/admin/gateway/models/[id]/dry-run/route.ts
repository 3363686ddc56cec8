import { handler, idParam } from "@/lib/endpoint/route";
import { dryRunDto } from "@/lib/features/gateway/dto";
import { dryRun as dryRunBody } from "@/lib/features/gateway/routing-schema";
import { dryRun } from "@/lib/features/gateway/service/dry-run";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Say which ways a call would take, and why",

  any: [P.GATEWAY],
  whenReadOnly: true,
  audit: "gateway.dry-run",
  looks: "says where a request would go",
  params: idParam,
  body: dryRunBody,
  response: dryRunDto,
  run: ({ actor, params, body }) => dryRun(actor, params.id, body),
});

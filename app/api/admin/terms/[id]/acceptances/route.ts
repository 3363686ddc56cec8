import { handler, idParam } from "@/lib/endpoint/route";
import { acceptancePageDto } from "@/lib/features/terms/dto";
import { acceptanceQuery } from "@/lib/features/terms/schema";
import { listAcceptances } from "@/lib/features/terms/service/acceptances";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Who accepted a version",

  any: [P.CONFIG_TERMS],
  params: idParam,
  query: acceptanceQuery,
  response: acceptancePageDto,
  run: ({ actor, params, query }) => listAcceptances(actor, params.id, query),
});

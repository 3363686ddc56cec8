import { handler, idParam } from "@/lib/endpoint/route";
import { listUsedSlices } from "@/lib/features/knowledge-operations/service/usage-files";
import { usedSlicesDto } from "@/lib/features/knowledge-operations/usage-dto";
import { slicesQuery } from "@/lib/features/knowledge-operations/usage-schema";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Slices of a knowledge base file with what answers made of them",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  query: slicesQuery,
  response: usedSlicesDto,
  run: ({ actor, params, query }) => listUsedSlices(actor, params.id, query),
});

import { handler, idParam } from "@/lib/endpoint/route";
import { readUsage } from "@/lib/features/knowledge-operations/service/usage";
import { usageDto } from "@/lib/features/knowledge-operations/usage-dto";
import { usageQuery } from "@/lib/features/knowledge-operations/usage-schema";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How a knowledge base was used",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  query: usageQuery,
  response: usageDto,
  run: ({ actor, params, query }) => readUsage(actor, params.id, query),
});

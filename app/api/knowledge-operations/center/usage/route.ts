import { handler } from "@/lib/endpoint/route";
import { readUsage } from "@/lib/features/knowledge-operations/service/usage";
import { usageDto } from "@/lib/features/knowledge-operations/usage-dto";
import { usageQuery } from "@/lib/features/knowledge-operations/usage-schema";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How all knowledge bases were used",
  any: [P.KB_CENTER],
  query: usageQuery,
  response: usageDto,
  run: ({ actor, query }) => readUsage(actor, undefined, query),
});

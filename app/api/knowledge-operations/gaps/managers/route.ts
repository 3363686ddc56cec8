import { handler } from "@/lib/endpoint/route";
import { choicesDto } from "@/lib/features/knowledge-operations/gap-dto";
import { managerQuery } from "@/lib/features/knowledge-operations/gap-schema";
import { listGapManagers } from "@/lib/features/knowledge-operations/service/gap-actions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People a gap of a knowledge base can be assigned to",
  any: [P.KB_MANAGE],
  query: managerQuery,
  response: choicesDto,
  run: ({ actor, query }) => listGapManagers(actor, query),
});

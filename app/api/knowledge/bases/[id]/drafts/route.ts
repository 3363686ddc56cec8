import { pageOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { draftDto } from "@/lib/features/knowledge/draft-dto";
import { draftQuery } from "@/lib/features/knowledge/draft-schema";
import { listBaseDrafts } from "@/lib/features/knowledge/service/drafts";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Answers that were filed into a knowledge base",
  any: [P.KB_MANAGE],
  params: idParam,
  query: draftQuery,
  response: pageOf(draftDto),
  run: ({ actor, params, query }) => listBaseDrafts(actor, params.id, query),
});

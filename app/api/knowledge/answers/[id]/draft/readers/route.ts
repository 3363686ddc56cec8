import { handler, idParam } from "@/lib/endpoint/route";
import { draftReadersDto } from "@/lib/features/knowledge/draft-dto";
import { readersQuery } from "@/lib/features/knowledge/draft-schema";
import { draftReaders } from "@/lib/features/knowledge/service/drafts";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Who would read an own answer in a knowledge base, and what it cites that they may not read",
  any: [P.KB_CHAT, P.KB_MANAGE],
  params: idParam,
  query: readersQuery,
  response: draftReadersDto,
  run: ({ actor, params, query }) => draftReaders(actor, params.id, query.baseId),
});

import { handler } from "@/lib/endpoint/route";
import { searchChoicesDto } from "@/lib/features/search/chat-dto";
import { searchChoicesQuery } from "@/lib/features/search/chat-schema";
import { listChoices } from "@/lib/features/search/service/chat/reach";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Sources a question can be put to, and what is searched without one",
  any: [P.SEARCH],
  query: searchChoicesQuery,
  response: searchChoicesDto,
  run: ({ actor, query }) => listChoices(actor, query.keyword),
});

import { handler, idParam } from "@/lib/endpoint/route";
import { searchDto } from "@/lib/features/search/chat-dto";
import { newSearch } from "@/lib/features/search/chat-schema";
import { changeSearch, readSearch } from "@/lib/features/search/service/chat/searches";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A search and what it is put to",
  any: [P.SEARCH],
  params: idParam,
  response: searchDto,
  run: ({ actor, params }) => readSearch(actor, params.id),
});

export const PATCH = handler({
  summary: "Change what a search is put to",
  exempt: "a person's own search",
  any: [P.SEARCH],
  params: idParam,
  body: newSearch,
  response: searchDto,
  run: ({ actor, params, body }) => changeSearch(actor, params.id, body),
});

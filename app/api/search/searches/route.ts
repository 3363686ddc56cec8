import { handler } from "@/lib/endpoint/route";
import { searchDto } from "@/lib/features/search/chat-dto";
import { newSearch } from "@/lib/features/search/chat-schema";
import { makeSearch, readSearch } from "@/lib/features/search/service/chat/searches";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Begin a search",
  exempt: "a person's own search",
  any: [P.SEARCH],
  body: newSearch,
  response: searchDto,
  run: async ({ actor, body }) => readSearch(actor, await makeSearch(actor, body)),
});

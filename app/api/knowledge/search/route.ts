import { handler } from "@/lib/endpoint/route";
import { searchDto } from "@/lib/features/knowledge/search-dto";
import { searchInput } from "@/lib/features/knowledge/search-schema";
import { searchFiles } from "@/lib/features/knowledge/service/search/search";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Search all knowledge bases within reach",
  exempt: "a search changes nothing",
  any: [P.KB_SEARCH],
  body: searchInput,
  response: searchDto,
  run: ({ actor, body }) => searchFiles(actor, body),
});

import { handler } from "@/lib/endpoint/route";
import { readerSearchDto } from "@/lib/features/reader/dto";
import { searchQuery, versionParam } from "@/lib/features/reader/schema";
import { searchDocument } from "@/lib/features/reader/service/search";

export const GET = handler({
  summary: "Where words stand in a version's text",

  signedIn: true,
  params: versionParam,
  query: searchQuery,
  response: readerSearchDto,
  run: ({ actor, params, query, request }) => searchDocument(actor, params.versionId, query.q, request.signal),
});

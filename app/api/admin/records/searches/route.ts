import { handler } from "@/lib/endpoint/route";
import { recordPageDto } from "@/lib/features/records/dto";
import { recordQuery } from "@/lib/features/records/schema";
import { listSearches } from "@/lib/features/records/service/records";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Searches of everybody, a page",
  any: [P.SEARCH_RECORD],
  query: recordQuery,
  response: recordPageDto,
  run: ({ actor, query }) => listSearches(actor, query),
});

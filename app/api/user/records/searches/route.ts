import { handler } from "@/lib/endpoint/route";
import { recordPageDto } from "@/lib/features/records/dto";
import { pageQuery } from "@/lib/features/records/schema";
import { listOwnSearches } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own searches, a page",

  any: [P.USER],
  query: pageQuery,
  response: recordPageDto,
  run: ({ actor, query }) => listOwnSearches(actor, query),
});

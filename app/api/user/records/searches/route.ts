import { handler } from "@/lib/endpoint/route";
import { pageQuery } from "@/lib/features/records/schema";
import { listOwnSearches } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own searches, a page",

  any: [P.USER],
  query: pageQuery,
  run: ({ actor, query }) => listOwnSearches(actor, query),
});

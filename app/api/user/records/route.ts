import { handler } from "@/lib/endpoint/route";
import { ownQuery } from "@/lib/features/records/schema";
import { listOwnRecords } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own questions and answers of all areas, a page",

  any: [P.USER],
  query: ownQuery,
  run: ({ actor, query }) => listOwnRecords(actor, query),
});

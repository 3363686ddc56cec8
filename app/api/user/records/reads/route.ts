import { handler } from "@/lib/endpoint/route";
import { pageQuery } from "@/lib/features/records/schema";
import { listOwnReads } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Who read own conversations",

  any: [P.USER],
  query: pageQuery,
  run: ({ actor, query }) => listOwnReads(actor, query),
});

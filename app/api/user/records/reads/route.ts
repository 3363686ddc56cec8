import { handler } from "@/lib/endpoint/route";
import { readPageDto } from "@/lib/features/records/dto";
import { pageQuery } from "@/lib/features/records/schema";
import { listOwnReads } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Who read own conversations",

  any: [P.USER],
  query: pageQuery,
  response: readPageDto,
  run: ({ actor, query }) => listOwnReads(actor, query),
});

import { handler } from "@/lib/endpoint/route";
import { recordPageDto } from "@/lib/features/records/dto";
import { ownQuery } from "@/lib/features/records/schema";
import { listOwnRecords } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own questions and answers of all areas, a page",

  any: [P.USER],
  query: ownQuery,
  response: recordPageDto,
  run: ({ actor, query }) => listOwnRecords(actor, query),
});

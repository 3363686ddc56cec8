import { handler } from "@/lib/endpoint/route";
import { recordPageDto } from "@/lib/features/records/dto";
import { recordQuery } from "@/lib/features/records/schema";
import { listRecords } from "@/lib/features/records/service/records";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Questions and answers of everybody, a page; words where the department's policy opens them",

  any: [P.CHAT_RECORD],
  query: recordQuery,
  response: recordPageDto,
  run: ({ actor, query }) => listRecords(actor, query),
});

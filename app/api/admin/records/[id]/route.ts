import { handler, idParam } from "@/lib/endpoint/route";
import { recordDetailDto } from "@/lib/features/records/dto";
import { readRecord } from "@/lib/features/records/service/records";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "One question with its answer: figures and calls",

  any: [P.CHAT_RECORD, P.SEARCH_RECORD],
  params: idParam,
  response: recordDetailDto,
  run: ({ actor, params }) => readRecord(actor, params.id),
});

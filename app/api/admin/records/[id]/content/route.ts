import { handler, idParam } from "@/lib/endpoint/route";
import { recordContentDto } from "@/lib/features/records/dto";
import { openRecord } from "@/lib/features/records/service/records";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Read the conversation around a record; its owner sees who did",

  any: [P.CHAT_RECORD, P.SEARCH_RECORD],
  audit: "record.open",
  // A read, though it is written down: it stays allowed while the licence has ended.
  whenReadOnly: true,
  params: idParam,
  response: recordContentDto,
  run: ({ actor, params }) => openRecord(actor, params.id),
});

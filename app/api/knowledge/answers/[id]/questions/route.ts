import { handler, idParam } from "@/lib/endpoint/route";
import { followUpsDto } from "@/lib/features/knowledge/chat-dto";
import { followUps } from "@/lib/features/knowledge/service/chat/after";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Questions to ask after an answer; made once",
  exempt: "suggestions to the person alone, the ledger counts them",

  any: [P.KB_CHAT],
  params: idParam,
  response: followUpsDto,
  run: ({ actor, params }) => followUps(actor, params.id),
});

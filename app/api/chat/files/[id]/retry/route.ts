import { handler, idParam } from "@/lib/endpoint/route";
import { chatFileDto } from "@/lib/features/chat/dto";
import { retryChatFile } from "@/lib/features/chat/service/file-uploads";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Read a file of a question again",
  exempt: "progress is exempt",

  any: [P.CHAT],
  params: idParam,
  response: chatFileDto,
  run: ({ actor, params }) => retryChatFile(actor, params.id),
});

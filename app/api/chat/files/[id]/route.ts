import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { deleteChatFile } from "@/lib/features/chat/service/file-uploads";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Delete a file of a question",

  any: [P.CHAT],
  audit: "file.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteChatFile(actor, params.id),
});

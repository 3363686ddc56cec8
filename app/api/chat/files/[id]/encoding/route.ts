import { handler, idParam } from "@/lib/endpoint/route";
import { chatFileDto } from "@/lib/features/chat/dto";
import { rereadChatFile } from "@/lib/features/chat/service/file-uploads";
import { chosenEncoding } from "@/lib/parsing/dto";
import { P } from "@/lib/permissions/codes";

/** What is read becomes the file's newest version. */
export const POST = handler({
  summary: "Read a text of a question anew in another encoding",

  any: [P.CHAT],
  audit: "file.reread",
  params: idParam,
  body: chosenEncoding,
  response: chatFileDto,
  run: ({ actor, params, body }) => rereadChatFile(actor, params.id, body.encoding),
});

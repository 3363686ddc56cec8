import { handler, idParam } from "@/lib/endpoint/route";
import { fileChoice } from "@/lib/features/knowledge/schema";
import { archiveFiles } from "@/lib/features/knowledge/service/archive";
import { P } from "@/lib/permissions/codes";

/** A question with too many words for an address; it changes nothing. */
export const POST = handler({
  summary: "The bytes of several files of a knowledge base as a zip archive",
  answers: "file",
  exempt: "nothing changes by it",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  body: fileChoice,
  run: ({ actor, params, body }) => archiveFiles(actor, params.id, body),
});

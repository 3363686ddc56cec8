import { handler, idParam } from "@/lib/endpoint/route";
import { searchAgainDto } from "@/lib/features/search/chat-dto";
import { lookAgain } from "@/lib/features/search/service/chat/again";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "How the pages of an answer are now",
  exempt: "reads pages, changes nothing of the person's",
  any: [P.SEARCH],
  params: idParam,
  response: searchAgainDto,
  run: ({ actor, params, request }) => lookAgain(actor, params.id, request.signal),
});

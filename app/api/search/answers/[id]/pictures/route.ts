import { handler, idParam } from "@/lib/endpoint/route";
import { picturesDto } from "@/lib/features/search/chat-dto";
import { findPictures } from "@/lib/features/search/service/chat/pictures";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Pictures for the question of an answer",
  exempt: "found once for a person's own answer",
  any: [P.SEARCH],
  params: idParam,
  response: picturesDto,
  run: ({ actor, params, request }) => findPictures(actor, params.id, request.signal),
});

import { setFavourite } from "@/lib/features/prompts/service/square";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => setFavourite(actor, params.id, true),
});

export const DELETE = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => setFavourite(actor, params.id, false),
});

import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { setFavourite } from "@/lib/features/prompts/service/square";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Keep a prompt as a favourite",
  exempt: "a preference of the person's own",

  any: [P.CHAT],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => setFavourite(actor, params.id, true),
});

export const DELETE = handler({
  summary: "Keep it no longer",
  exempt: "a preference of the person's own",

  any: [P.CHAT],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => setFavourite(actor, params.id, false),
});

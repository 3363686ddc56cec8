import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { guideEnd } from "@/lib/features/personal/schema";
import { leave } from "@/lib/features/personal/service/guide";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Leave the first steps or the tour for good",
  exempt: "a preference of the person's own",
  any: [P.USER],
  body: guideEnd,
  response: nothing,
  run: ({ actor, body }) => leave(actor, body.name),
});

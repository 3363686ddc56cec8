import { handler } from "@/lib/endpoint/route";
import { instructionsDto } from "@/lib/features/apps/dto";
import { instructionsWish } from "@/lib/features/apps/schema";
import { draftInstructions } from "@/lib/features/apps/service/drafting";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Have the instructions of an app drafted",
  exempt: "a draft nobody keeps yet; the ledger counts the call",
  any: [P.APPS_WORKBENCH],
  body: instructionsWish,
  response: instructionsDto,
  run: ({ actor, body, request }) => draftInstructions(actor, body, request.signal),
});

import { handler } from "@/lib/endpoint/route";
import { improvedDto } from "@/lib/features/drawing/dto";
import { improveInput } from "@/lib/features/drawing/schema";
import { improvePrompt } from "@/lib/features/drawing/service/improve";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make a prompt more specific",
  exempt: "writes nothing; its call stands in the ledger",

  any: [P.PAINTING],
  body: improveInput,
  response: improvedDto,
  run: ({ actor, body, request }) => improvePrompt(actor, body.prompt, request.signal),
});

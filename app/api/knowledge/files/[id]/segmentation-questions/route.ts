import { handler, idParam } from "@/lib/endpoint/route";
import { cutQuestionsInput } from "@/lib/features/knowledge/schema";
import { cutQuestionsDto } from "@/lib/features/knowledge/segmentation-dto";
import { compareCuts } from "@/lib/features/knowledge/service/cut-questions";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "What questions would find in a file of a knowledge base if it were cut by one setting or another",
  exempt: "changes nothing; vectors it buys are metered",
  any: [P.KB_MANAGE],
  params: idParam,
  body: cutQuestionsInput,
  response: cutQuestionsDto,
  run: ({ actor, params, body, request }) => compareCuts(actor, params.id, body, request.signal),
});

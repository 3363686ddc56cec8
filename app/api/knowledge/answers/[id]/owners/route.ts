import { handler, idParam } from "@/lib/endpoint/route";
import { askedOwnersDto } from "@/lib/features/knowledge/chat-dto";
import { askedOwners, askOwners } from "@/lib/features/knowledge/service/chat/after";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Who was asked about an answer that found nothing, and who can be",

  any: [P.KB_CHAT],
  params: idParam,
  response: askedOwnersDto,
  run: ({ actor, params }) => askedOwners(actor, params.id),
});

export const POST = handler({
  summary: "Ask the owners of the bases about a question that found nothing",
  audit: "knowledge.question.ask",

  any: [P.KB_CHAT],
  params: idParam,
  response: askedOwnersDto,
  run: ({ actor, params }) => askOwners(actor, params.id),
});

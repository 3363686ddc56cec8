import { handler } from "@/lib/endpoint/route";
import { recallDto } from "@/lib/features/knowledge/dto";
import { recallInput } from "@/lib/features/knowledge/schema";
import { recall } from "@/lib/features/knowledge/service/recall";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Find the slices of knowledge bases that answer a question",
  exempt: "a search changes nothing",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  body: recallInput,
  response: recallDto,
  run: ({ actor, body }) => recall(actor, body),
});

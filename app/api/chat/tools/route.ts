import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { chatToolDto } from "@/lib/features/chat/dto";
import { modelQuery } from "@/lib/features/chat/schema";
import { listChatTools } from "@/lib/features/chat/service/tools";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Tools a chat may use",

  any: [P.CHAT],
  query: modelQuery,
  response: listOf(chatToolDto),
  run: ({ actor, query }) => listChatTools(actor, query.modelId),
});

import { handler } from "@/lib/endpoint/route";
import { openedChatConfigDto } from "@/lib/features/knowledge/chat-dto";
import { knowledgeChatConfigPatch } from "@/lib/features/knowledge/chat-schema";
import { changeConfig, readConfig } from "@/lib/features/knowledge/service/chat/config";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own settings of knowledge chat",

  any: [P.KB_CHAT],
  response: openedChatConfigDto,
  run: ({ actor }) => readConfig(actor),
});

export const PUT = handler({
  summary: "Change own settings of knowledge chat",
  exempt: "a preference of the person's own",

  any: [P.KB_CHAT],
  body: knowledgeChatConfigPatch,
  response: openedChatConfigDto,
  run: ({ actor, body }) => changeConfig(actor, body),
});

import { completeFromBase, isBaseModel } from "@/lib/features/knowledge/open/chat-completion";
import { openHandler } from "@/lib/features/open-api/open-route";
import { completeChat } from "@/lib/features/open-api/service/chat";
import { openAiBody } from "@/lib/models/relay/bodies";

export const POST = openHandler({
  summary: "Chat completion, streamed or whole (OpenAI); `kb:<id>` as model answers from a knowledge base",
  answers: "events",
  direct: true,
  exempt: "a call of the Open API: the ledger counts it",

  scope: "chat",
  body: openAiBody,
  run: ({ holder, request, failure, body }) =>
    isBaseModel(body.model)
      ? completeFromBase({ holder, failure }, body)
      : completeChat({ holder, signal: request.signal, failure }, body),
});

import { openHandler } from "@/lib/features/open-api/open-route";
import { createMessage } from "@/lib/features/open-api/service/chat";
import { anthropicBody } from "@/lib/models/relay/bodies";

export const POST = openHandler({
  summary: "Message, streamed or whole (Anthropic)",
  answers: "events",
  direct: true,
  exempt: "a call of the Open API: the ledger counts it",

  scope: "chat",
  dialect: "anthropic",
  body: anthropicBody,
  run: ({ holder, request, failure, body }) => createMessage({ holder, signal: request.signal, failure }, body),
});

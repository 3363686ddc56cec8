import { z } from "zod";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { handler } from "@/lib/endpoint/route";
import { countSpeechParts, speakAnswer } from "@/lib/features/chat/service/voice";
import { speechQuery } from "@/lib/features/chat/voice-schema";

export const GET = handler({
  summary: "How many parts an answer is spoken in",

  any: CONVERSATION_CODES,
  query: speechQuery.pick({ messageId: true }),
  response: z.strictObject({ parts: z.int() }),
  run: ({ actor, query }) => countSpeechParts(actor, query.messageId),
});

export const POST = handler({
  summary: "Speak a part of an answer",
  answers: "file",
  exempt: "the ledger counts it",

  any: CONVERSATION_CODES,
  query: speechQuery,
  run: ({ actor, query, request }) => speakAnswer(actor, query, request.signal),
});

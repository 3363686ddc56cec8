import { countSpeechParts, speakAnswer } from "@/lib/features/chat/service/voice";
import { speechQuery } from "@/lib/features/chat/voice-schema";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT, P.DOCUMENT],
  query: speechQuery.pick({ messageId: true }),
  run: ({ actor, query }) => countSpeechParts(actor, query.messageId),
});

export const POST = handler({
  any: [P.CHAT, P.DOCUMENT],
  query: speechQuery,
  run: ({ actor, query, request }) => speakAnswer(actor, query, request.signal),
});

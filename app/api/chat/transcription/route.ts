import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { handler } from "@/lib/endpoint/route";
import { transcriptDto } from "@/lib/features/chat/dto";
import { writeDown } from "@/lib/features/chat/service/voice";
import { recordingForm } from "@/lib/features/chat/voice-schema";

export const POST = handler({
  summary: "Write down a recording",
  exempt: "the ledger counts it",

  any: CONVERSATION_CODES,
  multipart: recordingForm,
  response: transcriptDto,
  run: ({ actor, request }) => writeDown(actor, request),
});

import { writeDown } from "@/lib/features/chat/service/voice";
import { recordingForm } from "@/lib/features/chat/voice-schema";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT, P.DOCUMENT],
  multipart: recordingForm,
  run: ({ actor, request }) => writeDown(actor, request),
});

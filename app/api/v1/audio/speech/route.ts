import { speechBody } from "@/lib/features/open-api/schema";
import { createSpeech } from "@/lib/features/open-api/service/audio";
import { openHandler } from "@/lib/http/open-route";

export const POST = openHandler({
  scope: "audio",
  body: speechBody,
  run: ({ holder, body, request }) => createSpeech(holder, body, request.signal),
});

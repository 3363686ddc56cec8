import { openHandler } from "@/lib/features/open-api/open-route";
import { speechBody } from "@/lib/features/open-api/schema";
import { createSpeech } from "@/lib/features/open-api/service/audio";

export const POST = openHandler({
  summary: "Speak a text (OpenAI)",
  answers: "file",
  exempt: "a call of the Open API: the ledger counts it",

  scope: "audio",
  body: speechBody,
  run: ({ holder, body, request }) => createSpeech(holder, body, request.signal),
});

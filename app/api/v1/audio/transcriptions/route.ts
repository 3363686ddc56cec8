import { readForm } from "@/lib/endpoint/multipart";
import { openHandler } from "@/lib/features/open-api/open-route";
import { transcriptionFields } from "@/lib/features/open-api/schema";
import { createTranscription } from "@/lib/features/open-api/service/audio";

/** What suppliers take in one call, bytes. */
const LIMITS = { maxBytes: 25 * 1024 ** 2, maxFiles: 1 };

export const POST = openHandler({
  summary: "Write speech down (OpenAI)",
  answers: "json",
  exempt: "a call of the Open API: the ledger counts it",

  scope: "audio",
  multipart: transcriptionFields,
  run: async ({ holder, request }) => createTranscription(holder, await readForm(request, LIMITS), request.signal),
});

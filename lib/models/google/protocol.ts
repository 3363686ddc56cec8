import "server-only";
import { openSdk } from "../sdk/chat";
import { sdkOptions } from "../sdk/options";
import type { Protocol } from "../types";
import { embed, image, speak, transcribe } from "./media";
import { listModels } from "./model-list";
import { supplierOf } from "./supplier";

/** Models that think unasked; asked for their thoughts, those that do not think refuse. */
const THINKERS = /^gemini-(2\.5-(pro|flash)(?!-lite|-image|.*tts)|[3-9](?!.*(-image|-tts|-live|-audio)))/;

/** Google's Gemini API. */
export const google: Protocol = {
  chat: {
    async open(channel, request, signal) {
      const { upstreamModel } = channel;
      const options = { ...sdkOptions(request), abortSignal: signal };
      if (request.options.reasoningEffort || THINKERS.test(upstreamModel)) {
        options.providerOptions = { google: { thinkingConfig: { includeThoughts: true } } };
      }
      return openSdk(supplierOf(channel, signal).languageModel(upstreamModel), options, channel);
    },
  },
  embed,
  image,
  speak,
  transcribe,
  listModels,
};

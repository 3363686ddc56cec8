import "server-only";
import type { Protocol } from "../types";
import { speakOver, transcribeOver } from "./audio";
import { chatOver } from "./chat";
import { embedOver } from "./embeddings";
import { type Endpoint, plainEndpoint } from "./endpoint";
import { imageOver } from "./images";
import { listOver } from "./model-list";
import { relayOver } from "./relay";
import { rerankOver } from "./rerank";

export { supplierTimeouts } from "../wire/http";

/** Everything OpenAI's protocol has, and the rerank its compatible servers share, at the addresses of `endpoint`. */
export function openAiOver(endpoint: Endpoint) {
  return {
    chat: chatOver(endpoint),
    relay: relayOver(endpoint),
    embed: embedOver(endpoint),
    rerank: rerankOver(endpoint),
    image: imageOver(endpoint),
    speak: speakOver(endpoint),
    transcribe: transcribeOver(endpoint),
    listModels: listOver(endpoint),
  } satisfies Protocol;
}

/** OpenAI and the many servers that speak as it does. */
export const openAi = openAiOver(plainEndpoint);
